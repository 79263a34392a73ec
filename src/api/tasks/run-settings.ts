// Settings of a task's run (a Haze extension): the random seed, the core's number of lanes, and the time limit.

import { HazeError } from '../../errors/haze-error.ts';
import type { TaskBody } from '../../jobs/records/records.ts';
import { SEED_PATTERN } from '../../jobs/tasks/task-seed.ts';
import { type CoreSpec, countLanes, validateCoreSpec } from '../../uncertainty/core/core-spec.ts';
import { invalidRequest } from '../requests/failures.ts';
import { integer, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';

/** Longest time limit of a task, in seconds, unless the installation sets another. */
const MOST_SECONDS = 60;
const LEAST_SECONDS = 0.1;

/** Schema of the settings in requests and tasks. */
export const runSettings = {
  Seed: z
    .union([z.string().regex(SEED_PATTERN), integer.min(0).max(Number.MAX_SAFE_INTEGER)])
    .optional()
    .openapi({
      description:
        'Determines every random number in the task: a whole number, as a string if it is too large for a JSON number, decimal or hexadecimal with 0x. Default: derived from the TaskID.',
      example: '0x1f',
    }),
  LaneCount: integer.optional().openapi({
    description:
      'Aligned samples per value in this task, instead of those of its core: a power of two from 256 to 65536, on cores that track correlation.',
  }),
  TimeLimitInSeconds: z
    .number()
    .min(LEAST_SECONDS)
    .optional()
    .openapi({
      description: `Seconds after which the task is stopped (default and maximum: the installation’s limit, usually ${MOST_SECONDS}).`,
    }),
};

type RunSettings = Pick<TaskBody, 'Seed' | 'LaneCount' | 'TimeLimitInSeconds'>;

/**
 * Returns the settings that are present.
 * @throws HazeError `invalid-request` for a number of lanes that the core does not support, or for more time than the
 *   installation allows
 */
export function readRunSettings(
  { Seed, LaneCount, TimeLimitInSeconds }: { [Name in keyof RunSettings]?: RunSettings[Name] | undefined },
  core: CoreSpec,
  { settings }: Services,
): RunSettings {
  if (LaneCount !== undefined) checkLanes(core, LaneCount);
  const most = settings.limits.maxTaskSeconds ?? MOST_SECONDS;
  if (TimeLimitInSeconds !== undefined && TimeLimitInSeconds > most) {
    throw invalidRequest(
      'TimeLimitInSeconds',
      `A task here may run for ${most} s, but this one requests ${TimeLimitInSeconds}. Request at most ${most}, or omit the limit.`,
    );
  }
  return {
    ...(Seed !== undefined && { Seed }),
    ...(LaneCount !== undefined && { LaneCount }),
    ...(TimeLimitInSeconds !== undefined && { TimeLimitInSeconds }),
  };
}

function checkLanes(core: CoreSpec, LaneCount: number): void {
  if (countLanes(core) === 0) {
    throw invalidRequest(
      'LaneCount',
      `${core.Name} does not track correlation and has no lanes. Omit LaneCount, or build for C0-Joint or a core whose name ends in "+".`,
    );
  }
  try {
    validateCoreSpec({ ...core, LaneCount });
  } catch (error) {
    if (error instanceof HazeError) throw invalidRequest('LaneCount', error.message);
    throw error;
  }
}
