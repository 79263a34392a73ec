// Reads everything in a module except the instructions: sections, types, index spaces, exports, function names.
// Rejects features that the rewriter does not support (shared or 64-bit memory, GC types) and names the feature.

import { HazeError } from '../../errors/haze-error.ts';
import { ByteReader, malformed } from '../encoding/byte-reader.ts';
import * as op from '../encoding/opcode-names.ts';
import {
  type Body,
  EXNREF,
  EXTERNREF,
  type ExportEntry,
  F32,
  F64,
  FUNCREF,
  type FunctionImport,
  type FunctionType,
  I32,
  I64,
  type ModuleInfo,
  SECTION,
  type Section,
  V128,
} from './module-info.ts';

/** Creates the error for a module that uses a feature unknown to the rewriter. */
export function unsupported(feature: string, where: string, offset: number): HazeError {
  return new HazeError(
    'unsupported-instruction',
    `The WebAssembly module uses ${feature} in ${where}, which cannot be rewritten. Compile without it.`,
    { data: { feature, where, offset } },
  );
}

/** Opcode of `v128.const` after its prefix. */
const V128_CONST = 0x0c;

/** The structure of the sections read so far. */
class Draft {
  sections: Section[] = [];
  types: FunctionType[] = [];
  functionImports: FunctionImport[] = [];
  functionTypes: number[] = [];
  tableTypes: number[] = [];
  globalTypes: number[] = [];
  globalVariability: number[] = [];
  globalConstants: (number | undefined)[] = [];
  tagTypes: number[] = [];
  exports: ExportEntry[] = [];
  referencedFunctions = new Set<number>();
  bodies: Body[] = [];
  names = new Map<number, string>();
  globalNames = new Map<number, string>();
}

function readValueType(reader: ByteReader, where: string): number {
  const offset = reader.position;
  const type = reader.byte();
  if (type === I32 || type === I64 || type === F32 || type === F64 || type === V128) return type;
  if (type === FUNCREF || type === EXTERNREF || type === EXNREF) return type;
  if (type === 0x63 || type === 0x64 || (type >= 0x6a && type <= 0x73))
    throw unsupported(`a typed or garbage-collected reference (type 0x${type.toString(16)})`, where, offset);
  throw malformed(`0x${type.toString(16)} is not a value type`, offset);
}

export function readValueTypes(reader: ByteReader, where: string): number[] {
  const types: number[] = [];
  for (let n = reader.count(); n > 0; n--) types.push(readValueType(reader, where));
  return types;
}

function readTypes(reader: ByteReader, draft: Draft): void {
  for (let n = reader.count(); n > 0; n--) {
    const offset = reader.position;
    const form = reader.byte();
    if (form >= 0x4e && form <= 0x5f)
      throw unsupported('garbage-collected types', 'the type section', offset);
    if (form !== 0x60) throw malformed(`0x${form.toString(16)} is not a function type`, offset);
    draft.types.push({
      parameters: readValueTypes(reader, 'the type section'),
      results: readValueTypes(reader, 'the type section'),
    });
  }
}

function readLimits(reader: ByteReader, where: string): void {
  const offset = reader.position;
  const flags = reader.byte();
  if (flags & 4) throw unsupported('64-bit memory (memory64)', where, offset);
  if (flags & 2) throw unsupported('shared memory (threads)', where, offset);
  if (flags > 1) throw unsupported(`limits flags 0x${flags.toString(16)}`, where, offset);
  reader.u32();
  if (flags & 1) reader.u32();
}

function readTable(reader: ByteReader, draft: Draft, where: string): void {
  const offset = reader.position;
  if (reader.bytes[offset] === 0x40) throw unsupported('tables with an initial value', where, offset);
  const type = readValueType(reader, where);
  readLimits(reader, where);
  draft.tableTypes.push(type);
}

