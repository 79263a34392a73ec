// Notifications about builds and tasks for all pages of a database, sent by the page or service worker that changes
// them. Notifications carry no state: listeners poll the service, so a lost or duplicate message does no harm.
import { type JobChange, jobsOfStore } from '../../../jobs/records/job-events.ts';
import type { Store } from '../../../store/contract/store.ts';
import { type Channel, openChannel } from './open-channel.ts';

export type { JobChange } from '../../../jobs/records/job-events.ts';

export class JobNews {
  readonly #channel: Channel;
  readonly #listeners = new Set<(job: JobChange) => void>();
  readonly #stopListening: () => void;

  /** Reports this store's changes to other pages, and all pages' changes to listeners here. */
  constructor(database: string, store: Pick<Store, 'onChange'>) {
    this.#channel = openChannel(`haze-jobs:${database}`);
    this.#channel.addEventListener('message', (event: MessageEvent<JobChange>) => this.#tell(event.data));
    this.#stopListening = jobsOfStore(store)((job) => {
      this.#channel.postMessage(job);
      this.#tell(job);
    });
  }

  /** Adds a listener; returns a function that removes it. */
  listen(listener: (job: JobChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#stopListening();
    this.#listeners.clear();
    this.#channel.close();
  }

  #tell(job: JobChange): void {
    for (const listener of this.#listeners) listener(job);
  }
}
