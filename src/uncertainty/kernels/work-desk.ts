// A desk in shared memory that holds a run's work for its helper: a kernel function, and its arguments for each of
// several pieces. Both workers take pieces until none is left, so the slower worker does fewer pieces, and a helper
// that sleeps or is missing does none. The run takes pieces from the front and the helper from the back, so that the
// same lanes stay in the same processor's cache. Pieces write to separate locations, so the result does not depend on
// which worker did which piece.

export type WorkDeskMemory = SharedArrayBuffer;

const WORD = 0; // turn << 16 | end << 8 | begin of the pieces that no worker has taken; CLOSED at the end of a run
const DONE = 1; // number of pieces that the helper has completed in this turn
const STATE = 2;
const HELPER_SLEEPS = 3;
const OWNER_SLEEPS = 4;
const CALL = 5; // number of the function
const ARGUMENTS = 6; // how many
const HELPED = 7; // number of pieces that the helper has completed since the beginning
const ANSWERS = 16; // one per piece; at most 48 pieces
const NUMBERS_AT = 256; // byte offset of doubles: first arguments, steps, and the helper's offsets for them

const CLOSED = 1 << 30; // a bit that no turn sets
const ABSENT = 0;
const READY = 1;
const GONE = 2;

const MOST_ARGUMENTS = 12;
const NOT_DONE = 2; // distinct from answers, which are 0 or 1
const DESK_BYTES = NUMBERS_AT + 3 * MOST_ARGUMENTS * 8;

/**
 * Number of polls before a worker sleeps. Polling takes a few hundred microseconds, about as long as one or two
 * operations.
 */
const LOOKS = 20_000;
/** Interval at which a waiting run checks on the helper, because a dead helper sends no message. */
const LOOK_UP_MS = 50;

/** A function with its arguments. */
export interface Work {
  readonly call: number;
  readonly pieces: number;
  /** Arguments for the first piece. */
  readonly first: readonly number[];
  /** Increments of the arguments from piece to piece. */
  readonly steps: readonly number[];
  /** Offsets of the helper's arguments. */
  readonly aside?: readonly number[];
  /** Called before the run repeats a piece that the helper left unfinished. */
  readonly restore?: (piece: number) => void;
}

/** Allocates a desk for one run. */
export function allocateDesk(): WorkDeskMemory {
  return new SharedArrayBuffer(DESK_BYTES);
}

/** The memory of a desk, shared by both sides. */
class Desk {
  readonly words: Int32Array;
  readonly numbers: Float64Array;

  constructor(memory: WorkDeskMemory) {
    this.words = new Int32Array(memory, 0, NUMBERS_AT / 4);
    this.numbers = new Float64Array(memory, NUMBERS_AT);
  }

  /** Takes the first or last piece from the desk; undefined if no piece is left. */
  take(end: 'first' | 'last'): number | undefined {
    for (;;) {
      const word = Atomics.load(this.words, WORD);
      if (!hasPieces(word)) return undefined;
      // The arguments for this turn stay valid, because the turn does not end before the piece is finished.
      const rest = end === 'first' ? word + 1 : word - (1 << 8);
      if (Atomics.compareExchange(this.words, WORD, word, rest) !== word) continue;
      return end === 'first' ? beginOf(word) : endOf(word) - 1;
    }
  }
}

const beginOf = (word: number) => word & 255;
const endOf = (word: number) => (word >> 8) & 255;
const hasPieces = (word: number) => word !== CLOSED && beginOf(word) < endOf(word);

/** The run's end of the work desk: hands out pieces of work and collects the results. */
export class OwnerDesk {
  readonly #desk: Desk;
  #turn = 0;
  readonly #answers: number[] = [];

  constructor(memory: WorkDeskMemory) {
    this.#desk = new Desk(memory);
  }

  /** Performs work together with the helper, if there is one; returns the result of each piece. */
  share(work: Work, perform: (work: Work, piece: number) => number): readonly number[] {
    const { words } = this.#desk;
    const answers = this.#answers;
    answers.length = work.pieces;
    if (Atomics.load(words, STATE) !== READY) {
      for (let piece = 0; piece < work.pieces; piece++) answers[piece] = perform(work, piece);
      return answers;
    }
    this.#lay(work);
    let own = 0;
    for (let piece = this.#desk.take('first'); piece !== undefined; piece = this.#desk.take('first')) {
      words[ANSWERS + piece] = perform(work, piece);
      own++;
    }
    const isWhole = this.#await(work.pieces - own);
    for (let piece = 0; piece < work.pieces; piece++) {
      if (!isWhole && words[ANSWERS + piece] === NOT_DONE) {
        work.restore?.(piece);
        words[ANSWERS + piece] = perform(work, piece);
      }
      answers[piece] = words[ANSWERS + piece]!;
    }
    return answers;
  }

