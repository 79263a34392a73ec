// Runs the tools in parallel. All workers share one compiled copy of the largest module: a function called by one
// worker is compiled for the others.
import { compileTools } from '../src/node/engine/compile-tools.ts';
import { loadClang } from '../src/toolchain/clang/clang.ts';
import type { FileTree } from '../src/toolchain/sources/source-files.ts';
import type { RunTool } from './run-tool.ts';
import { openWorkerPool } from './worker-pool.ts';

/** Message to a worker. */
export interface ToolTask {
  readonly command: readonly string[];
  readonly files: FileTree;
  readonly output?: string | undefined;
}

/** Data of every worker. */
export interface ToolWorkerData {
  /** Absent when this thread has loaded the tools before: then each worker compiles a separate copy. */
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
