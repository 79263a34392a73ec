// What this thread holds, as its engine tells: the heap, and what lies outside of it for its sake, such as memories of
// WebAssembly. Not told is the machine code of modules: of the compiler 100 to 200 MB, of which all threads of a process have
// one copy.
import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';

function heldBytes(): number {
  const { total_heap_size, external_memory, malloced_memory } = getHeapStatistics();
  return total_heap_size + external_memory + malloced_memory;
}

/** Bytes that this thread holds; where they are more than these, what remains once nothing is kept that nobody needs. */
export async function measureHeldMemory(mostBytes: number): Promise<number> {
  if (heldBytes() <= mostBytes) return heldBytes();
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()));
  session.disconnect();
  return heldBytes();
}