  #lay({ call, pieces, first, steps, aside }: Work): void {
    const { words, numbers } = this.#desk;
    words[CALL] = call;
    words[ARGUMENTS] = first.length;
    words.fill(NOT_DONE, ANSWERS, ANSWERS + pieces);
    for (let i = 0; i < first.length; i++) {
      numbers[i] = first[i]!;
      numbers[MOST_ARGUMENTS + i] = steps[i] ?? 0;
      numbers[2 * MOST_ARGUMENTS + i] = aside?.[i] ?? 0;
    }
    Atomics.store(words, DONE, 0);
    this.#turn = (this.#turn + 1) & 0x3fff;
    Atomics.store(words, WORD, (this.#turn << 16) | (pieces << 8));
    if (Atomics.load(words, HELPER_SLEEPS) === 1) Atomics.notify(words, WORD);
  }

  /** Waits until the helper has completed this many pieces; returns false if the helper died. */
  #await(pieces: number): boolean {
    const { words } = this.#desk;
    for (let look = 0; look < LOOKS; look++) if (Atomics.load(words, DONE) === pieces) return true;
    Atomics.store(words, OWNER_SLEEPS, 1);
    for (;;) {
      const done = Atomics.load(words, DONE);
      if (done === pieces || Atomics.load(words, STATE) === GONE) {
        Atomics.store(words, OWNER_SLEEPS, 0);
        return done === pieces;
      }
      Atomics.wait(words, DONE, done, LOOK_UP_MS);
    }
  }
}

/** The helper's side. */
export class HelperDesk {
  readonly #desk: Desk;
  readonly #arguments: number[] = [];

  constructor(memory: WorkDeskMemory) {
    this.#desk = new Desk(memory);
  }

  /** Announces the helper; returns false if the run is already over. */
  open(): boolean {
    Atomics.compareExchange(this.#desk.words, STATE, ABSENT, READY);
    return Atomics.load(this.#desk.words, WORD) !== CLOSED;
  }

  /** Performs pieces until the run is over. */
  work(perform: (call: number, values: readonly number[]) => number): void {
    const { words } = this.#desk;
    while (this.#awaitWork()) {
      for (let piece = this.#desk.take('last'); piece !== undefined; piece = this.#desk.take('last')) {
        words[ANSWERS + piece] = perform(words[CALL]!, this.#argumentsOf(piece));
        Atomics.add(words, HELPED, 1);
        Atomics.add(words, DONE, 1);
        if (Atomics.load(words, OWNER_SLEEPS) === 1) Atomics.notify(words, DONE);
      }
    }
  }

  #argumentsOf(piece: number): readonly number[] {
    const { numbers } = this.#desk;
    const values = this.#arguments;
    values.length = this.#desk.words[ARGUMENTS]!;
    for (let i = 0; i < values.length; i++) {
      const own = stepTo(numbers[i]!, numbers[MOST_ARGUMENTS + i]!, piece);
      values[i] = stepTo(own, numbers[2 * MOST_ARGUMENTS + i]!, 1);
    }
    return values;
  }

  /** Polls for a while, then sleeps; returns false if the run is over. */
  #awaitWork(): boolean {
    const { words } = this.#desk;
    for (let look = 0; ; look++) {
      const word = Atomics.load(words, WORD);
      if (word === CLOSED) return false;
      if (hasPieces(word)) return true;
      if (look < LOOKS) continue;
      Atomics.store(words, HELPER_SLEEPS, 1);
      Atomics.wait(words, WORD, word);
      Atomics.store(words, HELPER_SLEEPS, 0);
      look = 0;
    }
  }
}

/** An argument for a piece. Arguments without an increment stay unchanged, including the sign of a zero. */
export function stepTo(first: number, step: number, piece: number): number {
  return step === 0 ? first : first + step * piece;
}

/** Number of pieces that a helper has completed in this run. */
export function countHelped(memory: WorkDeskMemory): number {
  return Atomics.load(new Int32Array(memory), HELPED);
}

/** Stops the helper at the end of its run. */
export function closeDesk(memory: WorkDeskMemory): void {
  const words = new Int32Array(memory);
  Atomics.store(words, WORD, CLOSED);
  Atomics.notify(words, WORD);
}

/** Reports that the helper died. A waiting run then does the remaining pieces itself. */
export function sayHelperGone(memory: WorkDeskMemory): void {
  const words = new Int32Array(memory);
  Atomics.store(words, STATE, GONE);
  Atomics.notify(words, DONE);
}
