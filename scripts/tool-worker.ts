// A worker in the tool pool (tool-pool.ts).
import { workerData } from 'node:worker_threads';
import { compileTools } from '../src/node/engine/compile-tools.ts';
import { loadClang } from '../src/toolchain/clang/clang.ts';
import { runInThread } from './run-tool.ts';
import type { ToolTask, ToolWorkerData } from './tool-pool.ts';
import { answerTasks } from './worker-pool.ts';

const { module } = workerData as ToolWorkerData;
const tools = loadClang({ compile: module ? async () => module : compileTools }).then(runInThread);

answerTasks<ToolTask, Uint8Array>(async ({ command, files, output }) =>
  (await tools)(command, files, output),
);
