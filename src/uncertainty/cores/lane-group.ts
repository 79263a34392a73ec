// Lanes that follow the same path through a program. Lanes that decide differently leave the group, and lanes that
// leave with the same decision form a set. Positions in a group start at 0. Values hold numbers for the lanes that were
// present at the last compaction.

/** Minimum number of lanes; with fewer lanes, plain runs are faster. */
export const LEAST_LANES = 64;

export class LaneGroup {
  /** Lane at each position. */
  readonly lanes: Uint32Array;
  /** Sets of positions that have left the group. */
  readonly left: Uint32Array[] = [];
  /** Position of each number in a value. */
  #positions: Int32Array;
  /** Indices of the numbers whose lanes are still in the group. */
  #active: Int32Array;

  constructor(lanes: Uint32Array) {
    this.lanes = lanes;
    this.#positions = Int32Array.from(lanes, (_, i) => i);
    this.#active = this.#positions.slice();
  }

  /** Count of numbers in each value. */
  get width(): number {
    return this.#positions.length;
  }

  get positions(): Int32Array {
    return this.#positions;
  }

  get active(): Int32Array {
    return this.#active;
  }

  /** Positions of the lanes still in the group. */
  remaining(): Uint32Array {
    return Uint32Array.from(this.#active, (i) => this.#positions[i]!);
  }

  lanesOfNumbers(): Uint32Array {
    return Uint32Array.from(this.#positions, (position) => this.lanes[position]!);
  }

  /** Removes lanes whose answer differs; removed lanes with equal answers form a set. Returns whether any lane left. */
  split(followed: number, answerOf: (index: number) => number): boolean {
    const active = this.#active;
    let kept = 0;
    let sets: Map<number, number[]> | undefined;
    for (let k = 0; k < active.length; k++) {
      const index = active[k]!;
      const answer = answerOf(index);
      if (answer === followed || (Number.isNaN(answer) && Number.isNaN(followed))) {
        active[kept++] = index;
        continue;
      }
      sets ??= new Map();
      const set = sets.get(answer);
      if (set) set.push(this.#positions[index]!);
      else sets.set(answer, [this.#positions[index]!]);
    }
    if (!sets) return false;
    this.#active = active.slice(0, kept);
    for (const set of sets.values()) this.left.push(Uint32Array.from(set));
    return true;
  }

  /** Drops the numbers of lanes that have left; returns the indices of the remaining numbers in ascending order. */
  compact(): Int32Array {
    const stays = this.#active;
    this.#positions = stays.map((i) => this.#positions[i]!);
    this.#active = stays.map((_, i) => i);
    return stays;
  }
}
