// Compiles large programs on several processors, for the command and the library.
import { availableParallelism } from 'node:os';
import { CompileClient } from '../../jobs/compiling/compile-client.ts';
import { countHelpers, ParallelCompiler } from '../../jobs/compiling/parallel-compiler.ts';
import type { Compiler } from '../../toolchain/sources/compiler.ts';
import { readMachineMemory } from './machine-memory.ts';
import { createNodeCompileWorker } from './serve-workers.ts';

/**
 * A compiler that passes sources to workers if many are pending, and compiles sources that exceed the workers' limits
 * in this thread.
 */
export function shareCompiling(own: Compiler): ParallelCompiler {
  return new ParallelCompiler(own, {
    create: () => new CompileClient({ createWorker: createNodeCompileWorker }),
    count: countHelpers(availableParallelism(), readMachineMemory()),
    haveLess: true,
  });
}
