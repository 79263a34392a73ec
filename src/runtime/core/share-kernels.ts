// Converts the kernels to a module that several workers can run in the same memory, which then becomes imported and
// shared. Engines copy a module's data into memory at every instantiation, and copying it a second time would undo the
// changes of the first instance, so the data are removed. Everything else stays unchanged, because the code does not
// depend on who else uses its memory.
import { ByteReader, malformed } from '../../rewrite/encoding/byte-reader.ts';
import { ByteWriter } from '../../rewrite/encoding/byte-writer.ts';
import {
  type InitialData,
  MOST_PAGES,
  SHARED_MEMORY,
  type SharedModule,
} from '../../uncertainty/kernels/shared-kernels.ts';

const HEADER_BYTES = 8;
const TYPES = 1;
const IMPORTS = 2;
const MEMORIES = 5;
const DATA = 11;
const DATA_COUNT = 12;

const MEMORY_KIND = 2;
const HAS_MAXIMUM = 1;
const SHARED = 2;
const I32_CONST = 0x41;
const END = 0x0b;

/**
 * Makes the shared form of the kernels' module.
 * @throws HazeError `malformed-module` if the module has imports, or data in an unexpected form
 */
export async function shareKernels(bytes: Uint8Array): Promise<SharedModule> {
  const reader = new ByteReader(bytes, HEADER_BYTES);
  const writer = new ByteWriter(bytes.length);
  writer.copy(bytes, 0, HEADER_BYTES);
  let pages = 0;
  let data: readonly InitialData[] = [];
  let typesEnd = HEADER_BYTES;
  while (reader.position < reader.end) {
    const start = reader.position;
    const id = reader.byte();
    const end = reader.u32() + reader.position;
    if (id === IMPORTS) throw malformed('the kernels import nothing', start);
    if (id === MEMORIES) pages = readPages(reader);
    else if (id === DATA) data = readData(reader);
    else if (id !== DATA_COUNT) writer.copy(bytes, start, end);
    if (id === TYPES) typesEnd = writer.length;
    reader.position = end;
  }
  const whole = new ByteWriter(writer.length + 64);
  whole.copy(writer.bytes, 0, typesEnd);
  whole.append(printImport(pages));
  whole.copy(writer.bytes, typesEnd, writer.length);
  const module = await WebAssembly.compile(whole.finish() as BufferSource);
  return { module, pages, data };
}

function readPages(reader: ByteReader): number {
  const start = reader.position;
  if (reader.u32() !== 1) throw malformed('the kernels have one memory', start);
  reader.byte();
  return reader.u32();
}

function readData(reader: ByteReader): InitialData[] {
  return Array.from({ length: reader.count() }, () => {
    const start = reader.position;
    if (reader.u32() !== 0 || reader.byte() !== I32_CONST) throw malformed('data without an address', start);
    const address = reader.s33();
    if (reader.byte() !== END) throw malformed('data without an address', start);
    const length = reader.u32();
    const from = reader.position;
    reader.skip(length);
    return { address, bytes: reader.bytes.slice(from, from + length) };
  });
}

function printImport(pages: number): ByteWriter {
  const content = new ByteWriter(64);
  content.u32(1);
  for (const name of SHARED_MEMORY) content.name(name);
  content.byte(MEMORY_KIND);
  content.byte(HAS_MAXIMUM | SHARED);
  content.u32(pages);
  content.u32(MOST_PAGES);
  const out = new ByteWriter(64);
  out.section(IMPORTS, content);
  return out;
}
