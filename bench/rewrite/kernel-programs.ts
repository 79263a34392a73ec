// Builds the kernels in this folder: as compiled by clang, and rewritten, with and without an unrelated live box.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RewriteOptions, rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { compileObject, linkObjects } from '../../test/rewrite/guest-toolchain.ts';
import { COLLECTOR_FLAGS, TOY_COLLECTOR, toyRuntimeSource } from '../../test/rewrite/toy-runtime.ts';

const FOLDER = join('bench', 'rewrite', 'kernels');

/** A kernel in its various forms. */
export interface KernelProgram {
  readonly name: string;
  readonly plain: Uint8Array;
  readonly rewritten: Uint8Array;
  /** Rewritten, with a box that stays live from the first instruction to the last. */
  readonly withRecord: Uint8Array;
}

/** The rewriter options that the service uses for programs. */
export const FULL_STRENGTH: RewriteOptions = { safepoints: true, exactCopies: true };

/** Suffix of the names of vectorised kernels, which are also measured. */
const VECTORS = ', with vectors';
const VECTORISED = ['lu.c', 'jacobi.c', 'matrix-product.c', 'mandelbrot.c', 'spectral-norm.c'];

/** Kernels linked as in the service: the math library is not rewritten, and wrappers call it. */
const WRAPPED = ', with wrapped functions';
const WRAPPED_FUNCTIONS = ['exp', 'log'];

/** Wrappers like those in wasm/guest/libm.c: numbers go to the library's function, boxes to a different function. */
const WRAPPERS = `#include <math.h>
double __ux_toy_box(double), __ux_toy_unbox(double);
${WRAPPED_FUNCTIONS.map(
  (name) => `const void *__ux_extract_${name}(void) { return (const void *)${name}; }
double __real_${name}(double);
double __wrap_${name}(double x) {
  if (__builtin_expect(x == x, 1)) return __real_${name}(x);
  return __ux_toy_box(__real_${name}(__ux_toy_unbox(x)));
}`,
).join('\n')}`;

function isLeftAlone(name: string): boolean {
  return WRAPPED_FUNCTIONS.includes(name) || name.startsWith('__math_');
}

/** Names of the kernels, derived from their files and compiler options. */
export function kernelNames(): string[] {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.h'));
  return [...files, ...VECTORISED.map((name) => name + VECTORS), `black-scholes.c${WRAPPED}`];
}

/** Compiles, links and rewrites a kernel. */
export async function buildKernel(
  name: string,
  options: RewriteOptions = FULL_STRENGTH,
): Promise<KernelProgram> {
  const runtime = await compileObject('toy.c', toyRuntimeSource(TOY_COLLECTOR), ['-O2', '-fno-math-errno']);
  const file = name.replace(/, .*/, '');
  const vectorFlags = name.endsWith(VECTORS) ? ['-O3', '-msimd128'] : [];
  const isWrapped = name.endsWith(WRAPPED);
  const wrappers = await compileObject('wrappers.c', WRAPPERS, ['-O2', '-fno-math-errno', '-fno-builtin']);
  const source = readFileSync(join(FOLDER, file), 'utf8');
  const headers = { 'kernel.h': readFileSync(join(FOLDER, 'kernel.h'), 'utf8') };
  const link = async (flags: string[], wrapped = isWrapped): Promise<Uint8Array> => {
    const options = ['-O2', '-fno-exceptions', ...vectorFlags, ...flags];
    const object = await compileObject(file, source, options, headers);
    const libraries = file.endsWith('.cc') ? ['-lc++', '-lc++abi'] : [];
    const objects = { 'kernel.o': object, 'toy.o': runtime, ...(wrapped ? { 'wrappers.o': wrappers } : {}) };
    const wraps = wrapped ? WRAPPED_FUNCTIONS.map((called) => `--wrap=${called}`) : [];
    return linkObjects(objects, [...COLLECTOR_FLAGS, ...wraps, ...libraries]);
  };
  const all = isWrapped ? { ...options, exclude: isLeftAlone } : options;
  return {
    name: name.replace(/\.\w+/, ''),
    plain: await link([], false),
    rewritten: rewriteModule(await link([]), all).module,
    withRecord: rewriteModule(await link(['-DWITH_RECORD']), all).module,
  };
}
