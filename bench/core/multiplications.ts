// Time of one operation on two independent distributions, including product and reduction, on Athens cores.

import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import {
  BINARY_OPERATIONS,
  PARAMETRIC_KINDS,
  UNARY_OPERATIONS,
} from '../../src/uncertainty/core/operations.ts';
import { createCore } from '../../src/uncertainty/cores/create-core.ts';
import { measureMedian } from './measure-median.ts';

/** Upper limits for a multiplication, in microseconds. */
const GOALS: Readonly<Record<number, number>> = { 32: 20, 512: 10_000 };

/** Median times of operations at each precision, in microseconds. */
export async function run(): Promise<Measurement[]> {
  const kernels = await loadKernels();
  const results: Measurement[] = [];
  for (const precision of [32, 64, 128, 256, 512]) {
    const core = createCore({ ...findDefaultCore('C0-XL'), Precision: precision }, { kernels, seed: 1 });
    const gauss = core.parametric(PARAMETRIC_KINDS.indexOf('gauss'), 29.01696, 0.2901696, 0);
    const uniform = core.parametric(PARAMETRIC_KINDS.indexOf('uniform'), 1.21275, 1.23725, 0);
    for (const operation of ['add', 'mul', 'div', 'pow'] as const) {
      const number = BINARY_OPERATIONS.indexOf(operation);
      const value = measureMedian(() => core.release(core.binary(number, gauss, 29, uniform, 1.2, 1)));
      const goal = operation === 'mul' ? GOALS[precision] : undefined;
      results.push(measurement(`Athens ${operation}, N = ${precision}`, value, 'µs', goal));
    }
    const exp = UNARY_OPERATIONS.indexOf('exp');
    const value = measureMedian(() => core.release(core.unary(exp, uniform, 1)));
    results.push(measurement(`Athens exp, N = ${precision}`, value, 'µs'));
  }
  return results;
}
