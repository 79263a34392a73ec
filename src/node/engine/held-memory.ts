// Memory of this thread, as its engine reports it: the heap, and memory outside of the heap, such as memories of
// WebAssembly. The engine does not report machine code of modules: 100 to 200 MB for the compiler, in one copy for all
// threads.
import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';

function heldBytes(): number {
  const { total_heap_size, external_memory, malloced_memory } = getHeapStatistics();
  return total_heap_size + external_memory + malloced_memory;
}

/** Bytes that this thread holds. If they exceed the given number, it collects garbage and measures again. */
export async function measureHeldMemory(mostBytes: number): Promise<number> {
  if (heldBytes() <= mostBytes) return heldBytes();
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()));
  session.disconnect();
  return heldBytes();
}
