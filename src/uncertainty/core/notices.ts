// Sentences for the user, each said once in a task. Sentences about values are said once for each value, and only the
// first few.
import type { Operand } from './core.ts';

/** Lines about values in one task. */
const MOST_ABOUT_VALUES = 5;
const LAST =
  'more values have such notices; only the first five are listed, and --accuracy-report lists all figures.';

/** Takes a sentence, and the value that it is about. */
export type NoticeListener = (sentence: string, about?: Operand) => void;

export class Notices {
  readonly #said = new Set<string>();
  readonly #onNotice: NoticeListener;
  #aboutValues = 0;

  constructor(onNotice: NoticeListener) {
    this.#onNotice = onNotice;
  }

  /** True after the last line about a value: the next would not be shown. */
  get isFull(): boolean {
    return this.#aboutValues > MOST_ABOUT_VALUES;
  }

  say(sentence: string): void {
    if (this.#add(sentence)) this.#onNotice(sentence);
  }

  /** Says a sentence about a value. Different values may give equal sentences. */
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
