// How much memory a module asks for, read from the memory that it imports: engines refuse a memory that is too small
// with a text of their own, and we want to say which core is too small for which program.
import { HazeError } from '../errors/haze-error.ts';

const IMPORT_SECTION = 2;
const PAGE_BYTES = 65_536;

/**
 * The smallest memory, in pages of 64 KiB, with which the module can be instantiated.
 * @throws HazeError `malformed-module` when the module imports no memory
 */
export function readMinimumPages(module: Uint8Array): number {
  const reader = new Reader(module, 8);
  while (!reader.atEnd()) {
    const id = reader.byte();
    const size = reader.u32();
    if (id === IMPORT_SECTION) {
      const pages = findImportedMemory(reader);
      if (pages !== undefined) return pages;
    }
    reader.skip(id === IMPORT_SECTION ? 0 : size);
    if (id > IMPORT_SECTION && id !== 0) break;
  }
  throw new HazeError(
    'malformed-module',
    'The module imports no memory, so it is no program that was built here. Build it again with "haze build".',
  );
}

function findImportedMemory(reader: Reader): number | undefined {
  let found: number | undefined;
  for (let count = reader.u32(); count > 0; count--) {
    reader.skip(reader.u32());
    reader.skip(reader.u32());
    const kind = reader.byte();
    if (kind === 0) reader.u32();
    else if (kind === 1) {
      reader.byte();
      reader.limits();
    } else if (kind === 2) found = reader.limits();
    else if (kind === 3) reader.skip(2);
    else {
      reader.byte();
      reader.u32();
    }
  }
  return found;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  u32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  }

  /** Reads limits; answers the lower one. */
  limits(): number {
    const flags = this.byte();
    const minimum = this.u32();
    if (flags & 1) this.u32();
    return minimum;
  }

  skip(count: number): void {
    this.#at += count;
  }
}

/**
 * The memory of a program on a core.
 * @throws HazeError `core-memory-exhausted` when the program's static data alone does not fit
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

/** A size as people say it: 64 MB for 64·2^20 bytes. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes >= 1024 ? `${+(megabytes / 1024).toFixed(2)} GB` : `${+megabytes.toFixed(1)} MB`;
}
