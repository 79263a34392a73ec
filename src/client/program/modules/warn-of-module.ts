// Warns about an unusable module.

/** Logs to the console why a program does not run from its module. */
export function warnOfModule(reason: string): void {
  console.warn(`haze: the prebuilt module cannot be used, so the compiler builds this program. ${reason}`);
}
