// Finds out what called functions do with the bits of numbers. Some are known to print their integer parameters, or the
// arguments at the address in their last parameter. For all others, the code shows how a parameter is used.
import * as op from '../encoding/opcode-names.ts';
import { opcodeOf, PARTICLE_ORDER_32 } from '../encoding/opcodes.ts';
import { hookName } from '../hooks/hooks.ts';
import { maybeCallType } from '../reading/call-types.ts';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import { F32, F64, I32, type ModuleInfo, maybeExportedFunction } from '../reading/module-info.ts';
import { ACCESSES, shapeOf } from './integer-opcodes.ts';

/** Tests for the names of functions that show integers to the user; a missing test matches no function. */
export interface PrintingNames {
  readonly showsIntegers?: (name: string) => boolean;
  /** Functions that print the arguments at the address in their last parameter. */
  readonly printsArguments?: (name: string) => boolean;
  /** Functions that return a byte and tell the guest its address. */
  readonly returnsBytes?: (name: string) => boolean;
  /** Tests for a two-parameter function that is called right before a printing call. */
  readonly marksPrinting?: (name: string) => boolean;
}

const MAKES_BITS = [op.I64_REINTERPRET_F64, op.I32_REINTERPRET_F32];
const SIGNED_BYTE = opcodeOf('i32.load8_s');
const EXTEND = opcodeOf('i32.extend8_s');
const RETURNED_LOADS = ['i32.load8_s', 'i32.load8_u', 'i32.load', 'i64.load'].map(opcodeOf);
/** Maximum length of the code at the end of a function that returns a loaded integer, in bytes and in instructions. */
const MOST_RETURN_BYTES = 12;
const MOST_MASKING = 4;

/** Tests whether the integer that `at` loads is the result of its function, perhaps after a mask. */
export function isReturned({ opcodes, count }: InstructionList, at: number): boolean {
  const masked = opcodes[at + 1] === op.I32_CONST && opcodes[at + 2] === op.I32_AND ? at + 3 : at + 1;
  const end = opcodes[masked] === EXTEND ? masked + 1 : masked;
  return end === count - 1 || opcodes[end] === op.RETURN;
}

/** Number of instructions in a mark: two parameters and the call. */
const MARK_LENGTH = 3;
/** Maximum number of nested calls into which an integer is followed. */
const MOST_CALLS = 3;

export class Callees {
  readonly info: ModuleInfo;
  /** Functions that print their integer parameters. */
  readonly showing = new Set<number>();
  /** Functions that are called between the arguments of a printing call and the call itself. */
  private readonly marking = new Set<number>();
  /** Functions that read a byte from a file. */
  private readonly reading = new Set<number>();
  private readonly printing = new Map<number, boolean>();
  private readonly known = new Map<string, number>();
  /** Decoded bodies of the nested calls that are being followed. */
  private readonly lists: InstructionList[] = [];
  private depth = 0;

  /** False for modules with an older guest, which does not support returned bytes. */
  readonly followsBytes: boolean;

  constructor(info: ModuleInfo, names: PrintingNames) {
    this.info = info;
    this.followsBytes = maybeExportedFunction(info, hookName(PARTICLE_ORDER_32)) !== undefined;
    for (const [index, name] of info.names) {
      if (names.showsIntegers?.(name)) this.showing.add(index);
      if (names.printsArguments?.(name)) this.printing.set(index, true);
      if (names.marksPrinting?.(name)) this.marking.add(index);
      if (names.returnsBytes?.(name)) this.reading.add(index);
    }
  }

  /** Tests whether the rewriter inserts calls to this function before printing calls. */
  marks(callee: number): boolean {
    return this.marking.has(callee);
  }

  /**
   * Tests whether a function prints the arguments at the address in its last parameter, directly or through another
   * function.
   */
  prints(callee: number): boolean {
    const known = this.printing.get(callee);
    if (known !== undefined) return known;
    this.printing.set(callee, false);
    const { parameters } = this.info.types[this.info.functionTypes[callee]!]!;
    if (parameters.length < 2 || parameters.at(-1) !== I32) return false;
    const isPrinting = this.inBody(callee, (list) => this.passesOn(list, parameters.length - 1));
    if (isPrinting === undefined) this.printing.delete(callee);
    else this.printing.set(callee, isPrinting);
    return isPrinting ?? false;
  }

