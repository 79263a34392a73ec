// Builds the kernels of this folder: each as clang makes it, and rewritten, with and without an unrelated box alive.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RewriteOptions, rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { compileObject, linkObjects } from '../../test/rewrite/guest-toolchain.ts';
import { COLLECTOR_FLAGS, TOY_COLLECTOR, toyRuntimeSource } from '../../test/rewrite/toy-runtime.ts';

const FOLDER = join('bench', 'rewrite', 'kernels');

/** One kernel in its forms. */
export interface KernelProgram {
  readonly name: string;
  readonly plain: Uint8Array;
  readonly rewritten: Uint8Array;
  /** Rewritten, with a box alive from the first instruction to the last. */
  readonly withRecord: Uint8Array;
}

/** Everything that a program of the service is rewritten with. */
export const FULL_STRENGTH: RewriteOptions = { safepoints: true, exactCopies: true };

/** Kernels that the compiler makes vectors of are measured so, too: their names end with this. */
const VECTORS = ', with vectors';
const VECTORISED = ['lu.c', 'jacobi.c', 'matrix-product.c', 'mandelbrot.c', 'spectral-norm.c'];

/** Names of the kernels: of their files, and how they are compiled. */
export function kernelNames(): string[] {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.h'));
  return [...files, ...VECTORISED.map((name) => name + VECTORS)];
}

/** Compiles, links and rewrites one kernel. */
export async function buildKernel(
  name: string,
  options: RewriteOptions = FULL_STRENGTH,
): Promise<KernelProgram> {
  const runtime = await compileObject('toy.c', toyRuntimeSource(TOY_COLLECTOR), ['-O2', '-fno-math-errno']);
  const file = name.replace(VECTORS, '');
  const vectorFlags = name === file ? [] : ['-O3', '-msimd128'];
  const source = readFileSync(join(FOLDER, file), 'utf8');
  const headers = { 'kernel.h': readFileSync(join(FOLDER, 'kernel.h'), 'utf8') };
  const link = async (flags: string[]): Promise<Uint8Array> => {
    const options = ['-O2', '-fno-exceptions', ...vectorFlags, ...flags];
    const object = await compileObject(file, source, options, headers);
    const libraries = file.endsWith('.cc') ? ['-lc++', '-lc++abi'] : [];
    return linkObjects({ 'kernel.o': object, 'toy.o': runtime }, [...COLLECTOR_FLAGS, ...libraries]);
  };
  const plain = await link([]);
  return {
    name: name.replace(/\.\w+/, ''),
    plain,
    rewritten: rewriteModule(plain, options).module,
    withRecord: rewriteModule(await link(['-DWITH_RECORD']), options).module,
  };
}
