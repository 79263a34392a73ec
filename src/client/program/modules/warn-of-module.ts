// Warns about an unusable module.

/** Logs to the console why a program does not run from its module. */
export function warnOfModule(reason: string): void {
  console.warn(`haze: the compiler builds this program because its module cannot be used. ${reason}`);
}
