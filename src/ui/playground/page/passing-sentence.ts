// Timeout of a message: twice the time to read it, at least 8 seconds, and no timeout while the user points at it.

const LEAST_MS = 8000;
/** Twice as long as slow readers take. */
const CHARACTER_MS = 120;

/** Milliseconds that a sentence stays. */
export function readingTimeMs(sentence: string): number {
  return Math.max(LEAST_MS, CHARACTER_MS * sentence.length);
}

export class PassingSentence {
  readonly #onEnd: () => void;
  #sentence = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onEnd called when the sentence may go */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Another sentence is shown; '' for none. */
  begin(sentence: string): void {
    this.#sentence = sentence;
    this.letGo();
  }

  /** Somebody points at it or is in it. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Restarts the timeout when the pointer and the focus have left. */
  letGo(): void {
    clearTimeout(this.#timer);
    if (this.#sentence !== '') this.#timer = setTimeout(this.#onEnd, readingTimeMs(this.#sentence));
  }
}
