// Builds and runs one program for a test, through the library. If the build fails, so does the test.

import { scaleLimit } from '../../scripts/tests/slowness.ts';
import type { Haze, RunOptions, RunResult } from '../../src/node/library.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';

export interface ProgramRequest extends RunOptions {
  readonly language?: string;
  /** Includes debug information in the module. */
  readonly debug?: boolean;
  /** Compiler flags, as in config.mk. */
  readonly flags?: readonly string[];
}

const RUN_OPTIONS: readonly (keyof RunOptions)[] = [
  ...([
    'core',
    'arguments',
    'files',
    'stdin',
    'seed',
    'timeLimitSeconds',
    'outputLimitBytes',
    'runs',
  ] as const),
  ...([
    'runTimeLimitSeconds',
    'plain',
    'collectAlways',
    'trace',
    'sources',
    'decisions',
    'accuracy',
    'figures',
    'signal',
  ] as const),
  ...(['onStdout', 'onStderr'] as const),
];

/** The time limit for a program on an otherwise idle machine. */
const MOST_SECONDS = 60;

/** The run options in a request. The library rejects unknown options. */
function runOptionsOf(request: ProgramRequest): RunOptions {
  const given = RUN_OPTIONS.flatMap((name) => (name in request ? [[name, request[name]]] : []));
  return { timeLimitSeconds: scaleLimit(MOST_SECONDS), ...Object.fromEntries(given) };
}

/** The default core for runs: most tests concern arithmetic that the service's default core shares. */
const CORE = 'C0-S+';

/** An engine; its `runSource` builds and runs a source. */
export function openHaze(): Haze & { buildSource: BuildSource; runSource: RunSource } {
  const haze = createKeptHaze();
  const buildSource: BuildSource = async (source, request = {}) => {
    const flags = request.flags?.join(' ') ?? '';
    const result = await haze.build(source, {
      language: request.language ?? 'C',
      debug: request.debug ?? false,
      ...(flags === '' ? {} : { configMk: `CFLAGS = ${flags}\nCXXFLAGS = ${flags}\nFFLAGS = ${flags}\n` }),
    });
    if (!result.ok) throw new Error(`the program does not build:\n${result.log}`);
    return result.module;
  };
  const run: Haze['run'] = (module, options = {}) => haze.run(module, { core: CORE, ...options });
  return {
    ...haze,
    run,
    buildSource,
    runSource: async (source, request = {}) => run(await buildSource(source, request), runOptionsOf(request)),
  };
}

type BuildSource = (source: string, request?: ProgramRequest) => Promise<Uint8Array>;
type RunSource = (source: string, request?: ProgramRequest) => Promise<RunResult>;

/**
 * Strips the Ux text from printed values. A digit may directly follow Ux text, so its end is found from the number of
 * positions.
 */
export function stripUx(text: string): string {
  return text.replaceAll(/Ux[0-9A-F]{34}([0-9A-F]{8})([0-9A-F]*)/g, (_all, count: string, rest: string) =>
    rest.slice(32 * Number.parseInt(count, 16)),
  );
}
