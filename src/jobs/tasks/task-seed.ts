// Seeds for the random numbers of tasks.

/** An integer from 0 to 2⁶⁴ − 1 = 18446744073709551615, or hexadecimal with a `0x` prefix. */
export const SEED_PATTERN =
  /^(?:0x[0-9a-fA-F]{1,16}|\d{1,19}|1[0-7]\d{18}|18[0-3]\d{17}|184[0-3]\d{16}|1844[0-5]\d{15}|18446[0-6]\d{14}|184467[0-3]\d{13}|1844674[0-3]\d{12}|184467440[0-6]\d{10}|1844674407[0-2]\d{9}|18446744073[0-6]\d{8}|1844674407370[0-8]\d{6}|18446744073709[0-4]\d{5}|184467440737095[0-4]\d{4}|18446744073709550\d{3}|18446744073709551[0-5]\d{2}|1844674407370955160\d|1844674407370955161[0-4]|18446744073709551615)$/;

/**
 * Seed for all runs of a task, so that a repeated task prints the same output.
 * @param asked `Seed` of the task's request: tasks of the same program with the same `Seed` print the same output
 */
export function seedOfTask(taskId: string, asked?: string | number): bigint {
  if (asked !== undefined) return BigInt(asked);
  return BigInt(`0x${/[0-9a-f]{1,16}$/.exec(taskId)?.[0] ?? '1'}`);
}
