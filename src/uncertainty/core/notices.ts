// Sentences for the user, each shown once per task. A sentence about a value is shown once for each value, and only the
// first few such sentences are shown.
import type { Operand } from './core.ts';

/** Maximum number of sentences about values in a task. */
const MOST_ABOUT_VALUES = 5;
const LAST =
  'only the first five notices of this kind are shown. --accuracy-report lists all figures with their errors.';

/** Receives a sentence and, if it is about a value, that value. */
export type NoticeListener = (sentence: string, about?: Operand) => void;

export class Notices {
  readonly #said = new Set<string>();
  readonly #onNotice: NoticeListener;
  #aboutValues = 0;

  constructor(onNotice: NoticeListener) {
    this.#onNotice = onNotice;
  }

  /** True once the maximum number of sentences about values has been shown. */
  get isFull(): boolean {
    return this.#aboutValues > MOST_ABOUT_VALUES;
  }

  say(sentence: string): void {
    if (this.#add(sentence)) this.#onNotice(sentence);
  }

  /** Shows a sentence about a value. Different values may get the same sentence. */
  sayAbout(value: Operand, sentence: string): void {
    if (this.isFull || !this.#add(`${value.handle} ${value.particle} ${sentence}`)) return;
    this.#aboutValues++;
    if (this.isFull) this.#onNotice(LAST);
    else this.#onNotice(sentence, value);
  }

  #add(key: string): boolean {
    const isNew = !this.#said.has(key);
    this.#said.add(key);
    return isNew;
  }
}
