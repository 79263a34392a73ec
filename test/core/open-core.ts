// Cores for tests, on kernels built from the current sources. The kernels come from dist if they match the sources, and
// otherwise from cached compiler runs.

import { readFile } from 'node:fs/promises';
import { buildKernels } from '../../scripts/build-kernels.ts';
import { runInThread } from '../../scripts/run-tool.ts';
import { hashWasmInputs } from '../../scripts/wasm-versions.ts';
import type { Core, Handle, Operand } from '../../src/uncertainty/core/core.ts';
import { type CoreSpec, findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import {
  BINARY_OPERATIONS,
  type BinaryOperation,
  PARAMETRIC_KINDS,
  type ParametricKind,
  QUERIES,
  type Query,
  SINGLE_PRECISION,
  UNARY_OPERATIONS,
  type UnaryOperation,
} from '../../src/uncertainty/core/operations.ts';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import type { CoreOptions } from '../../src/uncertainty/cores/core-options.ts';
import { createCore } from '../../src/uncertainty/cores/create-core.ts';
import { keptClang } from '../kept/kept-clang.ts';

const BUILT = new URL('../../dist/wasm/', import.meta.url);

async function loadKernels(): Promise<WebAssembly.Module> {
  const madeFrom = await readFile(new URL('made-from.txt', BUILT), 'utf8').catch(() => undefined);
  if (madeFrom === hashWasmInputs())
    return WebAssembly.compile(await readFile(new URL('kernels.wasm', BUILT)));
  const bytes = await buildKernels(runInThread(keptClang));
  return WebAssembly.compile(bytes as BufferSource);
}

/** The kernels as a module. */
export const kernels = await loadKernels();

/** A core with named operations. Particles follow the operations, as they do in a program. */
export interface TestCore extends Core {
  readonly core: Core;
  make(kind: ParametricKind, a: number, b?: number, c?: number): Operand;
  one(operation: UnaryOperation, value: Operand, single?: boolean): Operand;
  two(operation: BinaryOperation, left: Operand | number, right: Operand | number, single?: boolean): Operand;
  ask(query: Query, value: Operand, argument?: number): number;
  /** Wraps the result of a call that creates a value. */
  take(handle: Handle): Operand;
  /** The positions and masses parsed from the value's Ux text. */
  read(value: Operand): { positions: Float64Array; masses: Float64Array };
}

/** Opens the default core with this name, with some fields changed. */
export function openCore(
  name: string,
  changes: Partial<CoreSpec> = {},
  options: Partial<CoreOptions> = {},
): TestCore {
  const core = createCore({ ...findDefaultCore(name), ...changes }, { kernels, seed: 42, ...options });
  // Any instance of the kernels can compute the particles.
  const machine = new WebAssembly.Instance(kernels).exports as unknown as {
    apply_unary(operation: number, x: number): number;
    apply_binary(operation: number, x: number, y: number): number;
  };
  const take = (handle: Handle): Operand => ({ handle, particle: core.resultParticle });
  const asOperand = (x: Operand | number) => (typeof x === 'number' ? { handle: 0, particle: x } : x);
  const test = {
    core,
    take,
    make: (kind: ParametricKind, a: number, b = 0, c = 0) =>
      take(core.parametric(PARAMETRIC_KINDS.indexOf(kind), a, b, c)),
    one(operation: UnaryOperation, value: Operand, single = false) {
      const number = UNARY_OPERATIONS.indexOf(operation) | (single ? SINGLE_PRECISION : 0);
      return take(core.unary(number, value.handle, machine.apply_unary(number, value.particle)));
    },
    two(operation: BinaryOperation, left: Operand | number, right: Operand | number, single = false) {
      const number = BINARY_OPERATIONS.indexOf(operation) | (single ? SINGLE_PRECISION : 0);
      const [x, y] = [asOperand(left), asOperand(right)];
      const particle = machine.apply_binary(number, x.particle, y.particle);
      return take(core.binary(number, x.handle, x.particle, y.handle, y.particle, particle));
    },
    ask: (query: Query, value: Operand, argument = 0) => core.query(QUERIES.indexOf(query), value, argument),
    read: (value: Operand) => parseUx(core.toText(value)),
  };
  return new Proxy(core, {
    get: (target, key) => {
      if (key in test) return test[key as keyof typeof test];
      const found = Reflect.get(target, key, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  }) as TestCore;
}
