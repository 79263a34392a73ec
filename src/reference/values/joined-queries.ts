// Answers the queries of runs that follow lanes. Each query is about the draws of all lanes that make it at the same
// place and occurrence, regardless of their paths. The draws come from the previous pass. In the first pass, a query is
// about the run's own number.
import type { Handle, Operand } from '../../uncertainty/core/core.ts';
import { QUERIES, SINGLE_PRECISION } from '../../uncertainty/core/operations.ts';
import { createRandom } from '../../uncertainty/core/random.ts';
import type { PlainCore } from '../../uncertainty/cores/plain-core.ts';
import { drawsByQuery, keyOfQuery, type LaneRuns } from './lane-runs.ts';
import { ReplayedAnswers } from './replayed-answers.ts';
import type { ValueRecorder } from './value-recorder.ts';

/** Numbers for queries that QUERIES does not contain. */
export const FURTHER = { samples: 100, copy: 101, limits: 102, jointCopy: 103 } as const;
export const SAMPLE = QUERIES.indexOf('sample');
/** Queries whose answers have errors. Computing the errors requires the recorded argument. */
const WITH_ERRORS: readonly number[] = [QUERIES.indexOf('quantile'), QUERIES.indexOf('probability_gt')];
/** Maximum number of arguments recorded in a run. */
const MOST_ARGUMENTS = 256;

/** Counts the arguments recorded in a run. */
export class ArgumentCount {
  #left = MOST_ARGUMENTS;

  restart(): void {
    this.#left = MOST_ARGUMENTS;
  }

  /** Tests whether to record a query's argument; if so, counts the argument. */
  take(query: number): boolean {
    return WITH_ERRORS.includes(query & ~SINGLE_PRECISION) && this.#left-- > 0;
  }
}

export interface JoinedQueriesOptions {
  readonly core: PlainCore;
  readonly recorder: ValueRecorder;
  readonly readPath: () => number;
  readonly seed: bigint;
  readonly lanes: Pick<LaneRuns, 'answers' | 'firstAnswers'>;
}

/** The recorder's number for a place, and the draws of all lanes at that place. */
interface Asked {
  readonly index: number;
  readonly draws: Float64Array;
}

export class JoinedQueries {
  readonly #options: JoinedQueriesOptions;
  readonly #answers: ReadonlyMap<string, Float64Array>;
  /** Draws, indexed by the recorder's number for the place; null if there are none. */
  readonly #draws: (Float64Array | null | undefined)[] = [];
  readonly #known = new Map<string, number>();
  readonly #limited = new Map<string, Float64Array>();
  readonly #replayed: ReplayedAnswers;
  readonly #arguments = new ArgumentCount();

  constructor(options: JoinedQueriesOptions) {
    this.#options = options;
    this.#replayed = new ReplayedAnswers(options.lanes.firstAnswers);
    this.#answers = drawsByQuery(options.lanes.answers);
  }

  /** Begins a run. */
  restart(): void {
    this.#replayed.restart();
    this.#arguments.restart();
  }

  query(query: number, value: Operand, argument: number): number {
    const replayed = this.#replayed.maybeNext();
    if (replayed !== undefined) return replayed;
    const { core, recorder, readPath } = this.#options;
    if (this.#arguments.take(query)) recorder.note('Argument', readPath(), query, argument);
    const asked = this.#ask(query, value);
    if (!asked) return core.query(query, value, argument);
    const { index, draws } = asked;
    const key = `${index} ${query} ${argument}`;
    let answer = this.#known.get(key);
    if (answer === undefined) {
      // All lanes receive the same number, because a query in a run has only one answer.
      answer = query === SAMPLE ? this.#sampler(asked)() : core.answer(query, draws, argument);
      this.#known.set(key, answer);
    }
    return answer;
  }

  sampleInto(value: Operand, target: Float64Array): void {
    if (this.#replayed.fill(target)) return;
    const asked = this.#ask(FURTHER.samples, value);
    if (!asked) this.#options.core.sampleInto(value, target);
    else {
      const sample = this.#sampler(asked);
      for (let i = 0; i < target.length; i++) target[i] = sample();
    }
  }

  /** Returns an independent draw from the values of all lanes at this place. */
  independentCopy(value: Operand): Handle {
    const { core } = this.#options;
    const asked = this.#ask(FURTHER.copy, value);
    const uniform = core.drawUniform();
    return this.#give(asked ? pick(asked.draws, uniform) : value.particle);
  }

  /** Returns independent draws of several values, all from the same lane. */
  independentCopies(values: readonly Operand[]): Operand[] {
    const uniform = this.#options.core.drawUniform();
    return values.map((value) => {
      const asked = this.#ask(FURTHER.jointCopy, value);
      return { handle: 0, particle: asked ? pick(asked.draws, uniform) : value.particle };
    });
  }

  /** Returns the value if it lies within the limits, and otherwise a separate draw that does. */
  limitSupport(value: Operand, low: number, high: number): Handle {
    const { core } = this.#options;
    const asked = this.#ask(FURTHER.limits, value);
    const uniform = core.drawUniform();
    if (value.particle >= low && value.particle <= high) return this.#give(value.particle);
    const within = asked && this.#within(asked, low, high);
    return this.#give(within && within.length > 0 ? pick(within, uniform) : Number.NaN);
  }

  /** The draws between two limits, shared by all lanes. */
  #within({ index, draws }: Asked, low: number, high: number): Float64Array {
    const key = `${index} ${low} ${high}`;
    let within = this.#limited.get(key);
    if (!within) {
      within = draws.filter((x) => x >= low && x <= high);
      this.#limited.set(key, within);
    }
    return within;
  }

  #give(particle: number): Handle {
    return this.#options.core.independentCopy({ handle: 0, particle });
  }

  #ask(query: number, { particle }: Operand): Asked | undefined {
    const { recorder, readPath } = this.#options;
    const index = recorder.note('Asked', readPath(), query, particle);
    if (index === undefined) return undefined;
    let draws = this.#draws[index];
    if (draws === undefined) {
      const { first, second, occurrence } = recorder.placeAt(index);
      draws = this.#answers.get(keyOfQuery({ path: first, query: second, occurrence })) ?? null;
      this.#draws[index] = draws;
    }
    return draws ? { index, draws } : undefined;
  }

  #sampler({ index, draws }: Asked): () => number {
    const { first, occurrence } = this.#options.recorder.placeAt(index);
    return createSampler(draws, this.#options.seed, first, occurrence);
  }
}

/** Returns a function that draws randomly for a place, with the same sequence in every run. */
export function createSampler(
  draws: Float64Array,
  seed: bigint,
  path: number,
  occurrence: number,
): () => number {
  const random = createRandom(seed ^ BigInt(path) ^ (BigInt(occurrence) << 32n));
  return () => pick(draws, (random.nextUint32() + 0.5) / 2 ** 32);
}

/** Returns the draw at a position between 0 and 1 in the list of draws. */
export function pick(draws: Float64Array, uniform: number): number {
  return draws[Math.min(draws.length - 1, Math.floor(uniform * draws.length))]!;
}
