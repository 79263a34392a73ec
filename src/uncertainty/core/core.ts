// Interface of a core to the program that runs on it. One object of this kind lives as long as one task. The runtime
// binds these calls to the imports of the guest; nothing here knows guest memory or WASI.

import type { Comparison, Rounding } from './operations.ts';
import type { ValueFigures } from './value-figures.ts';

/** Names a record of the core: a positive 32-bit integer below 2^21. 0 means "a plain value". */
export type Handle = number;

/** A value as the guest passes it: a handle and its particle; with handle 0 the particle is the whole value. */
export interface Operand {
  readonly handle: Handle;
  readonly particle: number;
}

/** The smallest and the largest draw; infinities where a draw is NaN. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Questions about decisions on the values of one core. */
export interface Decisions {
  /** Bounds of the draws and of the particle. */
  boundsOf(value: Operand): Bounds;
  /** Probability that the comparison holds. */
  probabilityThat(comparison: Comparison, left: Operand, right: Operand): number;
  /** Probability that a draw becomes the integer that the particle becomes. */
  probabilityOfSame(rounding: Rounding, value: Operand): number;
}

/** Choices that each draw makes for itself. */
export interface Choices {
  /** The values 0 and 1 of a comparison; handle 0 if every draw gives the particles' result. */
  holds(comparison: Comparison, left: Operand, right: Operand): Handle;
  /** Takes the first value in draws where the condition is 1, and else the second. `particle`: of the result. */
  choose(condition: Handle, first: Operand, second: Operand, particle: number): Handle;
}

/** Draws of all values one by one. */
export interface JointDraws {
  /** Number of draws: 1 if every value is one number. */
  readonly count: number;
  /** True if a draw keeps how values depend on each other. */
  readonly keepsJoint: boolean;
  /**
   * Enters a draw, from 0. Until `valuesOf`, `drawOf` returns the number of a value in this draw.
   * @returns the core that makes plain draws of distributions meanwhile
   */
  enter(draw: number): Core;
  /** The number of a value in the entered draw. */
  drawOf(value: Operand): number;
  /**
   * Ends the draws, and makes values from the numbers computed in them.
   * @param rows the numbers of all draws, draw by draw, `cardinality` each
   * @returns values that depend on the values that the draws read; particles are means
   */
  valuesOf(rows: Float64Array, cardinality: number): Operand[];
}

/**
 * Behaviour and printed form of numbers on a core. `lanes`: values of a group of lanes, whose printed numbers have
 * names as on a Reference core.
 */
export type CoreMode = 'bypass' | 'tracking' | 'reference' | 'lanes';

/**
 * The arithmetic of one task. Every method that makes a value returns its handle, 0 when the result is plain; the
 * particle of the last result is `resultParticle`. Hot calls take numbers, not objects.
 */
export interface Core {
  readonly mode: CoreMode;
  /** Tells how the draws of values decide; absent when every value is one number. */
  readonly decisions?: Decisions;
  /** Present where draws are aligned. */
  readonly choices?: Choices;
  /** Particle of the value that the last creating call returned; the whole value when its handle was 0. */
  readonly resultParticle: number;
  /** Records created since the start, and records alive now. */
  readonly recordsCreated: number;
  readonly recordsAlive: number;

  /** Maps a value. `operation` is an index into UNARY_OPERATIONS, plus SINGLE_PRECISION. `particle`: of the result. */
  unary(operation: number, handle: Handle, particle: number): Handle;
  /** Combines two values, at least one of them a record. `particle`: of the result. */
  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle;
  /** Makes a parametric distribution; `kind` is an index into PARAMETRIC_KINDS. Unused parameters are 0. */
  parametric(kind: number, a: number, b: number, c: number): Handle;
  /** Mean of a parametric distribution as `parametric` would make it, NaN if the parameters are not allowed. */
  meanOfParametric(kind: number, a: number, b: number, c: number): number;
  /** Makes a plain number the last result. */
  givePlain(value: number): Handle;
  /** Empirical distribution. An empty list gives NaN. */
  fromSamples(samples: Float64Array): Handle;
  fromWeightedSamples(samples: Float64Array, weights: Float64Array): Handle;
  /** Joint samples: `rows` holds n rows of `cardinality` numbers; returns `cardinality` operands. */
  fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[];
  mixture(first: Operand, second: Operand, firstWeight: number): Handle;
  independentCopy(value: Operand): Handle;
  /** Copies that depend on each other as the originals do, and on nothing else. */
  independentCopies(values: readonly Operand[]): Operand[];
  readonly draws: JointDraws;
  limitSupport(value: Operand, low: number, high: number): Handle;
  /**
   * Posterior of `prior` given `evidence`; `likelihood` maps a plain hypothesis to the distribution of evidence.
   * `observations` (1 when absent) is the number of independent observations in `evidence`, as their empirical
   * distribution. The likelihood of a hypothesis is then exp(observations · E[log f(e|h)]) instead of E[f(e|h)].
   */
  bayesLaplace(
    likelihood: (hypothesis: number) => Operand,
    prior: Operand,
    evidence: Operand,
    observations?: number,
  ): Handle;
  /** Answers a question; `query` is an index into QUERIES, `argument` its second parameter (0 when it has none). */
  query(query: number, value: Operand, argument: number): number;
  /** Fills `target` with random draws. */
  sampleInto(value: Operand, target: Float64Array): void;
  /** Figures of a value that is printed, with their standard errors. */
  figuresOf(value: Operand): ValueFigures;
  /** `Ux…` text of a value, without the particle's decimal. */
  toText(value: Operand): string;
  /**
   * Reads `Ux…` text. `particle` is the decimal before it; if undefined, the mean is the particle.
   * @throws HazeError `malformed-ux` with the fault and its character in `text`
   */
  fromText(text: string, particle: number | undefined): Handle;
  /** Ux bytes form; `single` selects binary32 positions. */
  toBytes(value: Operand, single: boolean): Uint8Array;
  fromBytes(bytes: Uint8Array): Handle;
  /** Forgets a record; its handle may be used again. */
  release(handle: Handle): void;
  /** Records created since the last sweep (or the start), for comparison with a collector's threshold. */
  readonly recordsCreatedSinceSweep: number;
  /** True for the handle of a record that has not been released. */
  isLive(handle: Handle): boolean;
  /**
   * Releases every record whose bit in `marked` is not set (bit `handle & 31` of word `handle >>> 5`; absent words
   * count as 0). Returns the number of released records.
   */
  sweep(marked: Uint32Array): number;
}
