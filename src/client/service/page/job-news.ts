// News of builds and tasks, from the page or the service worker that changes them to all pages of a database. They
// carry no state: listeners poll the service, so that a lost or doubled message does no harm.
import { type JobChange, jobsOfStore } from '../../../jobs/records/job-events.ts';
import type { Store } from '../../../store/contract/store.ts';
import { type Channel, openChannel } from './open-channel.ts';

export type { JobChange } from '../../../jobs/records/job-events.ts';

export class JobNews {
  readonly #channel: Channel;
  readonly #listeners = new Set<(job: JobChange) => void>();
  readonly #stopListening: () => void;

  /** Reports this store's changes to others, and everybody's changes to listeners here. */
  constructor(database: string, store: Pick<Store, 'onChange'>) {
    this.#channel = openChannel(`haze-jobs:${database}`);
    this.#channel.addEventListener('message', (event: MessageEvent<JobChange>) => this.#tell(event.data));
    this.#stopListening = jobsOfStore(store)((job) => {
      this.#channel.postMessage(job);
      this.#tell(job);
    });
  }

  /** Answers a function that ends the listening. */
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
