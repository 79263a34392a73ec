// Timeout for a message: twice the time needed to read the message, but at least 8 seconds. The timeout is suspended
// while the user points at the message.

const LEAST_MS = 8000;
/** Reading time per character for slow readers, doubled. */
const CHARACTER_MS = 120;

/** Timeout for a message in milliseconds. */
export function readingTimeMs(sentence: string): number {
  return Math.max(LEAST_MS, CHARACTER_MS * sentence.length);
}

export class PassingSentence {
  readonly #onEnd: () => void;
  #sentence = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onEnd called after the timeout */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Starts the timeout for a new message; '' means no message. */
  begin(sentence: string): void {
    this.#sentence = sentence;
    this.letGo();
  }

  /** Suspends the timeout while the pointer or the focus is on the message. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Restarts the timeout once pointer and focus have left. */
  letGo(): void {
    clearTimeout(this.#timer);
    if (this.#sentence !== '') this.#timer = setTimeout(this.#onEnd, readingTimeMs(this.#sentence));
  }
}