  private passesOn(list: InstructionList, parameter: number): boolean {
    const { opcodes, immediates, count } = list;
    for (let at = 1; at < count; at++) {
      const last = this.startOfCall(list, at) - 1;
      const isPassed = opcodes[last] === op.LOCAL_GET && immediates[last] === parameter;
      if (opcodes[at] === op.CALL && isPassed && this.prints(immediates[at]!)) return true;
    }
    return false;
  }

  /** Returns the instruction after the last argument of the call at `at`: the call itself or a mark before it. */
  startOfCall({ opcodes, immediates }: InstructionList, at: number): number {
    const isMarked = opcodes[at - 1] === op.CALL && this.marks(immediates[at - 1]!);
    return isMarked ? at - MARK_LENGTH : at;
  }

  /** Tests whether a function takes a number and returns its bits. */
  returnsBits(callee: number): boolean {
    const { parameters, results } = this.info.types[this.info.functionTypes[callee]!]!;
    if (results.length !== 1 || !parameters.some((type) => type === F64 || type === F32)) return false;
    const find = ({ opcodes, count }: InstructionList) => Number(MAKES_BITS.includes(opcodes[count - 2]!));
    return this.factOf(callee, 'result', find) === 1;
  }

  /** Operand and result counts of an instruction or a direct call in straight-line code. */
  maybeShape({ opcodes, immediates }: InstructionList, at: number): readonly [number, number] | undefined {
    const type = opcodes[at] === op.CALL ? maybeCallType(this.info, op.CALL, immediates[at]!) : undefined;
    return type ? [type.parameters.length, type.results.length] : shapeOf(opcodes[at]!);
  }

  /** Signedness of the byte that a function loads and returns; undefined if the function returns something else. */
  maybeReturnedByte(callee: number): { readonly isSigned: boolean } | undefined {
    if (!this.followsBytes) return undefined;
    if (this.reading.has(callee)) return { isSigned: false };
    const access = ACCESSES[this.maybeReturnedLoad(callee) ?? 0];
    return access?.size === 1 ? access : undefined;
  }

  /** Opcode of the load whose integer a function returns; undefined if the function returns something else. */
  maybeReturnedLoad(callee: number): number | undefined {
    const { bodies, bytes, functionImports } = this.info;
    const body = bodies[callee - functionImports.length];
    // Most functions need not be decoded, because the load and a mask take only a few bytes.
    const end = bytes.subarray(Math.max(0, (body?.end ?? 0) - MOST_RETURN_BYTES), body?.end ?? 0);
    if (!body || !end.some((byte) => RETURNED_LOADS.includes(byte))) return undefined;
    const find = (list: InstructionList) => {
      for (let at = list.count - 2; at >= 0 && at > list.count - 2 - MOST_MASKING; at--)
        if (ACCESSES[list.opcodes[at]!])
          return !isReturned(list, at)
            ? 0
            : list.opcodes[list.count - 2] === EXTEND
              ? SIGNED_BYTE
              : list.opcodes[at]!;
      return 0;
    };
    const opcode = this.factOf(callee, 'load', find) ?? 0;
    return RETURNED_LOADS.includes(opcode) ? opcode : undefined;
  }

  /** Returns a fact that `find` derives from a function's code; undefined if it is unknown. */
  factOf(callee: number, key: string, find: (list: InstructionList) => number): number | undefined {
    const name = `${callee}/${key}`;
    if (!this.known.has(name)) {
      const found = this.inBody(callee, find);
      if (found === undefined) return undefined;
      this.known.set(name, found);
    }
    return this.known.get(name);
  }

  private inBody<T>(callee: number, visit: (list: InstructionList) => T): T | undefined {
    const { info, lists, depth } = this;
    const body = info.bodies[callee - info.functionImports.length];
    if (!body || depth === MOST_CALLS) return undefined;
    lists[depth] ??= new InstructionList();
    const list = lists[depth];
    this.depth++;
    decodeBody(info, callee, body, list);
    const result = visit(list);
    this.depth--;
    return result;
  }
}
