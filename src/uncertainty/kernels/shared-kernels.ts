// Kernels in a memory that two workers share: the run's worker, and a helper for operations on many lanes.
import { instantiate } from '../../uxhw/instantiate.ts';
import type { WorkDeskMemory } from './work-desk.ts';

/** A kernel module that imports its memory, which must be shared, and contains no data. */
export interface SharedModule {
  readonly module: WebAssembly.Module;
  /** Minimum memory size for an instance, in pages of 64 KiB. */
  readonly pages: number;
  /** Initial data of the memory. */
  readonly data: readonly InitialData[];
}

export interface InitialData {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Kernels for a run and its helper. */
export interface SharedKernels extends SharedModule {
  readonly memory: WebAssembly.Memory;
  /** Shared desk that holds the run's work for the helper. */
  readonly desk: WorkDeskMemory;
}

/** Module and name under which the memory is imported. */
export const SHARED_MEMORY = ['haze', 'memory'] as const;

/** Maximum number of pages in a memory with 32-bit addresses. */
export const MOST_PAGES = 65_536;

/** Size of the helper's stack, which grows down between the kernels' own data and their allocations. */
const HELPER_STACK_BYTES = 65_536;

/** Memory for a module; undefined if the engine lacks shared memory or has too little address space. */
export function maybeAllocateShared({ pages }: SharedModule): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory({ initial: pages + 1, maximum: MOST_PAGES, shared: true });
  } catch {
    return undefined;
  }
}

type Stacked = { readonly __heap_base: WebAssembly.Global; readonly __stack_pointer: WebAssembly.Global };

function openKernels<Exports>({ module, memory }: SharedKernels): Exports & Stacked {
  const [space, name] = SHARED_MEMORY;
  const { exports } = instantiate(module, { [space]: { [name]: memory } });
  return exports as unknown as Exports & Stacked;
}

/** Creates the run's instance in a cleared memory, and returns it with the first free address. */
export function instantiateForRun<Exports>(shared: SharedKernels): { exports: Exports; free: number } {
  const bytes = new Uint8Array(shared.memory.buffer);
  bytes.fill(0);
  for (const { address, bytes: data } of shared.data) bytes.set(data, address);
  const exports = openKernels<Exports>(shared);
  return { exports, free: exports.__heap_base.value + HELPER_STACK_BYTES };
}

/** Creates the helper's instance, with its own stack. */
export function instantiateForHelper<Exports>(shared: SharedKernels): Exports {
  const exports = openKernels<Exports>(shared);
  exports.__stack_pointer.value = exports.__heap_base.value + HELPER_STACK_BYTES;
  return exports;
}
