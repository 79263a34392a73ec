// The parts of a core that carries distributions. The ground is alike in all of them. Cores that count operands as
// independent and cores that follow dependence each have their own kind of the other parts.

import type { Core, Handle, Operand } from '../core/core.ts';
import type { ParametricKind, Query } from '../core/operations.ts';
import type { ValueFigures } from '../core/value-figures.ts';
import type { Posterior } from '../distributions/bayes.ts';
import type { Deltas } from '../distributions/deltas.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import type { PointRecords } from './point-records.ts';
import type { RecordParts } from './record-parts.ts';
import type { PointCreation, RecordTexts } from './record-texts.ts';

/** Parts that all cores with distributions have alike. The other parts each take some of them. */
export interface Ground extends RecordParts {
  readonly points: PointRecords;
  readonly texts: RecordTexts;
}

/** Operations on values. */
export type Arithmetic = Pick<Core, 'unary' | 'binary'>;

/** Limits of a value's support. The value is a record. */
export type Limits = Pick<Core, 'limitSupport'>;

/** Makes values other than by operations. */
export interface Creation
  extends PointCreation,
    Pick<Core, 'fromMultidimensionalSamples' | 'mixture' | 'independentCopy' | 'independentCopies'> {
  /** Makes a parametric distribution with these parameters; hot, so it takes numbers. */
  parametric(
    name: ParametricKind,
    plan: PlacedShape,
    single: number,
    a: number,
    b: number,
    c: number,
  ): Handle;
  fromPosterior(posterior: Posterior): Handle;
  /** A likelihood whose predictions leave no trace in the values that are made later. */
  predicting(likelihood: (hypothesis: number) => Operand): (hypothesis: number) => Operand;
}

/** Answers about values that are records. */
export interface Queries {
  answer(query: Query, value: Operand, argument: number): number;
  /** Turns uniform numbers into draws. */
  samplerOf(handle: Handle): (uniform: number) => number;
  figuresOf(handle: Handle): ValueFigures;
  /** Says so where the spread of a value that is shown is not known well. */
  judge(value: Operand): void;
  /** Deltas of evidence, of predictions and of priors. */
  describe(value: Operand): Deltas;
  /** Nodes of the one source that a value is a function of, where its density is not known better. */
  maybeNodesOf(handle: Handle): Deltas | undefined;
}
