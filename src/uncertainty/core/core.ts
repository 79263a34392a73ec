// Interface between a core and the program that runs on it. Such an object exists for the duration of one task. The
// runtime binds these calls to the guest's imports; nothing here depends on guest memory or WASI.

import type { Comparison, Rounding } from './operations.ts';
import type { ValueFigures } from './value-figures.ts';

/** Identifies a record of the core: a positive 32-bit integer below 2^21. 0 means "a plain value". */
export type Handle = number;

/** A value as the guest passes it: a handle and its particle. If the handle is 0, the particle is the whole value. */
export interface Operand {
  readonly handle: Handle;
  readonly particle: number;
}

/** The smallest and the largest draw. The bounds are infinite if any draw is NaN. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Queries about decisions that depend on a core's values. */
export interface Decisions {
  /** Bounds of the draws and of the particle. */
  boundsOf(value: Operand): Bounds;
  /** Probability that the comparison holds. */
  probabilityThat(comparison: Comparison, left: Operand, right: Operand): number;
  /** Probability that a draw converts to the same integer as the particle. */
  probabilityOfSame(rounding: Rounding, value: Operand): number;
}

/** Choices between values, made separately for each draw. */
export interface Choices {
  /** The result of a comparison as a value of 0s and 1s; handle 0 if every draw agrees with the particles. */
  holds(comparison: Comparison, left: Operand, right: Operand): Handle;
  /**
   * Selects the first value in draws where the condition is 1 and the second in all others. `particle`: the result's
   * particle.
   */
  choose(condition: Handle, first: Operand, second: Operand, particle: number): Handle;
}

/** Access to the draws of all values, one draw at a time. */
export interface JointDraws {
  /** Number of draws: 1 if every value is a plain number. */
  readonly count: number;
  /** True if each draw preserves the dependence between values. */
  readonly keepsJoint: boolean;
  /**
   * Enters a draw, given by its 0-based index. Until `valuesOf` is called, `drawOf` returns a value's number in this
   * draw.
   * @returns a core that turns distributions into plain random numbers until `valuesOf` is called
   */
  enter(draw: number): Core;
  /** A value's number in the entered draw. */
  drawOf(value: Operand): number;
  /**
   * Leaves the draws, and creates values from the numbers computed in them.
   * @param rows the numbers of all draws, draw by draw, `cardinality` each
   * @returns values that depend on every value that was read in the draws; their particles are means
   */
  valuesOf(rows: Float64Array, cardinality: number): Operand[];
}

/**
 * A core's kind of arithmetic, and the form in which it prints numbers. With `lanes`, values hold the numbers of a
 * group of lanes, and printed numbers are followed by names, as on a Reference core.
 */
export type CoreMode = 'bypass' | 'tracking' | 'reference' | 'lanes';

/**
 * The arithmetic of one task. Every method that creates a value returns its handle, or 0 if the result is plain; the
 * particle of the last result is `resultParticle`. Calls on hot paths take numbers, not objects.
 */
export interface Core {
  readonly mode: CoreMode;
  /** Decisions based on the draws of values; absent if every value is a plain number. */
  readonly decisions?: Decisions;
  /** Choices between values; absent if draws are not aligned. */
  readonly choices?: Choices;
  /** Particle of the value most recently created; the whole value if its handle was 0. */
  readonly resultParticle: number;
  /** Number of records created since the start. */
  readonly recordsCreated: number;
  /** Number of live records. */
  readonly recordsAlive: number;

  /**
   * Applies a function to a value. `operation` is an index into UNARY_OPERATIONS, plus SINGLE_PRECISION. `particle`:
   * the result's particle.
   */
  unary(operation: number, handle: Handle, particle: number): Handle;
  /** Combines two values, at least one of which is a record. `particle`: the result's particle. */
  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle;
  /** Creates a parametric distribution; `kind` is an index into PARAMETRIC_KINDS. Unused parameters are 0. */
  parametric(kind: number, a: number, b: number, c: number): Handle;
  /** Mean of the parametric distribution that `parametric` would create; NaN if the parameters are invalid. */
  meanOfParametric(kind: number, a: number, b: number, c: number): number;
  /** Sets the last result to a plain number. */
  givePlain(value: number): Handle;
  /** Empirical distribution. An empty list yields NaN. */
  fromSamples(samples: Float64Array): Handle;
  fromWeightedSamples(samples: Float64Array, weights: Float64Array): Handle;
  /** Joint samples: `rows` contains n rows of `cardinality` numbers each; returns `cardinality` operands. */
  fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[];
  mixture(first: Operand, second: Operand, firstWeight: number): Handle;
  independentCopy(value: Operand): Handle;
  /** Copies with the same mutual dependence as the originals, but independent of everything else. */
  independentCopies(values: readonly Operand[]): Operand[];
  readonly draws: JointDraws;
  limitSupport(value: Operand, low: number, high: number): Handle;
  /**
   * Posterior of `prior` given `evidence`; `likelihood` maps a plain hypothesis to the distribution of the evidence
   * under it. `observations` (default: 1) is the number of independent observations in `evidence`, which is their
   * empirical distribution. The likelihood of a hypothesis is then exp(observations · E[log f(e|h)]) instead of
   * E[f(e|h)].
   */
  bayesLaplace(
    likelihood: (hypothesis: number) => Operand,
    prior: Operand,
    evidence: Operand,
    observations?: number,
  ): Handle;
  /** Answers a query. `query` is an index into QUERIES, and `argument` is its second parameter (0 if there is none). */
  query(query: number, value: Operand, argument: number): number;
  /** Fills `target` with random draws. */
  sampleInto(value: Operand, target: Float64Array): void;
  /** Figures for a printed value, with their standard errors. */
  figuresOf(value: Operand): ValueFigures;
  /** `Ux…` text of a value, without the particle's decimal. */
  toText(value: Operand): string;
  /**
   * Reads `Ux…` text. `particle` is the decimal before the text; if undefined, the mean becomes the particle.
   * @throws HazeError `malformed-ux` with the fault and its position in `text`
   */
  fromText(text: string, particle: number | undefined): Handle;
  /** Binary form of the Ux format; `single` selects binary32 positions. */
  toBytes(value: Operand, single: boolean): Uint8Array;
  fromBytes(bytes: Uint8Array): Handle;
  /** Releases a record, whose handle may then be reused. */
  release(handle: Handle): void;
  /** True for the handle of a record that has not been released. */
  isLive(handle: Handle): boolean;
  /**
   * Releases every record whose bit in `marked` is clear (bit `handle & 31` of word `handle >>> 5`; absent words
   * count as 0). Returns the number of released records.
   */
  sweep(marked: Uint32Array): number;
}
