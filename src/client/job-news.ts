// News of builds and tasks, from the page that works on them to all pages of a database. They carry no state: whoever
// hears them asks the service, so that a lost or doubled one does no harm.
import type { Change, Store } from '../store/store.ts';

/** A build or task that may have changed. */
export interface JobChange {
  readonly kind: 'build' | 'task';
  readonly id: string;
}

function isJob(change: Change): change is Change & JobChange & { readonly what: 'record' } {
  return change.what === 'record' && (change.kind === 'build' || change.kind === 'task');
}

export class JobNews {
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<(job: JobChange) => void>();
  readonly #stopListening: () => void;

  /** Tells other pages what this one's store changes, and listeners here what any page's does. */
  constructor(database: string, store: Pick<Store, 'onChange'>) {
    this.#channel = new BroadcastChannel(`haze-jobs:${database}`);
    this.#channel.addEventListener('message', (event: MessageEvent<JobChange>) => this.#tell(event.data));
    this.#stopListening = store.onChange((changes) => {
      for (const { kind, id } of changes.filter(isJob)) {
        this.#channel.postMessage({ kind, id });
        this.#tell({ kind, id });
      }
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
