// Checks that this page has shared memory, which foreign toolchains need.
import { HazeError } from '../../../errors/haze-error.ts';

/** @throws HazeError `not-isolated` */
export function requireIsolation(): void {
  if (globalThis.crossOriginIsolated) return;
  throw new HazeError(
    'not-isolated',
    'Other toolchains need memory shared between threads, which browsers give only to pages isolated from other sites. Reload this page; if that does not help, its host must send the headers described in docs/hosting.md. The built-in compiler works in any case.',
  );
}
