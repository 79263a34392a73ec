// Seeds of the random numbers of tasks.

/** A whole number from 0 to 2⁶⁴ − 1 where it has at most 19 digits, or hexadecimal with `0x` in front. */
export const SEED_PATTERN = /^(?:0x[0-9a-fA-F]{1,16}|\d{1,19})$/;

/**
 * Seed of all runs of one task, so that a repeated task prints the same.
 * @param asked `Seed` of the task's request: tasks of one program with the same `Seed` print the same
 */
export function seedOfTask(taskId: string, asked?: string | number): bigint {
  if (asked !== undefined) return BigInt(asked);
  return BigInt(`0x${/[0-9a-f]{1,16}$/.exec(taskId)?.[0] ?? '1'}`);
}
