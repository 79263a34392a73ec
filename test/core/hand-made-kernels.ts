// Kernels over a small memory, with functions written by hand in the tests, to test parts of a core without a compiler.

import type { KernelExports } from '../../src/uncertainty/kernels/kernel-exports.ts';
import { Kernels } from '../../src/uncertainty/kernels/kernels.ts';

const FIRST_FREE = 1000;

export function makeKernels(functions: Partial<KernelExports> = {}, mostPages = 4): Kernels {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: mostPages });
  return new Kernels({ memory, ...functions } as KernelExports, FIRST_FREE);
}
