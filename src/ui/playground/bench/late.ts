// A controller of the workbench whose code is lazy-loaded on first use.
import type { Bench } from './bench.ts';

export class Late<Controller> {
  readonly #say: Bench['say'];
  readonly #create: () => Promise<Controller>;
  #loaded: Controller | undefined;

  constructor(say: Bench['say'], create: () => Promise<Controller>) {
    this.#say = say;
    this.#create = create;
  }

  /** The controller; undefined before its first use. */
  get loaded(): Controller | undefined {
    return this.#loaded;
  }

  /** Loads the controller. Returns undefined after an error, which the page shows. */
  async load(): Promise<Controller | undefined> {
    try {
      this.#loaded ??= await this.#create();
    } catch {
      this.#say('This part could not be loaded. Check the network and try again.');
    }
    return this.#loaded;
  }
}
