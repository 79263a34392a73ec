// Decodes one function body into parallel arrays: opcode, start offset and first immediate of every instruction. The
// spans cover the body without gaps, so copying them reproduces the same bytes.

import { ByteReader, malformed } from '../encoding/byte-reader.ts';
import * as op from '../encoding/opcode-names.ts';
import { FC_PAGE, featureOf, OPCODES } from '../encoding/opcodes.ts';
import { VECTOR_COUNT, VECTOR_PAGE } from '../encoding/vector-opcodes.ts';
import { type Body, describeFunction, I32, type ModuleInfo, V128 } from './module-info.ts';
import { readValueTypes, unsupported } from './module-reader.ts';

/** A decoded function body. The arrays are longer than `count` and reused from function to function. */
export class InstructionList {
  count = 0;
  opcodes = new Uint16Array(4096);
  /** Module offset of each instruction; entry `count` is the end of the body. */
  starts = new Int32Array(4097);
  /** First immediate: an index, label depth, signed block type, element type of a typed select, or alignment. */
  immediates = new Int32Array(4096);
  /** Second index of two-index instructions; offset of memory instructions. */
  seconds = new Int32Array(4096);
  /**
   * Partner of each instruction: for the start of a block, its end; for an end, else or catch clause, the start;
   * otherwise -1.
   */
  partners = new Int32Array(4096);
  /** Types of the locals, including parameters. */
  locals: number[] = [];
  parameterCount = 0;
  /** Range of the local declarations. */
  declarationsStart = 0;
  usesExceptionReferences = false;

  grow(): void {
    const size = this.opcodes.length * 2;
    const copy = <T extends Uint16Array | Int32Array>(target: T, source: T): T => {
      target.set(source);
      return target;
    };
    this.opcodes = copy(new Uint16Array(size), this.opcodes);
    this.starts = copy(new Int32Array(size + 1), this.starts);
    this.immediates = copy(new Int32Array(size), this.immediates);
    this.seconds = copy(new Int32Array(size), this.seconds);
    this.partners = copy(new Int32Array(size), this.partners);
  }
}

const MAX_LOCALS = 50_000;

function readLocals(reader: ByteReader, list: InstructionList, where: Where): void {
  for (let n = reader.count(2); n > 0; n--) {
    const offset = reader.position;
    const count = reader.u32();
    const typeReader = new ByteReader(reader.bytes, reader.position, reader.end);
    const types = readOneType(typeReader, where);
    reader.position = typeReader.position;
    if (list.locals.length + count > MAX_LOCALS) throw malformed('too many locals', offset);
    for (let i = 0; i < count; i++) list.locals.push(types);
  }
}

/** Names the function for an error message; called only when there is an error. */
type Where = () => string;

function readOneType(reader: ByteReader, where: Where): number {
  const type = reader.bytes[reader.position]!;
  if (type >= V128 && type <= I32 && reader.position < reader.end) {
    reader.position++;
    return type;
  }
  const bytes = new Uint8Array([1, reader.byte()]);
  return readValueTypes(new ByteReader(bytes), where())[0]!;
}

function readTryTable(reader: ByteReader): void {
  for (let n = reader.count(2); n > 0; n--) {
    const offset = reader.position;
    const kind = reader.byte();
    if (kind > 3) throw malformed('an unknown kind of catch clause', offset);
    if (kind < 2) reader.u32();
    reader.u32();
  }
}

