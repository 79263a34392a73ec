// Sentences for the user, each said once in a task.

export class Notices {
  readonly #said = new Set<string>();
  readonly #onNotice: (sentence: string) => void;

  constructor(onNotice: (sentence: string) => void) {
    this.#onNotice = onNotice;
  }

  /** Says a sentence; false when it was said before. */
  say(sentence: string): boolean {
    if (this.#said.has(sentence)) return false;
    this.#said.add(sentence);
    this.#onNotice(sentence);
    return true;
  }
}
