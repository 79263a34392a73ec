// Values at the ends of lines (lines-bench.ts); the code is lazy-loaded if the switch is on.
import type { Bench } from './bench.ts';
import type { LinesBench } from './lines-bench.ts';
import type { UncertaintyBench } from './uncertainty-bench.ts';

export class LateLines {
  readonly #bench: Bench;
  readonly #uncertainty: UncertaintyBench;
  #lines: LinesBench | undefined;

  constructor(bench: Bench, uncertainty: UncertaintyBench) {
    this.#bench = bench;
    this.#uncertainty = uncertainty;
  }

  /** Removes all values. */
  clear(): void {
    this.#lines?.clear();
  }

  /** Shows the values for the file in the editor. */
  show(): void {
    this.#lines?.show();
  }

  /** Lists the values of the run that has just finished, if the switch is on. */
  async list(): Promise<void> {
    if (!this.#bench.state.layout.hasMargin) return;
    try {
      const { LinesBench } = await import('./lines-bench.ts');
      this.#lines ??= new LinesBench(this.#bench, this.#uncertainty);
    } catch {
      this.#bench.say('This part could not be loaded. Check the network and try again.');
      return;
    }
    await this.#lines.list();
  }
}
