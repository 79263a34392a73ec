// Sets of the sources of uncertainty on which values depend. A small number identifies a set, so each pair of sets has
// to be compared and united only once. Consecutive sources form one range, so the sets of sums in long loops stay
// small. A set may contain more sources than its value depends on, but never fewer; extra sources only cost time.

/** A set's number. */
export type SetId = number;

/** The union of two sets, and whether the sets are disjoint. */
export interface Union {
  readonly set: SetId;
  readonly areDisjoint: boolean;
}

interface CachedUnion extends Union {
  readonly a: SetId;
  readonly b: SetId;
}

/** Ranges [start, end) in ascending order, in a flat array. */
type Ranges = readonly number[];

const CACHE_SIZE = 4096;
/** Number of ranges above which a set is rounded up to fewer, wider ranges. */
const MOST_RANGES = 1024;

export class SourceSets {
  #sets: (Ranges | undefined)[] = [];
  #free: SetId[] = [];
  /** Unions of the most recent pairs. */
  readonly #cache = new Array<CachedUnion | undefined>(CACHE_SIZE).fill(undefined);

  /** Number of sets. */
  get size(): number {
    return this.#sets.length - this.#free.length;
  }

  /** The set with a single source. */
  single(source: number): SetId {
    return this.#add([source, source + 1]);
  }

  /** Ranges [start, end) of a set's sources in ascending order, in a flat array. */
  rangesOf(set: SetId): readonly number[] {
    return this.#sets[set] ?? [];
  }

  combine(a: SetId, b: SetId): Union {
    const at = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 20;
    const cached = this.#cache[at];
    if (cached && cached.a === a && cached.b === b) return cached;
    const made = this.#combine(a, b);
    this.#cache[at] = made;
    return made;
  }

  /** Drops every set that is not in `used`. */
  keep(used: Iterable<SetId>): void {
    const kept = new Set(used);
    this.#cache.fill(undefined);
    this.#free = [];
    for (let id = this.#sets.length - 1; id >= 0; id--) {
      if (kept.has(id)) continue;
      this.#sets[id] = undefined;
      this.#free.push(id);
    }
  }

  #combine(a: SetId, b: SetId): CachedUnion {
    const [x, y] = [this.#sets[a]!, this.#sets[b]!];
    const union = unite(x, y);
    const set = isSame(union, x) ? a : isSame(union, y) ? b : this.#add(shorten(union));
    return { a, b, set, areDisjoint: !haveCommon(x, y) };
  }

  #add(ranges: Ranges): SetId {
    const id = this.#free.pop() ?? this.#sets.length;
    this.#sets[id] = ranges;
    return id;
  }
}

function haveCommon(x: Ranges, y: Ranges): boolean {
  let i = 0;
  let j = 0;
  while (i < x.length && j < y.length) {
    if (x[i + 1]! <= y[j]!) i += 2;
    else if (y[j + 1]! <= x[i]!) j += 2;
    else return true;
  }
  return false;
}

function unite(x: Ranges, y: Ranges): number[] {
  const union: number[] = [];
  let i = 0;
  let j = 0;
  while (i < x.length || j < y.length) {
    const fromX = j >= y.length || (i < x.length && x[i]! <= y[j]!);
    const start = fromX ? x[i]! : y[j]!;
    const end = fromX ? x[i + 1]! : y[j + 1]!;
    if (fromX) i += 2;
    else j += 2;
    const last = union.length - 1;
    if (last > 0 && start <= union[last]!) union[last] = Math.max(union[last]!, end);
    else union.push(start, end);
  }
  return union;
}

function isSame(x: Ranges, y: Ranges): boolean {
  return x.length === y.length && x.every((value, i) => value === y[i]);
}

/** Merges neighbouring ranges until there are few enough. */
function shorten(ranges: number[]): number[] {
  if (ranges.length <= 2 * MOST_RANGES) return ranges;
  const merged: number[] = [];
  for (let i = 0; i < ranges.length; i += 4) merged.push(ranges[i]!, ranges[i + 3] ?? ranges[i + 1]!);
  return merged;
}