function readImmediate(
  reader: ByteReader,
  list: InstructionList,
  at: number,
  opcode: number,
  where: Where,
): void {
  switch (OPCODES[opcode]!.immediate) {
    case 'none':
      return;
    case 'index':
      list.immediates[at] = reader.u32();
      return;
    case 'two-indices':
      list.immediates[at] = reader.u32();
      list.seconds[at] = reader.u32();
      return;
    case 'memory-argument':
      list.immediates[at] = reader.u32();
      list.seconds[at] = reader.u32();
      return;
    case 'block-type':
      list.immediates[at] = reader.s33();
      return;
    case 'i32':
      reader.skipLeb(5);
      return;
    case 'i64':
      reader.skipLeb(10);
      return;
    case 'f32':
      reader.skip(4);
      return;
    case 'f64':
      reader.skip(8);
      return;
    case 'br-table':
      for (let n = reader.count() + 1; n > 0; n--) reader.u32();
      return;
    case 'types': {
      const types = readValueTypes(reader, where());
      if (types.length !== 1) throw malformed('a select without exactly one type', reader.position);
      list.immediates[at] = types[0]!;
      return;
    }
    case 'v128':
    case 'lanes':
      reader.skip(16);
      return;
    case 'lane':
      list.immediates[at] = reader.byte();
      return;
    case 'memory-lane':
      list.immediates[at] = reader.u32();
      list.seconds[at] = reader.u32();
      reader.byte();
      return;
    case 'heap-type':
      list.immediates[at] = readOneType(reader, where);
      return;
    case 'try-table':
      list.immediates[at] = reader.s33();
      readTryTable(reader);
      return;
  }
}

/**
 * Decodes the body of function `index` into `list`.
 * @throws HazeError `malformed-module`, `unsupported-instruction` naming instruction and function
 */
export function decodeBody(info: ModuleInfo, index: number, body: Body, list: InstructionList): void {
  const where: Where = () => describeFunction(info, index);
  const type = info.types[info.functionTypes[index]!]!;
  list.locals = [...type.parameters];
  list.parameterCount = type.parameters.length;
  list.declarationsStart = body.start;
  const reader = new ByteReader(info.bytes, body.start, body.end);
  readLocals(reader, list, where);
  const open: number[] = [-1];
  let count = 0;
  while (reader.position < body.end) {
    if (open.length === 0) throw malformed('instructions after the end of a function', reader.position);
    if (count === list.opcodes.length) list.grow();
    const start = reader.position;
    const opcode = readOpcode(reader, where);
    list.opcodes[count] = opcode;
    list.starts[count] = start;
    readImmediate(reader, list, count, opcode, where);
    notePartners(list, count, opcode, open);
    count++;
  }
  if (open.length !== 0) throw malformed('a function does not end', body.end);
  list.count = count;
  list.starts[count] = body.end;
}

function readOpcode(reader: ByteReader, where: Where): number {
  const start = reader.position;
  let opcode = reader.byte();
  if (opcode >= op.PREFIXES.GC && opcode <= op.PREFIXES.ATOMIC) {
    const sub = reader.u32();
    const page = maybePage(opcode, sub);
    if (page === undefined || !OPCODES[page + sub]) throw unsupported(featureOf(opcode, sub), where(), start);
    opcode = page + sub;
  }
  if (!OPCODES[opcode]) throw unsupported(featureOf(opcode, undefined), where(), start);
  return opcode;
}

function maybePage(prefix: number, sub: number): number | undefined {
  if (prefix === op.PREFIXES.NUMERIC && sub < 18) return FC_PAGE;
  if (prefix === op.PREFIXES.SIMD && sub < VECTOR_COUNT) return VECTOR_PAGE;
  return undefined;
}

function notePartners(list: InstructionList, at: number, opcode: number, open: number[]): void {
  list.partners[at] = -1;
  switch (opcode) {
    case op.TRY_TABLE:
      list.usesExceptionReferences = true;
      open.push(at);
      return;
    case op.BLOCK:
    case op.LOOP:
    case op.IF:
    case op.TRY:
      open.push(at);
      return;
    case op.ELSE:
    case op.CATCH:
    case op.CATCH_ALL:
      list.partners[at] = open[open.length - 1]!;
      return;
    case op.THROW_REF:
      list.usesExceptionReferences = true;
      return;
    case op.END:
    case op.DELEGATE: {
      // A delegate also ends its try.
      const start = open.pop()!;
      list.partners[at] = start;
      if (start >= 0) list.partners[start] = at;
      return;
    }
  }
}
