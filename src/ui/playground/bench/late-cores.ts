// Runs on several cores (cores-bench.ts); the code is lazy-loaded on the first such run.
import type { Core } from '../../service/service-records.ts';
import type { Bench } from './bench.ts';
import type { CoresBench, CoresBenchTools } from './cores-bench.ts';

export class LateCores {
  readonly #bench: Bench;
  readonly #tools: CoresBenchTools;
  #cores: CoresBench | undefined;

  constructor(bench: Bench, tools: CoresBenchTools) {
    this.#bench = bench;
    this.#tools = tools;
  }

  /** Runs the open program on these cores; does nothing if another run is in progress. */
  async run(cores: readonly Core[]): Promise<void> {
    try {
      const { CoresBench } = await import('./cores-bench.ts');
      this.#cores ??= new CoresBench(this.#bench, this.#tools);
    } catch {
      this.#bench.say('This part could not be loaded. Check the network and try again.');
      return;
    }
    await this.#cores.run(cores);
  }

  async stop(): Promise<void> {
    await this.#cores?.stop();
  }
}
