// The library's engine for tests, with the command's cache, so that programs from an earlier test run are neither
// compiled nor rewritten again. After an edit to the compiler sources, programs are linked and rewritten again, but
// only the units whose input changed are recompiled.

import { buildingVersion } from '../../scripts/wasm-versions.ts';
import { deferHaze } from '../../src/node/defer-haze.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { createNodeEngine } from '../../src/node/engine/node-engine.ts';
import { createHelpedRunWorker, createNodeReferenceWorker } from '../../src/node/engine/node-run-worker.ts';
import { readClangVersion } from '../../src/node/engine/tool-version.ts';
import type { Haze } from '../../src/node/library.ts';
import { KeptWorkers } from '../../src/reference/crew/kept-workers.ts';
import { keptClang } from './kept-clang.ts';
import { openKept } from './kept-folder.ts';

let version: Promise<string> | undefined;

/**
 * Workers of this process that run one program after another, as a session's workers do, because starting a worker
 * takes 90 ms of CPU time. The command's tests run each program in a new worker.
 */
const createRunWorker = new KeptWorkers(createNodeReferenceWorker).lend(createHelpedRunWorker);

/** Identifies the contents that determine a program's compiled form: compiler, front end, runtime, rewriter. */
async function readVersion(): Promise<string> {
  return `${buildingVersion(await loadGuestRuntime())} ${await readClangVersion()}`;
}

/** The library's `createHaze`, with cached programs. */
export function createKeptHaze(): Haze {
  return deferHaze(async () => {
    version ??= readVersion();
    return createNodeEngine({
      kept: { cache: openKept(), version: await version },
      clang: keptClang,
      createRunWorker,
    });
  });
}