function readGlobalType(reader: ByteReader, draft: Draft, where: string): void {
  draft.globalTypes.push(readValueType(reader, where));
  const offset = reader.position;
  const variability = reader.byte();
  if (variability > 1) throw malformed('a global is neither constant nor variable', offset);
  draft.globalVariability.push(variability);
}

function readTag(reader: ByteReader, draft: Draft): void {
  const offset = reader.position;
  if (reader.byte() !== 0) throw malformed('a tag has an unknown attribute', offset);
  draft.tagTypes.push(readTypeIndex(reader, draft));
}

function readTypeIndex(reader: ByteReader, draft: Draft): number {
  const offset = reader.position;
  const index = reader.u32();
  if (index >= draft.types.length) throw malformed(`there is no type ${index}`, offset);
  return index;
}

function readImports(reader: ByteReader, draft: Draft): void {
  const where = 'the import section';
  for (let n = reader.count(3); n > 0; n--) {
    const module = reader.name();
    const name = reader.name();
    const offset = reader.position;
    const kind = reader.byte();
    if (kind === 0) {
      draft.functionTypes.push(readTypeIndex(reader, draft));
      draft.functionImports.push({ module, name });
    } else if (kind === 1) readTable(reader, draft, where);
    else if (kind === 2) readLimits(reader, where);
    else if (kind === 3) readGlobalType(reader, draft, where);
    else if (kind === 4) readTag(reader, draft);
    else throw malformed(`0x${kind.toString(16)} is not a kind of import`, offset);
  }
}

function skipConstantExpression(reader: ByteReader, draft: Draft, where: string): void {
  for (;;) {
    const offset = reader.position;
    const opcode = reader.byte();
    if (opcode === op.END) return;
    if (opcode === op.I32_CONST) reader.skipLeb(5);
    else if (opcode === op.I64_CONST) reader.skipLeb(10);
    else if (opcode === op.F32_CONST) reader.skip(4);
    else if (opcode === op.F64_CONST) reader.skip(8);
    else if (opcode === op.GLOBAL_GET) reader.u32();
    else if (opcode === op.REF_NULL) readValueType(reader, where);
    else if (opcode === op.REF_FUNC) draft.referencedFunctions.add(reader.u32());
    else if ([op.I32_ADD, op.I32_SUB, op.I32_MUL, op.I64_ADD, op.I64_SUB, op.I64_MUL].includes(opcode))
      continue;
    else if (opcode === op.PREFIXES.SIMD && reader.u32() === V128_CONST) reader.skip(16);
    else throw malformed(`instruction 0x${opcode.toString(16)} in a constant expression`, offset);
  }
}

function readGlobals(reader: ByteReader, draft: Draft): void {
  for (let n = reader.count(3); n > 0; n--) {
    readGlobalType(reader, draft, 'the global section');
    const isConstant = reader.bytes[reader.position] === op.I32_CONST;
    draft.globalConstants[draft.globalTypes.length - 1] = isConstant
      ? new ByteReader(reader.bytes, reader.position + 1, reader.end).s33()
      : undefined;
    skipConstantExpression(reader, draft, 'the global section');
  }
}

function readExports(reader: ByteReader, draft: Draft): void {
  for (let n = reader.count(3); n > 0; n--) {
    const start = reader.position;
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.u32();
    draft.exports.push({ name, kind, index, start, end: reader.position });
  }
}

function readElements(reader: ByteReader, draft: Draft): void {
  const where = 'the element section';
  for (let n = reader.count(); n > 0; n--) {
    const offset = reader.position;
    const flags = reader.u32();
    if (flags > 7) throw malformed(`element segment flags ${flags}`, offset);
    const active = (flags & 1) === 0;
    const expressions = (flags & 4) !== 0;
    if (active && flags & 2) reader.u32();
    if (active) skipConstantExpression(reader, draft, where);
    if (flags & 3) {
      if (expressions) readValueType(reader, where);
      else reader.byte();
    }
    for (let m = reader.count(); m > 0; m--) {
      if (expressions) skipConstantExpression(reader, draft, where);
      else draft.referencedFunctions.add(reader.u32());
    }
  }
}

