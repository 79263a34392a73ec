// Runs of the tools beside each other. Their largest module is compiled once for all workers, so that a function that one has
// called is there for the others.
import { compileTools } from '../src/node/engine/compile-tools.ts';
import { loadClang } from '../src/toolchain/clang/clang.ts';
import type { FileTree } from '../src/toolchain/sources/source-files.ts';
import type { RunTool } from './run-tool.ts';
import { openWorkerPool } from './worker-pool.ts';

/** What a worker is sent. */
export interface ToolTask {
  readonly command: readonly string[];
  readonly files: FileTree;
  readonly output?: string | undefined;
}

/** What every worker has. */
export interface ToolWorkerData {
  /** Absent where this thread had loaded the tools before: each worker compiles its own. */
  readonly module?: WebAssembly.Module | undefined;
}

export interface ToolPool {
  readonly run: RunTool;
  close(): Promise<void>;
}

/** Opens as many workers as there are processors. */
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
