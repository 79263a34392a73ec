// Reads the size of the memory that a module imports. If a memory is too small, engines reject it with a message of
// their own, but ours names the core and the program.
import { HazeError } from '../../errors/haze-error.ts';
import { readImports } from '../../rewrite/reading/read-imports.ts';

const PAGE_BYTES = 65_536;

/**
 * Minimum memory, in pages of 64 KiB, for instantiating the module.
 * @throws HazeError `malformed-module` if the module imports no memory
 */
export function readMinimumPages(module: Uint8Array): number {
  const memory = readImports(module).find(({ kind }) => kind === 'memory');
  if (memory) return memory.minimumPages!;
  throw new HazeError(
    'malformed-module',
    'The module imports no memory, so Haze did not build it. Rebuild it with "haze build".',
  );
}

/**
 * Creates a program's memory on a core.
 * @throws HazeError `core-memory-exhausted` if even the program's static data do not fit
 */
export function createProgramMemory(module: Uint8Array, memorySizeBytes: number): WebAssembly.Memory {
  const initial = readMinimumPages(module);
  const maximum = Math.min(Math.floor(memorySizeBytes / PAGE_BYTES), PAGE_BYTES);
  if (initial > maximum) {
    throw new HazeError(
      'core-memory-exhausted',
      `core memory of ${formatMegabytes(memorySizeBytes)} exhausted: the program's stack and static data alone need ${formatMegabytes(initial * PAGE_BYTES)}. Choose a core with more memory.`,
    );
  }
  return new WebAssembly.Memory({ initial, maximum });
}

/** Formats a size in the usual way: 64 MB for 64·2^20 bytes. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes >= 1024 ? `${+(megabytes / 1024).toFixed(2)} GB` : `${+megabytes.toFixed(1)} MB`;
}
