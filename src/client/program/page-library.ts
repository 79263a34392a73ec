// Haze as a library, in a page: `import { build, run } from 'haze/browser'`. The compiler is downloaded with the first build,
// once, and kept by the browser.
import type { Haze } from '../../program/engine.ts';
import type { ProgramSession } from '../../program/program-session.ts';
import type { BuildOptions, RunOptions, RunResult } from '../../program/run-options.ts';
import type { BuildResult } from '../../toolchain/building/build-result.ts';
import type { SourceFiles } from '../../toolchain/sources/source-files.ts';
import { createPageEngine, type PageEngineOptions } from './page-engine.ts';

export type HazeOptions = PageEngineOptions;

/** Makes an instance with a compiler of its own, in a worker that is started with the first build. */
export function createHaze(options: HazeOptions = {}): Haze {
  return createPageEngine(options);
}

/**
 * Builds a program. A program that does not compile is a result with `ok: false` and its log.
 *
 * @param sources the text of one file, or files by path
 * @throws HazeError `unknown-language`, `asset-missing`, `network-away`, `toolchain-load-failed`, `compiler-died`
 * @example
 * import { build, run } from 'haze/browser';
 * const built = await build('#include <stdio.h>\nint main(void) { printf("%lf\\n", 2.5); }');
 * if (built.ok) console.log((await run(built.module, { core: 'C0-S' })).stdout);
 */
export function build(sources: string | SourceFiles, options: BuildOptions = {}): Promise<BuildResult> {
  return sharedHaze().build(sources, options);
}

/**
 * Runs a module that `build` made, on a core.
 *
 * @throws HazeError `unknown-core`, `invalid-runs`, `invalid-seed`, `invalid-time-limit`, `malformed-shell-words`, and those of
 * a module that cannot be rewritten
 */
export function run(module: Uint8Array, options: RunOptions = {}): Promise<RunResult> {
  return sharedHaze().run(module, options);
}

/**
 * Runs a module and keeps it ready to be run again with other sources, as fast as it computes.
 *
 * @throws HazeError as `run`, and `not-supported` on Reference cores
 */
export function open(module: Uint8Array, options: RunOptions = {}): Promise<ProgramSession> {
  return sharedHaze().open(module, options);
}

let shared: Haze | undefined;

function sharedHaze(): Haze {
  shared ??= createPageEngine();
  return shared;
}
