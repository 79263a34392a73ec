// Haze as a library in Node, which builds a program and runs it on a core: `import { build, run } from 'haze'`.
// Everything is lazy-loaded on first use, so the import alone costs almost nothing.
import type { Haze } from '../program/engine.ts';
import type { ProgramSession } from '../program/program-session.ts';
import type { BuildOptions, RunOptions, RunResult } from '../program/run-options.ts';
import type { BuildResult } from '../toolchain/building/build-result.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import { deferHaze } from './defer-haze.ts';

export type { Haze } from '../program/engine.ts';
export type { ProgramSession, SessionRun } from '../program/program-session.ts';
export type { BuildOptions, RunOptions, RunResult } from '../program/run-options.ts';
export { DEFAULT_CORE } from '../uncertainty/core/default-core.ts';

/**
 * Creates an instance with its own compiler and kernels, which are loaded on its first call.
 *
 * @example
 * ```ts
 * import { createHaze } from 'haze';
 * const haze = createHaze();
 * const built = await haze.build('int main(void) { return 3; }');
 * if (built.ok) console.log((await haze.run(built.module)).exitStatus); // 3
 * ```
 */
export function createHaze(): Haze {
  return deferHaze(async () => (await import('./engine/node-engine.ts')).createNodeEngine());
}

/**
 * Builds a program. A program that does not compile is a result with `ok: false` and its log.
 *
 * @param sources the text of one file, or files by path
 * @param options language, files and flags of the build
 * @throws HazeError `usage` for invalid arguments, `unknown-language`, `toolchain-load-failed`, `not-built`
 * @example
 * ```ts
 * import { build, run } from 'haze';
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
 * @throws HazeError `usage` for invalid arguments, `unknown-core`, `invalid-runs`, `invalid-seed`,
 *   `invalid-time-limit`, `unbalanced-quote`, and the errors for a module that cannot be rewritten
 * @example
 * ```ts
 * import { build, run } from 'haze';
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
 * Runs a module and keeps it loaded, so that further runs with other sources start immediately.
 *
 * @param module WebAssembly, the `module` of a build's result
 * @param options core, seed, inputs and limits of the run
 * @throws HazeError as `run`, and `not-supported` on Reference cores
 * @example
 * ```ts
 * import { build, open } from 'haze';
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

// One instance per process, created on the first call. It is stored on the global object, not in module state: two
// copies of this package in one process share the compiler's 100 MB.
const SHARED = Symbol.for('haze.shared');

function sharedHaze(): Haze {
  const holder = globalThis as { [SHARED]?: Haze };
  holder[SHARED] ??= createHaze();
  return holder[SHARED];
}
