// Buffers the values that a group of lanes prints or queries until the group's run finishes, because only then is it
// known which lanes the group contains.
import type { ValueKind, ValueRecorder } from '../values/value-recorder.ts';

/** Maximum count of numbers buffered for one run. They occupy 32 MB. */
const MOST_NUMBERS = 4 * 1024 * 1024;

interface Note {
  readonly kind: ValueKind;
  readonly first: number;
  readonly second: number;
  /** Numbers by lane position; for a plain value, one number for all lanes. */
  readonly numbers: Float64Array;
}

export class GroupNotes {
  #notes: Note[] = [];
  readonly #occurrences = new Map<string, number>();
  #size = 0;

  /** Begins a run. */
  begin(): void {
    this.#notes = [];
    this.#occurrences.clear();
    this.#size = 0;
  }

  /** True if the run has made more notes than can be buffered. */
  get isFull(): boolean {
    return this.#size > MOST_NUMBERS;
  }

  /** Notes a value; returns the number of its earlier occurrences at this place. */
  note(kind: ValueKind, first: number, second: number, numbers: Float64Array): number {
    this.#notes.push({ kind, first, second, numbers });
    this.#size += numbers.length;
    const key = `${kind} ${first} ${second}`;
    const occurrence = this.#occurrences.get(key) ?? 0;
    this.#occurrences.set(key, occurrence + 1);
    return occurrence;
  }

  /** Passes the lanes' values to a recorder, as values of the runs from `run` onwards. */
  record(recorder: ValueRecorder, positions: Uint32Array, run: number): void {
    recorder.beginRun(run);
    for (const { kind, first, second, numbers } of this.#notes) {
      const isPlain = numbers.length === 1;
      recorder.noteRuns(kind, first, second, positions.length, (i) => numbers[isPlain ? 0 : positions[i]!]!);
    }
    for (const _ of positions) recorder.endRun();
  }
}
