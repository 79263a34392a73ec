// Draws of all lanes in one dimension, identical to the draws of plain runs. Groups of lanes that create the same
// source share these draws.
import type { KeptDraws, PlainCore } from './plain-core.ts';

/** Number of dimensions whose draws are cached: 32 MB for 4 096 lanes. */
const MOST_KEPT = 1024;
/** Groups with fewer lanes than the total divided by this number make their own draws. */
const LEAST_PART = 4;

/** A source: the number of its kind with its parameters, or a string that distinguishes it from other sources. */
export interface LaneSource {
  readonly kind: number | string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

interface Column {
  readonly source: LaneSource;
  readonly draws: Float64Array;
}

export class LaneColumns implements KeptDraws {
  readonly #core: PlainCore;
  readonly #laneCount: number;
  readonly #kept: (Column | undefined)[] = [];

  /** @param core draws the numbers, one lane after another */
  constructor(core: PlainCore, laneCount: number) {
    this.#core = core;
    this.#laneCount = laneCount;
    core.keptDraws = this;
  }

  maybeDraws(
    dimension: number,
    kind: number | string,
    a: number,
    b: number,
    c: number,
  ): Float64Array | undefined {
    const kept = this.#kept[dimension];
    if (kept === undefined) return undefined;
    const { source, draws } = kept;
    return source.kind === kind && source.a === a && source.b === b && source.c === c ? draws : undefined;
  }

  uniformAt(dimension: number, lane: number): number {
    return this.#core.uniformAt(dimension, lane);
  }

  /**
   * Writes the draws of lanes to `target`. Returns false, and stores the number that all lanes share in `target[0]`, if
   * the source needs no draws.
   * @param draw creates the source on the core
   */
  fill(
    dimension: number,
    source: LaneSource,
    lanes: ArrayLike<number>,
    target: Float64Array,
    draw: (core: PlainCore) => void,
  ): boolean {
    const kept = this.maybeDraws(dimension, source.kind, source.a, source.b, source.c);
    if (kept) {
      for (let i = 0; i < lanes.length; i++) target[i] = kept[lanes[i]!]!;
      return true;
    }
    target[0] = this.#drawFor(lanes[0]!, dimension, draw);
    if (this.#core.dimension === dimension) return false;
    const isKept = dimension < MOST_KEPT && LEAST_PART * lanes.length >= this.#laneCount;
    if (!isKept) {
      for (let i = 1; i < lanes.length; i++) target[i] = this.#drawFor(lanes[i]!, dimension, draw);
      return true;
    }
    const { kind } = source;
    const draws =
      (typeof kind === 'number' ? this.#core.maybeDrawAll(kind, dimension) : undefined) ??
      Float64Array.from({ length: this.#laneCount }, (_, lane) => this.#drawFor(lane, dimension, draw));
    this.#kept[dimension] = { source, draws };
    for (let i = 0; i < lanes.length; i++) target[i] = draws[lanes[i]!]!;
    return true;
  }

  #drawFor(lane: number, dimension: number, draw: (core: PlainCore) => void): number {
    this.#core.beginLane(lane, dimension);
    draw(this.#core);
    return this.#core.resultParticle;
  }
}