function readCode(reader: ByteReader, draft: Draft): void {
  const offset = reader.position;
  const count = reader.count();
  const expected = draft.functionTypes.length - draft.functionImports.length;
  if (count !== expected) throw malformed(`${count} bodies for ${expected} functions`, offset);
  for (let n = count; n > 0; n--) {
    const sizeAt = reader.position;
    const size = reader.u32();
    const start = reader.position;
    reader.skip(size);
    draft.bodies.push({ sizeAt, start, end: start + size });
  }
}

/** Reads the optional name section; like engines, ignores it if it is damaged. */
function readNames(reader: ByteReader, draft: Draft): void {
  try {
    while (reader.position < reader.end) {
      const id = reader.byte();
      const size = reader.u32();
      const end = reader.position + size;
      const names = id === 1 ? draft.names : id === 7 ? draft.globalNames : undefined;
      if (names) {
        for (let n = reader.count(2); n > 0; n--) {
          const index = reader.u32();
          names.set(index, reader.name());
        }
      }
      reader.position = end;
    }
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
  }
}

type SectionReader = (reader: ByteReader, draft: Draft) => void;

function skipSection(reader: ByteReader): void {
  reader.position = reader.end;
}

/** Applies a reader to every item of a vector. */
function eachItem(readItem: SectionReader): SectionReader {
  return (reader, draft) => {
    for (let n = reader.count(); n > 0; n--) readItem(reader, draft);
  };
}

const SECTION_READERS: ReadonlyMap<number, SectionReader> = new Map([
  [SECTION.type, readTypes],
  [SECTION.import, readImports],
  [SECTION.function, eachItem((reader, draft) => draft.functionTypes.push(readTypeIndex(reader, draft)))],
  [SECTION.table, eachItem((reader, draft) => readTable(reader, draft, 'the table section'))],
  [SECTION.memory, eachItem((reader) => readLimits(reader, 'the memory section'))],
  [SECTION.global, readGlobals],
  [SECTION.export, readExports],
  [SECTION.start, skipSection],
  [SECTION.element, readElements],
  [SECTION.code, readCode],
  [SECTION.data, skipSection],
  [SECTION.dataCount, skipSection],
  [SECTION.tag, eachItem(readTag)],
]);

function readSection(section: Section, reader: ByteReader, draft: Draft): void {
  if (section.id === SECTION.custom) {
    if (section.name === 'name') readNames(reader, draft);
    reader.position = section.end;
    return;
  }
  const read = SECTION_READERS.get(section.id);
  if (!read) throw malformed(`unknown section ${section.id}`, section.header);
  read(reader, draft);
}

/**
 * Reads a module's structure, without instructions.
 * @throws HazeError `malformed-module` with the byte offset, `unsupported-instruction` naming the feature
 */
export function readModule(bytes: Uint8Array): ModuleInfo {
  const magic = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  if (bytes.length < 8 || magic.some((byte, i) => bytes[i] !== byte))
    throw malformed('it does not begin with the WebAssembly magic number and version 1', 0);
  const draft = new Draft();
  const outer = new ByteReader(bytes, 8);
  while (outer.position < outer.end) {
    const header = outer.position;
    const id = outer.byte();
    const size = outer.u32();
    const start = outer.position;
    outer.skip(size);
    const reader = new ByteReader(bytes, start, start + size);
    const name = id === SECTION.custom ? reader.name() : '';
    const section: Section = { id, name, header, start, end: start + size };
    draft.sections.push(section);
    readSection(section, reader, draft);
    if (reader.position !== section.end)
      throw malformed('a section is longer than its contents', reader.position);
  }
  const defined = draft.functionTypes.length - draft.functionImports.length;
  if (defined !== draft.bodies.length)
    throw malformed(`${defined} functions have no code section`, bytes.length);
  return { bytes, ...draft };
}
