// Lists the sections of a WebAssembly module or object file.
import { ByteReader } from './byte-reader.ts';

/** Magic number and version. */
const PREAMBLE_BYTES = 8;

/**
 * Yields the sections in order, each with a reader of its contents.
 * @throws HazeError `malformed-module`
 */
export function* listSections(
  bytes: Uint8Array,
): Generator<{ readonly id: number; readonly contents: ByteReader }> {
  const reader = new ByteReader(bytes, PREAMBLE_BYTES);
  while (reader.position < reader.end) {
    const id = reader.byte();
    const size = reader.u32();
    const start = reader.position;
    reader.skip(size);
    yield { id, contents: new ByteReader(bytes, start, reader.position) };
  }
}
