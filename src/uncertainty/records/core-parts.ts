// The parts of a core with distributions. The ground is the same in all such cores. The other parts come in two kinds:
// one for cores that treat operands as independent, and one for cores that track dependence.

import type { Core, Handle, Operand } from '../core/core.ts';
import type { ParametricKind, Query } from '../core/operations.ts';
import type { ValueFigures } from '../core/value-figures.ts';
import type { Posterior } from '../distributions/bayes.ts';
import type { Deltas } from '../distributions/deltas.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import type { PointRecords } from './point-records.ts';
import type { RecordParts } from './record-parts.ts';
import type { PointCreation, RecordTexts } from './record-texts.ts';

/** Parts common to all cores with distributions. The other parts use some of them. */
export interface Ground extends RecordParts {
  readonly points: PointRecords;
  readonly texts: RecordTexts;
}

/** Operations on values. */
export type Arithmetic = Pick<Core, 'unary' | 'binary'>;

/** Limits a value's support. The value is a record. */
export type Limits = Pick<Core, 'limitSupport'>;

/** Creates values that are not results of operations. */
export interface Creation
  extends PointCreation,
    Pick<Core, 'fromMultidimensionalSamples' | 'mixture' | 'independentCopy' | 'independentCopies'> {
  /** Creates a parametric distribution. The arguments are plain numbers, because the call is on a hot path. */
  parametric(
    name: ParametricKind,
    plan: PlacedShape,
    single: number,
    a: number,
    b: number,
    c: number,
  ): Handle;
  fromPosterior(posterior: Posterior): Handle;
  /** Wraps a likelihood so that its predictions do not affect later values. */
  predicting(likelihood: (hypothesis: number) => Operand): (hypothesis: number) => Operand;
}

export interface Queries {
  answer(query: Query, value: Operand, argument: number): number;
  /** Returns a function that turns uniform numbers into draws. */
  samplerOf(handle: Handle): (uniform: number) => number;
  figuresOf(handle: Handle): ValueFigures;
  /** Notifies the user if the spread of a displayed value is inaccurate. */
  judge(value: Operand): void;
  /** Deltas of evidence, predictions and priors. */
  describe(value: Operand): Deltas;
  /** A source's nodes, for a value that is a function of this source and has no better density. */
  maybeNodesOf(handle: Handle): Deltas | undefined;
}
