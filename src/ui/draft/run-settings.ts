// Settings for a program's runs, apart from its inputs: seed, number of runs, lanes, time limit. The page shows the
// settings in fields, drafts and links store them, and tasks receive them as fields of the REST interface.
import { SEED_PATTERN } from '../../client/program/task-seed.ts';
import { countLanes } from '../../uncertainty/core/core-spec.ts';
import type { Core, NewTask } from '../service/service-records.ts';

/** Settings that the user has chosen. */
export interface RunSettings {
  /** A whole number, in decimal, or in hexadecimal with 0x. */
  readonly seed?: string;
  /** Number of runs on a Reference core. */
  readonly runs?: number;
  /** Number of lanes, a power of two, on cores that track correlation. */
  readonly lanes?: number;
  /** Time limit in seconds. */
  readonly seconds?: number;
}

export const MOST_RUNS = 1_000_000;
/** Maximum task time limit that pages accept, in seconds. */
export const MOST_SECONDS = 3600;
const LEAST_SECONDS = 0.1;
export const LANES: readonly number[] = Array.from({ length: 9 }, (_, i) => 256 * 2 ** i);

const CHECKS: { readonly [Name in keyof RunSettings]-?: (value: unknown) => boolean } = {
  seed: (value) => typeof value === 'string' && SEED_PATTERN.test(value),
  runs: (value) => Number.isInteger(value) && isWithin(value, 1, MOST_RUNS),
  lanes: (value) => LANES.includes(value as number),
  seconds: (value) => isWithin(value, LEAST_SECONDS, MOST_SECONDS),
};

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Tests whether a setting accepts this value. */
export function isSetting(name: keyof RunSettings, value: unknown): boolean {
  return CHECKS[name](value);
}

/** Settings read from external data; undefined if any setting is invalid. */
export function maybeRunSettings(data: unknown): RunSettings | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const names = Object.keys(CHECKS) as (keyof RunSettings)[];
  const given = data as Partial<Record<keyof RunSettings, unknown>>;
  const chosen = names.filter((name) => given[name] !== undefined);
  if (!chosen.every((name) => isSetting(name, given[name]))) return undefined;
  return Object.fromEntries(chosen.map((name) => [name, given[name]]));
}

type SettingFields = Pick<NewTask, 'Seed' | 'Runs' | 'LaneCount' | 'TimeLimitInSeconds'>;

/** Returns which settings apply to a core: lanes, or the number of runs. */
export function describeCoreSettings(core: Core | undefined): { hasLanes: boolean; hasRuns: boolean } {
  return {
    // The record is undefined if a missing core has been replaced with another core.
    hasLanes: core !== undefined && countLanes(core as Parameters<typeof countLanes>[0]) > 0,
    hasRuns: core?.Microarchitecture === 'Reference',
  };
}

/** Fields for a task on this core, omitting fields that do not apply to the core. */
export function describeSettings(
  { seed, runs, lanes, seconds }: RunSettings = {},
  core: Core | undefined,
): SettingFields {
  const { hasLanes, hasRuns } = describeCoreSettings(core);
  return {
    ...(seed !== undefined && { Seed: seed }),
    ...(runs !== undefined && hasRuns && { Runs: runs }),
    ...(lanes !== undefined && hasLanes && { LaneCount: lanes }),
    ...(seconds !== undefined && { TimeLimitInSeconds: seconds }),
  };
}
