// Values at the ends of source lines, found by an extra run after each run. This code is lazy-loaded when values are
// first shown.
import type { LabAnswer } from '../../client/program/program-lab.ts';
import type { ProgramEnd } from '../../client/program/program-messages.ts';

export class ProgramMargin {
  readonly #onChange: () => void;
  #nodes: ReadonlyMap<number, HTMLElement> = new Map();
  #asking: AbortController | undefined;
  /** False if the reader has turned the values off. */
  isOn = true;

  /** @param onChange called when the values change */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Values by 1-based line number. */
  get nodes(): ReadonlyMap<number, HTMLElement> {
    return this.#nodes;
  }

  /** Removes all values, and stops the run that is finding new values. */
  clear(): void {
    this.#asking?.abort();
    this.#nodes = new Map();
    this.#onChange();
  }

  /**
   * Lists the values of a run.
   * @param files files whose lines are hidden
   * @param ask runs the program once more
   * @throws the error of the run
   */
  async list(
    { decisions = [] }: Extract<ProgramEnd, { kind: 'ran' }>,
    files: Readonly<Record<string, string>>,
    ask: (signal: AbortSignal) => Promise<LabAnswer>,
  ): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const [margin, answer] = await Promise.all([import('./margin.ts'), ask(asking.signal)]);
      if (asking.signal.aborted || answer.kind !== 'ran') return;
      if (answer.end.kind === 'stopped') throw new Error(answer.end.message);
      const isShown = ({ file }: { readonly file: string }) => !Object.hasOwn(files, file);
      const decided = answer.decisions ?? decisions;
      const lines = margin.showLines(answer.lines?.lines.filter(isShown) ?? [], decided.filter(isShown));
      this.#nodes = new Map(lines.map((line) => [line.line, margin.makeLineValue(line)]));
      this.#onChange();
    } catch (error) {
      if (!asking.signal.aborted) throw error;
    }
  }
}
