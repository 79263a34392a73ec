// Memory used by this thread, as reported by its engine: the heap, and memory outside the heap, such as WebAssembly
// memories. The engine does not report machine code: 100 to 200 MB for the compiler, in one copy that all threads
// share.
import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';

function heldBytes(): number {
  const { total_heap_size, external_memory, malloced_memory } = getHeapStatistics();
  return total_heap_size + external_memory + malloced_memory;
}

/** Number of bytes that this thread holds. If it exceeds the limit, collects garbage and measures again. */
export async function measureHeldMemory(mostBytes: number): Promise<number> {
  if (heldBytes() <= mostBytes) return heldBytes();
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()));
  session.disconnect();
  return heldBytes();
}
