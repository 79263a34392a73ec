// A function of a WebAssembly module in the specification's text format: its type, its locals and its instructions,
// one per line. Functions, types and other items appear as indices; names from the name section follow as comments.
import { ByteReader } from '../../rewrite/encoding/byte-reader.ts';
import * as op from '../../rewrite/encoding/opcode-names.ts';
import { OPCODES } from '../../rewrite/encoding/opcodes.ts';
import { decodeBody, InstructionList } from '../../rewrite/reading/instruction-list.ts';
import type { ModuleInfo } from '../../rewrite/reading/module-info.ts';
import { readModule } from '../../rewrite/reading/module-reader.ts';
import { writeImmediates } from './immediate-text.ts';
import { nameType } from './value-type-names.ts';

export interface FunctionText {
  readonly text: string;
  /** Number of instructions omitted from the text. */
  readonly leftOut: number;
}

/**
 * Writes a function in text format.
 * @param index in the module's function index space, imports included; the function must have a body
 * @param mostLines maximum number of instructions; a note at the end counts the omitted ones
 * @throws HazeError `malformed-module`, `unsupported-instruction`
 */
export function writeFunctionText(
  module: Uint8Array,
  index: number,
  mostLines = Number.POSITIVE_INFINITY,
): FunctionText {
  const info = readModule(module);
  const body = info.bodies[index - info.functionImports.length];
  if (!body) throw new TypeError(`function ${index} has no body`);
  const list = new InstructionList();
  decodeBody(info, index, body, list);
  const lines = [writeHead(info, index), ...writeLocals(list)];
  // The last instruction ends the function and becomes its closing parenthesis.
  const count = list.count - 1;
  const shown = Math.min(count, mostLines);
  let depth = 1;
  for (let at = 0; at < shown; at += 1) {
    const opcode = list.opcodes[at]!;
    if (CLOSING.has(opcode)) depth -= 1;
    lines.push('  '.repeat(Math.max(1, depth)) + writeInstruction(info, list, at));
    if (OPENING.has(opcode)) depth += 1;
  }
  const leftOut = count - shown;
  lines.push(leftOut > 0 ? `  ;; ${leftOut} more instructions` : ')');
  return { text: `${lines.join('\n')}\n`, leftOut };
}

const OPENING: ReadonlySet<number> = new Set([
  op.BLOCK,
  op.LOOP,
  op.IF,
  op.TRY,
  op.TRY_TABLE,
  op.ELSE,
  op.CATCH,
  op.CATCH_ALL,
]);
const CLOSING: ReadonlySet<number> = new Set([op.END, op.DELEGATE, op.ELSE, op.CATCH, op.CATCH_ALL]);

function writeHead(info: ModuleInfo, index: number): string {
  const { parameters, results } = info.types[info.functionTypes[index]!]!;
  const list = (word: string, types: readonly number[]) =>
    types.length === 0 ? '' : ` (${word} ${types.map(nameType).join(' ')})`;
  const type = ` (type ${info.functionTypes[index]})`;
  return `(func (;${describe(info, index)};)${type}${list('param', parameters)}${list('result', results)}`;
}

function writeLocals({ locals, parameterCount }: InstructionList): string[] {
  const own = locals.slice(parameterCount);
  return own.length === 0 ? [] : [`  (local ${own.map(nameType).join(' ')})`];
}

function writeInstruction(info: ModuleInfo, list: InstructionList, at: number): string {
  const opcode = OPCODES[list.opcodes[at]!]!;
  const reader = new ByteReader(info.bytes, list.starts[at], list.starts[at + 1]);
  // Skips the number that follows a prefix.
  if (reader.byte() >= op.PREFIXES.GC && opcode.code >= 0x100) reader.u32();
  const words = writeImmediates(reader, opcode);
  const called = CALLS.has(opcode.code) ? nameCalled(info, list.immediates[at]!) : '';
  // A typed select has its own opcode but the same name as the untyped select.
  const name = opcode.code === op.SELECT_T ? 'select' : opcode.name;
  return [name, ...words].join(' ') + called;
}

const REF_FUNC = 0xd2;
const CALLS: ReadonlySet<number> = new Set([op.CALL, op.RETURN_CALL, REF_FUNC]);

function nameCalled(info: ModuleInfo, index: number): string {
  const imported = info.functionImports[index];
  const name = info.names.get(index) ?? (imported && `${imported.module}.${imported.name}`);
  return name === undefined ? '' : ` (;${makeComment(name)};)`;
}

function describe(info: ModuleInfo, index: number): string {
  const name = info.names.get(index);
  return name === undefined ? String(index) : `${index} ${makeComment(name)}`;
}

/** A name may contain characters that start or end a comment. */
function makeComment(name: string): string {
  return name.replaceAll(/\(;|;\)/g, '');
}
