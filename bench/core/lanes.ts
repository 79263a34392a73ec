// Time of operations on 1 024 and 4 096 aligned samples: the part of a call that is spent in the core.

import type { Measurement } from '../../scripts/measurement.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import type { Core, Operand } from '../../src/uncertainty/core/core.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import {
  BINARY_OPERATIONS,
  type BinaryOperation,
  PARAMETRIC_KINDS,
  UNARY_OPERATIONS,
} from '../../src/uncertainty/core/operations.ts';
import { createCore } from '../../src/uncertainty/cores/create-core.ts';
import { measureMedian } from './measure-median.ts';

/** Upper limit for a function of 1 024 lanes, in microseconds. */
const FUNCTION_GOAL = 4;
const TWO_OPERANDS = [
  ['add', 0.33],
  ['mul', undefined],
  ['div', undefined],
  ...(['pow', 'atan2', 'hypot'] as const).map((name) => [name, FUNCTION_GOAL] as const),
] as const;
const ONE_OPERAND = [
  ['sqrt', undefined],
  ...(['exp', 'log', 'sin', 'cos', 'tanh', 'sinh', 'cosh', 'erf', 'erfc', 'lgamma', 'tgamma'] as const).map(
    (name) => [name, FUNCTION_GOAL] as const,
  ),
  ...(['atan', 'asinh', 'acosh', 'atanh', 'expm1', 'log1p', 'cbrt'] as const).map(
    (name) => [name, FUNCTION_GOAL] as const,
  ),
  ...(['tan', 'exp2', 'exp10', 'log2', 'log10'] as const).map((name) => [name, FUNCTION_GOAL] as const),
] as const;

/** Medians in microseconds. */
export async function run(): Promise<Measurement[]> {
  const kernels = await loadKernels();
  return [1024, 4096].flatMap((laneCount) => {
    const core = createCore({ ...findDefaultCore('C0-Joint'), LaneCount: laneCount }, { kernels, seed: 1 });
    const make = (kind: 'gauss' | 'uniform', a: number, b: number): Operand => ({
      handle: core.parametric(PARAMETRIC_KINDS.indexOf(kind), a, b, 0),
      particle: a,
    });
    return measureOperations(core, laneCount, make('gauss', 2, 0.2), make('uniform', 1, 2));
  });
}

function measureOperations(core: Core, laneCount: number, x: Operand, y: Operand): Measurement[] {
  const report = (name: string, action: () => number, goal?: number): Measurement => ({
    name: `${name}, ${laneCount} lanes`,
    value: measureMedian(() => core.release(action())),
    unit: 'µs',
    ...(goal === undefined || laneCount !== 1024 ? {} : { goal }),
  });
  const numberOf = (name: BinaryOperation) => BINARY_OPERATIONS.indexOf(name);
  // A value that has two sources and exists only as lanes. It shares a source with `y`, so no product of deltas is
  // formed.
  const sum = core.binary(numberOf('add'), x.handle, 3, y.handle, 1, 4);
  const small = core.binary(numberOf('div'), sum, 4, 0, 8, 0.5);
  return [
    ...TWO_OPERANDS.map(([operation, goal]) =>
      report(operation, () => core.binary(numberOf(operation), sum, 4, y.handle, 1, 1), goal),
    ),
    ...ONE_OPERAND.map(([operation, goal]) => {
      const number = UNARY_OPERATIONS.indexOf(operation);
      const handle = operation === 'atanh' ? small : sum;
      return report(operation, () => core.unary(number, handle, 1), goal);
    }),
    // This case covers both the lanes and the points of a source.
    report('tanh of a source', () => core.unary(UNARY_OPERATIONS.indexOf('tanh'), x.handle, 1)),
    report('a new source', () => {
      const source = core.parametric(PARAMETRIC_KINDS.indexOf('gauss'), 3, 0.2, 0);
      core.release(core.binary(numberOf('add'), source, 3, 0, 1, 4));
      return source;
    }),
  ];
}
