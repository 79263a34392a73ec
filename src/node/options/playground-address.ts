// The option --playground, for commands that write pages.

import { maybeAddressProblem } from '../../docs/exporting/playground-address.ts';
import { usageError } from '../../errors/haze-error.ts';

/** @throws HazeError `usage` */
export function checkPlayground(address: string): void {
  const problem = maybeAddressProblem(address);
  if (problem) throw usageError(`--playground ${address}: ${problem}`);
}
