// What decides the random numbers of a task.

/** Equal for every run of one task, so that a task that is run again prints the same. */
export function seedOfTask(taskId: string): bigint {
  return BigInt(`0x${/[0-9a-f]{1,16}$/.exec(taskId)?.[0] ?? '1'}`);
}
