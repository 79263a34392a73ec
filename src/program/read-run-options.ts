// Converts run options to a run request: finds the core, splits arguments, encodes files, checks limits and seeds.
import { HazeError } from '../errors/haze-error.ts';
import { checkRuns } from '../reference/crew/run-count.ts';
import { splitShellWords } from '../toolchain/sources/shell-words.ts';
import {
  type CoreSpec,
  countLanes,
  findDefaultCore,
  tellsSources,
  validateCoreSpec,
} from '../uncertainty/core/core-spec.ts';
import { DEFAULT_CORE } from '../uncertainty/core/default-core.ts';
import { defaultMode } from './run-and-follow.ts';
import type { CoreRun } from './run-on-core.ts';
import type { RunOptions } from './run-options.ts';
import { readTimeLimitMs } from './time-limits.ts';

export function readRequest(options: RunOptions) {
  const core = chooseCore(options);
  return {
    core,
    arguments:
      typeof options.arguments === 'string' ? splitShellWords(options.arguments) : (options.arguments ?? []),
    files: encodeFiles(options.files ?? {}),
    stdin: options.inheritStdin ? ('process' as const) : encode(options.stdin ?? ''),
    seed: readSeed(options.seed ?? 1),
    timeLimitMs: readTimeLimitMs(options.timeLimitSeconds, core, options.runs),
    ...(options.outputLimitBytes === undefined ? {} : { outputLimitBytes: options.outputLimitBytes }),
    ...(options.collectAlways ? { collectAlways: true } : {}),
    ...(options.trace ? { trace: true } : {}),
    ...(options.lines ? { places: true } : {}),
    ...(options.lines && defaultMode(core) === 'lanes' ? { makesChoices: true } : {}),
    ...(options.figures ? { figures: true } : {}),
    ...(options.onAnswer ? { answers: true, onAnswer: options.onAnswer } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    mirrorsFiles: true,
  };
}

/** Number of runs on a Reference core. @throws HazeError `invalid-runs` */
export function readRuns(
  { Microarchitecture }: CoreSpec,
  { runs, runTimeLimitSeconds }: RunOptions,
): NonNullable<CoreRun['many']> {
  if (Microarchitecture !== 'Reference') return {};
  return {
    ...(runs !== undefined && { runs: checkRuns(runs) }),
    ...(runTimeLimitSeconds !== undefined && { runTimeLimitMs: 1000 * runTimeLimitSeconds }),
  };
}

/** @throws HazeError `untracked-core` if the core cannot support an option */
export function checkCore(core: CoreSpec, { trace, lines, decisions }: RunOptions): void {
  if (trace) checkTraced(core);
  if (lines) checkListed(core);
  if (decisions === 'lanes') checkFollowed(core);
}

function checkTraced(core: CoreSpec): void {
  if (tellsSources(core)) return;
  throw new HazeError(
    'untracked-core',
    `${core.Name} does not track which inputs a value depends on. To see where a spread comes from, choose C0-Joint, a core whose name ends in "+", or C0-Reference.`,
    { data: { core: core.Name } },
  );
}

function checkListed({ Microarchitecture, Name }: CoreSpec): void {
  if (Microarchitecture === 'Athens' || Microarchitecture === 'Joint') return;
  throw new HazeError(
    'untracked-core',
    `On ${Name}, values have no distributions, so there are none to list by line. Choose C0-Joint or another C0 core.`,
    { data: { core: Name } },
  );
}

function checkFollowed(core: CoreSpec): void {
  if (core.Microarchitecture !== 'Athens' || countLanes(core) > 0) return;
  throw new HazeError(
    'untracked-core',
    `${core.Name} has no aligned samples, so its draws cannot be followed. Choose C0-Joint, or a core whose name ends in "+".`,
    { data: { core: core.Name } },
  );
}

export function chooseCore({ core = DEFAULT_CORE, plain = false }: RunOptions): CoreSpec {
  const spec = typeof core === 'string' ? findDefaultCore(core) : core;
  validateCoreSpec(spec);
  if (!plain || spec.Microarchitecture === 'Reference') return spec;
  // Without hooks, arithmetic would silently drop distributions, so the core creates none.
  return { ...spec, Microarchitecture: 'Bypass', CorrelationTracking: 'Disable' };
}

function readSeed(seed: number | bigint): bigint {
  if ((typeof seed === 'bigint' || Number.isInteger(seed)) && seed >= 0 && seed < 2n ** 64n)
    return BigInt(seed);
  throw new HazeError('invalid-seed', `seed must be a whole number from 0 to 2⁶⁴ − 1, not ${seed}.`, {
    data: { seed: String(seed) },
  });
}

function encodeFiles(files: NonNullable<RunOptions['files']>): Map<string, Uint8Array> {
  const entries: (readonly [string, string | Uint8Array])[] =
    files instanceof Map ? [...files] : Object.entries(files);
  return new Map(entries.map(([path, content]) => [path, encode(content)]));
}

function encode(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
