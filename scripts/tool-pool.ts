// Runs the tools in parallel. All workers share a single compiled copy of the largest module: once one worker calls a
// function, that function is compiled for all workers.
import { compileTools } from '../src/node/engine/compile-tools.ts';
import { loadClang } from '../src/toolchain/clang/clang.ts';
import type { FileTree } from '../src/toolchain/sources/source-files.ts';
import type { RunTool } from './run-tool.ts';
import { openWorkerPool } from './worker-pool.ts';

/** A message to a worker. */
export interface ToolTask {
  readonly command: readonly string[];
  readonly files: FileTree;
  readonly output?: string | undefined;
}

/** Data passed to every worker. */
export interface ToolWorkerData {
  /** Undefined if this thread has already loaded the tools: each worker then compiles its own copy. */
  readonly module?: WebAssembly.Module | undefined;
}

export interface ToolPool {
  readonly run: RunTool;
  close(): Promise<void>;
}

/** Opens one worker per processor. */
export async function openToolPool(): Promise<ToolPool> {
  let module: WebAssembly.Module | undefined;
  await loadClang({
    compile: async (bytes) => {
      module = await compileTools(bytes);
      return module;
    },
  });
  const pool = openWorkerPool<ToolTask, Uint8Array>('tool-worker', { module } satisfies ToolWorkerData);
  return { run: (command, files, output) => pool.run({ command, files, output }), close: pool.close };
}
