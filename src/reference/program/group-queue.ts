// Queue of sets of lanes that are waiting to run together, largest first. Small sets become plain runs, and so do all
// remaining sets if too few groups finish. Decisions are based on counts, never on the clock, so the same seed produces
// the same groups on every machine.
import { LEAST_LANES } from '../../uncertainty/cores/lane-group.ts';
import { laneOfRun } from '../values/lane-runs.ts';

/** Number of groups that may dissolve without a result before any lane has finished. */
const FREE_TRIES = 2;
/** Number of finished lanes for which one more group may dissolve. */
const LANES_PER_TRY = 128;

/** A lane's 0-based position in the order of plain runs. */
type Rank = number;

export class GroupQueue {
  readonly #laneCount: number;
  readonly #waiting: Uint32Array[] = [];
  readonly #plain: Rank[] = [];
  #finished = 0;
  #dissolved = 0;

  constructor(laneCount: number) {
    this.#laneCount = laneCount;
    this.#add(Uint32Array.from({ length: laneCount }, (_, rank) => rank));
  }

  /** Ranks in the next group; undefined if the remaining lanes become plain runs. */
  next(): Uint32Array | undefined {
    const isWorthIt = this.#dissolved < FREE_TRIES + this.#finished / LANES_PER_TRY;
    if (!isWorthIt) for (const set of this.#waiting.splice(0)) this.#plain.push(...set);
    let largest = 0;
    this.#waiting.forEach((set, i) => {
      if (set.length > this.#waiting[largest]!.length) largest = i;
    });
    return this.#waiting.splice(largest, 1)[0];
  }

  /**
   * Accepts the result of a group.
   * @param remaining ranks that reached the end together; they become plain runs if the group dissolved
   * @param left sets that took another path
   */
  finish(
    group: Uint32Array,
    remaining: Uint32Array,
    left: readonly Uint32Array[],
    isDissolved: boolean,
  ): void {
    if (isDissolved) {
      this.#dissolved++;
      this.#plain.push(...remaining);
    } else this.#finished += remaining.length;
    for (const set of left) {
      // A set that has not lost any lane would take the same path again.
      if (set.length === group.length) this.#plain.push(...set);
      else this.#add(set);
    }
  }

  /** The lanes in a set. */
  lanesOf(ranks: Uint32Array): Uint32Array {
    return ranks.map((rank) => laneOfRun(rank + 1, this.#laneCount)!);
  }

  /** Lanes that become plain runs, in a scrambled order. */
  plainLanes(): Uint32Array {
    return this.lanesOf(Uint32Array.from(this.#plain).sort());
  }

  #add(set: Uint32Array): void {
    if (set.length >= LEAST_LANES) this.#waiting.push(set);
    else this.#plain.push(...set);
  }
}
