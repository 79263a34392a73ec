// Amount of memory that is available.
import { totalmem } from 'node:os';

/** Memory of the machine or of this process's container, in bytes. */
export function readMachineMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
