// Size of the available memory.
import { totalmem } from 'node:os';

/** The memory of the machine, or of the container that this process is in, in bytes. */
export function readMachineMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
