// Kernels on many lanes, computed jointly by a run and its helper (src/uncertainty/kernels). The results are
// bit-for-bit the same as without a helper, however the work is divided and whatever happens to the helper.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKernels, loadSharedKernels } from '../../src/node/engine/assets.ts';
import { type LimitedWorker, openLimitedWorker } from '../../src/node/engine/limited-worker.ts';
import type { Core, Operand } from '../../src/uncertainty/core/core.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import {
  BINARY_OPERATIONS,
  PARAMETRIC_KINDS,
  type ParametricKind,
  SINGLE_PRECISION,
  UNARY_OPERATIONS,
} from '../../src/uncertainty/core/operations.ts';
import { createCore } from '../../src/uncertainty/cores/create-core.ts';
import type { TrackingCore } from '../../src/uncertainty/cores/tracking-core.ts';
import type { HelpMessage } from '../../src/uncertainty/kernels/serve-lanes.ts';
import { maybeAllocateShared, type SharedKernels } from '../../src/uncertainty/kernels/shared-kernels.ts';
import {
  allocateDesk,
  closeDesk,
  countHelped,
  sayHelperGone,
} from '../../src/uncertainty/kernels/work-desk.ts';

const SPEC = { ...findDefaultCore('C0-Joint'), LaneCount: 16_384 };
const SOURCES = [
  ['gauss', 1, 0.3, 0],
  ['uniform', -0.5, 0.5, 0],
  ['exponential', 2, 0, 0],
  ['lognormal', 0, 0.4, 0],
  ['beta', 2, 3, 0],
  ['weibull', 2, 1.5, 0],
] as const satisfies readonly (readonly [ParametricKind, number, number, number])[];

const kernels = await loadKernels();
const module = await loadSharedKernels();
let helper: LimitedWorker<HelpMessage, never>;

beforeAll(() => {
  helper = openLimitedWorker('run-worker-node.js', {});
});
afterAll(() => helper.terminate());

/** Kernels in shared memory, with the words that a run and its helper use to divide the work. */
function share(): SharedKernels {
  return { ...module, memory: maybeAllocateShared(module)!, desk: allocateDesk() };
}

/** A hash of the bits of lanes, with all NaNs counted as the same. */
function bitsOf(core: TrackingCore, value: Operand): string {
  const lanes = core.lanes!.read(value).map((x) => (Number.isNaN(x) ? Number.NaN : x));
  return createHash('sha256').update(lanes).digest('hex');
}

/** The result of `work` on a separate core. */
function compute<Result>(shared: SharedKernels | undefined, work: (core: TrackingCore) => Result): Result {
  const core: Core = createCore(SPEC, { kernels, seed: 7, ...(shared ? { shared } : {}) });
  return work(core as TrackingCore);
}

function makeSources(core: Core): Operand[] {
  return SOURCES.map(([kind, a, b, c]) => ({
    handle: core.parametric(PARAMETRIC_KINDS.indexOf(kind), a, b, c),
    particle: core.resultParticle,
  }));
}

/**
 * Computes every operation on lanes, and on lanes with plain numbers, some in single precision, and then creates new
 * sources.
 */
function computeAll(core: TrackingCore): string[] {
  const results: string[] = [];
  const keep = (handle: number) => {
    results.push(bitsOf(core, { handle, particle: core.resultParticle }));
    core.release(handle);
  };
  const sources = makeSources(core);
  const add = BINARY_OPERATIONS.indexOf('add');
  const sum = core.binary(add, sources[0]!.handle, 1, sources[1]!.handle, 0.2, 1.2);
  const other = core.binary(add, sources[2]!.handle, 1, sources[3]!.handle, 0.2, 1.2);
  const precisionOf = (operation: number) => (operation % 3 === 0 ? SINGLE_PRECISION : 0);
  for (const [operation] of UNARY_OPERATIONS.entries())
    keep(core.unary(operation | precisionOf(operation), sum, 0.5));
  for (const [operation] of BINARY_OPERATIONS.entries()) {
    const exact = operation | precisionOf(operation);
    keep(core.binary(exact, sum, 1.2, other, 1.2, 0.5));
    keep(core.binary(exact, sum, 1.2, 0, 1.7, 0.5));
    keep(core.binary(exact, 0, 1.7, sum, 1.2, 0.5));
  }
  for (const { handle } of [...sources, ...makeSources(core)]) keep(handle);
  return results;
}

describe('a run and its helper', () => {
  const alone = compute(undefined, computeAll);

  it('a run with a helper computes the same bits as a run without one, operation by operation', () => {
    const shared = share();
    helper.post({ kind: 'help', shared });
    try {
      // Repeats until the helper, which starts slowly, has done part of the work.
      for (let round = 0; round === 0 || countHelped(shared.desk) < 100; round++)
        expect(compute(shared, computeAll)).toEqual(alone);
    } finally {
      closeDesk(shared.desk);
    }
  });

  it('a run continues alone, with the same bits, if its helper dies in the middle of a piece', () => {
    const shared = share();
    const dying = openLimitedWorker<HelpMessage, never>('run-worker-node.js', {});
    dying.post({ kind: 'help', shared });
    compute(shared, (core) => {
      const [x, y] = makeSources(core);
      const sum = core.binary(BINARY_OPERATIONS.indexOf('add'), x!.handle, 1, y!.handle, 0, 1);
      const tanh = () =>
        bitsOf(core, { handle: core.unary(UNARY_OPERATIONS.indexOf('tanh'), sum, 0.5), particle: 0 });
      const expected = tanh();
      while (countHelped(shared.desk) === 0) expect(tanh()).toEqual(expected);
      dying.terminate();
      sayHelperGone(shared.desk);
      for (let i = 0; i < 20; i++) expect(tanh()).toEqual(expected);
    });
  });
});
