// Haze as a library for pages: `import { build, run } from 'haze/browser'`. The first build downloads the compiler,
// and the browser caches it.
import type { Haze } from '../../program/engine.ts';
import type { ProgramSession } from '../../program/program-session.ts';
import type { BuildOptions, RunOptions, RunResult } from '../../program/run-options.ts';
import type { BuildResult } from '../../toolchain/building/build-result.ts';
import type { SourceFiles } from '../../toolchain/sources/source-files.ts';
import { createPageEngine, type PageEngineOptions } from './page-engine.ts';

export type HazeOptions = PageEngineOptions;

/**
 * Creates an instance with its own compiler, in a worker that the first build starts.
 *
 * @param options address of the folder with Haze's files
 * @example
 * ```ts
 * import { createHaze } from 'haze/browser';
 * const haze = createHaze();
 * const built = await haze.build('int main(void) { return 3; }');
 * if (built.ok) console.log((await haze.run(built.module)).exitStatus); // 3
 * ```
 */
export function createHaze(options: HazeOptions = {}): Haze {
  return createPageEngine(options);
}

/**
 * Builds a program. If the program does not compile, the result has `ok: false` and the log.
 *
 * @param sources the text of one file, or files by path
 * @param options language, files and flags of the build
 * @throws HazeError `unknown-language`, `asset-missing`, `network-away`, `toolchain-load-failed`, `compiler-died`
 * @example
 * ```ts
 * import { build, run } from 'haze/browser';
 * const built = await build('#include <stdio.h>\nint main(void) { printf("%lf", 2.5); }');
 * if (built.ok) console.log((await run(built.module)).stdout.slice(0, 4)); // 2.50
 * ```
 */
export function build(sources: string | SourceFiles, options: BuildOptions = {}): Promise<BuildResult> {
  return sharedHaze().build(sources, options);
}

/**
 * Runs a module from `build` on a core.
 *
 * @param module WebAssembly, the `module` of a build's result
 * @param options core, seed, inputs and limits of the run
 * @throws HazeError `unknown-core`, `invalid-runs`, `invalid-seed`, `invalid-time-limit`, `malformed-shell-words`, and
 *   errors for a module that cannot be rewritten
 * @example
 * ```ts
 * import { build, run } from 'haze/browser';
 * const text = `#include <stdio.h>
 * #include <uxhw.h>
 * int main(void) { printf("%.2lf", UxHwDoubleProbabilityGT(UxHwDoubleUniformDist(3, 5), 4.5)); }`;
 * const built = await build(text);
 * if (!built.ok) throw new Error(built.log);
 * console.log((await run(built.module, { core: 'C0-M' })).stdout.slice(0, 4)); // 0.25
 * ```
 */
export function run(module: Uint8Array, options: RunOptions = {}): Promise<RunResult> {
  return sharedHaze().run(module, options);
}

/**
 * Runs a module and keeps it loaded, so that further runs with other values for its sources start at once.
 *
 * @param module WebAssembly, the `module` of a build's result
 * @param options core, seed, inputs and limits of the run
 * @throws HazeError as `run`, and `not-supported` on Reference cores
 * @example
 * ```ts
 * import { build, open } from 'haze/browser';
 * const text = `#include <stdio.h>
 * #include <uxhw.h>
 * int main(void) {
 *   double voltage = UxHwDoubleUniformDist(3, 5);
 *   printf("power: %lf W", 3 * voltage);
 * }`;
 * const built = await build(text);
 * if (!built.ok) throw new Error(built.log);
 * const session = await open(built.module, { core: 'C0-Joint' });
 * const { stdout } = await session.run({ sources: { voltage: 5 } });
 * session.close();
 * console.log(stdout.slice(0, 11)); // power: 15.0
 * ```
 */
export function open(module: Uint8Array, options: RunOptions = {}): Promise<ProgramSession> {
  return sharedHaze().open(module, options);
}

let shared: Haze | undefined;

function sharedHaze(): Haze {
  shared ??= createPageEngine();
  return shared;
}
