// What decides the random numbers of a task.

/** A whole number from 0 to 2⁶⁴ − 1 where it has at most 19 digits, or hexadecimal with `0x` in front. */
export const SEED_PATTERN = /^(?:0x[0-9a-fA-F]{1,16}|\d{1,19})$/;

/**
 * Equal for every run of one task, so that a task that is run again prints the same.
 * @param asked `Seed` of the task's request, which other tasks of the same program print the same with
 */
export function seedOfTask(taskId: string, asked?: string | number): bigint {
  if (asked !== undefined) return BigInt(asked);
  return BigInt(`0x${/[0-9a-f]{1,16}$/.exec(taskId)?.[0] ?? '1'}`);
}
