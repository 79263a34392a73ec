// Reads the imports of a module or object file with their types, and stops after the import section. This takes only a
// few microseconds, so imports can be checked at every instantiation.
import { type ByteReader, malformed } from '../encoding/byte-reader.ts';
import { listSections } from '../encoding/list-sections.ts';
import { F32, F64, I32, I64, SECTION } from './module-info.ts';

/** Import kinds, by number. */
const KINDS = ['function', 'table', 'memory', 'global', 'tag'] as const;

export interface ReadImport {
  readonly module: string;
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
  /** Signature of a function, such as `iF:i`. `?` stands for any type that programs never pass. */
  readonly signature?: string;
  /** Minimum size of a memory, in pages of 64 KiB. */
  readonly minimumPages?: number | undefined;
}

const LETTERS: ReadonlyMap<number, string> = new Map([
  [I32, 'i'],
  [I64, 'I'],
  [F32, 'f'],
  [F64, 'F'],
]);
const FUNCTION_FORM = 0x60;
const HAS_MAXIMUM = 1;
/** The typed references `ref` and `ref null`, each followed by a heap type. */
const TYPED_REFERENCES: readonly number[] = [0x63, 0x64];

/**
 * The imports of a module, in order.
 * @throws HazeError `malformed-module` if the bytes are not a module, or use something that Haze's linkers never
 * write
 */
export function readImports(bytes: Uint8Array): ReadImport[] {
  const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  if (magic.some((byte, i) => bytes[i] !== byte))
    throw malformed('it does not begin with the WebAssembly magic number and version 1', 0);
  const imports: ReadImport[] = [];
  let signatures: string[] = [];
  for (const { id, contents: reader } of listSections(bytes)) {
    if (id === SECTION.type) signatures = readSignatures(reader);
    else if (id === SECTION.import) readSection(reader, signatures, imports);
    // Sections are ordered by number; only custom sections can appear anywhere.
    else if (id !== SECTION.custom) break;
  }
  return imports;
}

function readSignatures(reader: ByteReader): string[] {
  const signatures: string[] = [];
  for (let count = reader.count(); count > 0; count--) {
    const offset = reader.position;
    if (reader.byte() !== FUNCTION_FORM) throw malformed('a type is not a function type', offset);
    const parameters = readLetters(reader);
    signatures.push(`${parameters}:${readLetters(reader)}`);
  }
  return signatures;
}

function readLetters(reader: ByteReader): string {
  let letters = '';
  for (let count = reader.count(); count > 0; count--) letters += readLetter(reader);
  return letters;
}

function readLetter(reader: ByteReader): string {
  const type = reader.byte();
  if (TYPED_REFERENCES.includes(type)) reader.s33();
  return LETTERS.get(type) ?? '?';
}

function readSection(reader: ByteReader, signatures: readonly string[], imports: ReadImport[]): void {
  for (let count = reader.count(3); count > 0; count--) {
    const module = readName(reader);
    const name = readName(reader);
    const offset = reader.position;
    const kind = KINDS[reader.byte()];
    if (kind === undefined) throw malformed('an import is of an unknown kind', offset);
    if (kind !== 'function') {
      const limit = skipType(reader, kind);
      imports.push({ module, name, kind, minimumPages: kind === 'memory' ? limit : undefined });
      continue;
    }
    const signature = signatures[reader.u32()];
    if (signature === undefined) throw malformed('the type of an import does not exist', offset);
    imports.push({ module, name, kind, signature });
  }
}

/** Reads a name. Nearly all names are ASCII and need no decoder. */
function readName(reader: ByteReader): string {
  const start = reader.position;
  const end = reader.u32() + reader.position;
  let text = '';
  while (reader.position < end) {
    const byte = reader.byte();
    if (byte >= 0x80) {
      reader.position = start;
      return reader.name();
    }
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Returns the lower limit of a memory or a table. */
function skipType(reader: ByteReader, kind: Exclude<ReadImport['kind'], 'function'>): number {
  if (kind === 'table') readLetter(reader);
  if (kind === 'table' || kind === 'memory') {
    const flags = reader.byte();
    const least = reader.u32();
    if (flags & HAS_MAXIMUM) reader.skipLeb(10);
    return least;
  }
  if (kind === 'global') {
    readLetter(reader);
    reader.byte();
  } else {
    reader.byte();
    reader.u32();
  }
  return 0;
}
