// Finds integers from memory that a function compares, splits into digits, or computes with, as programs do with the
// bits of numbers. If an integer holds the bits of a box, the particle's bits replace it for the comparison, the digit
// or the computation only, so that sorting moves boxes. A float's box has no check bits, so the guest considers all
// integers that the function uses in this way (wasm/guest/sort-keys.c).

import * as op from '../encoding/opcode-names.ts';
import { OPCODES, opcodeOf } from '../encoding/opcodes.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { F32, F64, I32, I64, type ModuleInfo } from '../reading/module-info.ts';
import { isOfBytes } from './bytes-of-bits.ts';
import type { Callees } from './callees.ts';
import {
  ACCESSES,
  ANDS,
  COMPARISONS,
  LEFT_SHIFTS,
  maybeAccumulation,
  maybeUser,
  named,
  ORS,
  RIGHT_SHIFTS,
  SHIFTS,
  shapeOf,
  XORS,
} from './integer-opcodes.ts';
import type { LocalUses } from './local-uses.ts';

const ORDERS = named(/^i(32|64)\.[lg][te]_[su]$|^i32\.(eq|ne)$/);
const DIVISIONS = named(/^i32\.div_[su]$/);
const ADDITIONS = named(/^i(32|64)\.add$/);
const SUBTRACTIONS = named(/^i(32|64)\.sub$/);
const CONVERSIONS = named(/^f(32|64)\.convert_i(32|64)_[su]$/);
const MAKES_NUMBERS = named(/^f(32|64)\.reinterpret_i/);
const READS = named(/\.load/);
const WRITES = named(/\.store/);
/** Sources of a float's bits other than memory. */
const FLOAT_BITS = ['i32.reinterpret_f32', 'i32x4.extract_lane'].map(opcodeOf);
const SHIFT_LEFT = opcodeOf('i32.shl');
const WRAP = opcodeOf('i32.wrap_i64');
const LOADS = ['i32.load', 'i64.load'].map(opcodeOf);
const BYTE_LOAD = opcodeOf('i32.load8_u');
const SIGNS = [1n << 31n, 1n << 63n];
const WITHOUT_SIGN = (1n << 31n) - 1n;
/** Terms that round the fraction of a float are at least this large. */
const ROUNDING_TERM = 1n << 11n;
/**
 * Uses of a word: a move, a use of some of its bits that may also be a move, a use of the upper half, printing, or a
 * computation that programs apply to the bits of a number.
 */
const USE = { moved: 0, part: 1, upper: 2, shown: 3, computed: 4 } as const;
/** Type of a word that the function prints; small negative integers have the tag of a negative float. */
export const SHOWN_I32 = 0x400 | I32;
/** Maximum number of steps followed from a digit to an index. */
const MOST_STEPS = 6;
/** Maximum number of locals followed from an operand to a load. */
const MOST_LOCALS = 500;
/** Range of a float's limits, read as integers: large numbers below infinity. */
const LIMITS = { first: 1n << 28n, end: 0x7f800000n };

/** Integers that a function orders. */
export interface SortKeys {
  /** Comparisons and subtractions of two integers that may be the bits of numbers, with the integer type. */
  readonly orders: ReadonlyMap<number, number>;
  /** Instructions that push an integer of which the function uses a digit as an index, with the integer type. */
  readonly digits: ReadonlyMap<number, number>;
  /** Instructions that push a word for a computation with its bits, with the integer type. */
  readonly words: ReadonlyMap<number, number>;
  /** Loads of bytes that the function uses as indices; empty if the program has no floats. */
  readonly bytes: ReadonlySet<number>;
}

export const NO_SORT_KEYS: SortKeys = {
  orders: new Map(),
  digits: new Map(),
  words: new Map(),
  bytes: new Set(),
};

function typeOf(opcode: number): number {
  return OPCODES[opcode]!.name.startsWith('i64') ? I64 : I32;
}

class SortKeysFinder {
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  private readonly locals: LocalUses;
  private readonly callees: Callees;
  /** False if the program has no floats. */
  private readonly hasSingles: boolean;
  /** Stores of arguments that the function prints. */
  private readonly shown: ReadonlySet<number>;
  /** For each instruction that pushes a local, whether the local is a key; absent if not yet known. */
  private readonly known = new Map<number, boolean>();
  /** Results of `isAddressFrom`. */
  private readonly addresses = new Map<string, boolean>();
  private readonly jumps: Int32Array;
  /** Number of locals that are being followed. */
  private depth = 0;
  private readonly orders = new Map<number, number>();
  private readonly digits = new Map<number, number>();
  private readonly words = new Map<number, number>();
  private readonly bytes = new Set<number>();

  constructor(
    info: ModuleInfo,
    list: InstructionList,
    locals: LocalUses,
    callees: Callees,
    shown: ReadonlySet<number>,
    hasSingles: boolean,
  ) {
    this.info = info;
    this.list = list;
    this.locals = locals;
    this.callees = callees;
    this.shown = shown;
    this.hasSingles = hasSingles;
    this.jumps = this.findJumps();
  }

  run(): SortKeys {
    const { opcodes, count } = this.list;
    for (let at = 0; at < count; at++) {
      const opcode = opcodes[at]!;
      if (ORDERS[opcode] || (opcode === op.I32_SUB && this.isResult(at))) this.findOrder(at);
      if (XORS[opcode]) this.findFlip(at);
      if (opcode === BYTE_LOAD && this.hasSingles && this.isIndex(at, true)) this.bytes.add(at);
      if ((LOADS.includes(opcode) || opcode === op.LOCAL_GET || opcode === op.LOCAL_TEE) && this.isDigit(at))
        this.digits.set(at, this.typeAt(at));
    }
    this.findWords();
    const { orders, digits, words, bytes } = this;
    return { orders, digits, words, bytes };
  }

  // ---- comparisons ---------------------------------------------------------------------------------------------------

  private findOrder(at: number): void {
    const type = typeOf(this.list.opcodes[at]!);
    if (type === I32 && !this.hasSingles) return;
    const first = this.maybeOperand(at, 1);
    if (first === undefined) return;
    const last = at - 1;
    const isOrdered = this.isKey(first)
      ? this.isKey(last) || this.isLimit(last)
      : this.isLimit(first) && this.isKey(last);
    if (isOrdered) this.orders.set(at, type);
  }

  /** Tests whether the function returns the result of instruction `at`. */
  private isResult(at: number): boolean {
    const { opcodes, count } = this.list;
    return opcodes[at + 1] === op.RETURN || at + 1 === count - 1;
  }

  private isLimit(at: number): boolean {
    if (this.list.opcodes[at] !== op.I32_CONST) return false;
    const constant = constantOf(this.info, this.list, at);
    return constant >= LIMITS.first && constant < LIMITS.end;
  }

  /** Tests whether instruction `at` pushes an integer that may be all bits of a number, from memory or the caller. */
  private isKey(at: number): boolean {
    const { opcodes } = this.list;
    const opcode = opcodes[at]!;
    if (opcode === op.LOCAL_TEE) return this.isKey(at - 1);
    if (opcode === op.LOCAL_GET) return this.isKeyLocal(at);
    if (opcode === WRAP) return this.isKeyHalf(at - 1);
    if (opcode === op.SELECT) return this.isKeyOperand(at, 1) || this.isKeyOperand(at, 2);
    if (XORS[opcode]) return SIGNS.includes(this.constantBefore(at) ?? 0n) && this.isKeyOperand(at, 1);
    if (opcode === op.I32_AND) return this.constantBefore(at) === WITHOUT_SIGN && this.isKeyOperand(at, 1);
    if (opcode === op.CALL)
      return LOADS.includes(this.callees.maybeReturnedLoad(this.list.immediates[at]!) ?? 0);
    return LOADS.includes(opcode) || FLOAT_BITS.includes(opcode);
  }

  /** Tests whether half of the 64 bits that instruction `at` pushes may be a float, as in a pair. */
  private isKeyHalf(at: number): boolean {
    const isUpper = RIGHT_SHIFTS[this.list.opcodes[at]!] && this.constantBefore(at) === 32n;
    return isUpper ? this.isKeyOperand(at, 1) : this.isKey(at);
  }

  private isKeyOperand(at: number, above: number): boolean {
    const operand = this.maybeOperand(at, above);
    return operand !== undefined && this.isKey(operand);
  }

  /** Instruction that produces the operand of `at` with `above` operands above it, in straight-line code. */
  private maybeOperand(at: number, above: number): number | undefined {
    let wanted = above;
    for (let from = at - 1; from >= 0; from--) {
      if (wanted === 0) return from;
      const [operands, results] = this.callees.maybeShape(this.list, from) ?? [];
      if (operands === undefined) return undefined;
      wanted += operands - results!;
    }
    return undefined;
  }

  /** Tests whether the local that `at` pushes holds only constants and integers that may be all bits of a number. */
  private isKeyLocal(at: number): boolean {
    const known = this.known.get(at);
    if (known !== undefined) return known;
    if (this.depth >= MOST_LOCALS) return false;
    this.depth++;
    // In a loop, the local may be assigned its own content.
    this.known.set(at, true);
    const { opcodes, immediates, parameterCount, locals } = this.list;
    const local = immediates[at]!;
    const sets = this.setsBefore(at, local);
    let isKey = sets.length === 0 && local < parameterCount && locals[local] !== F32 && locals[local] !== F64;
    if (isKey) isKey = !this.isAddressFrom(-1, local);
    for (const set of sets) {
      const source = opcodes[set - 1]!;
      if (source === op.I32_CONST || source === op.I64_CONST) continue;
      isKey = this.isKey(set - 1) && !this.isAddressFrom(set, local);
      if (!isKey) break;
    }
    this.known.set(at, isKey);
    this.depth--;
    return isKey;
  }

  /**
   * The last assignment before `at`; if it is outside the innermost loop around `at`, also the assignments in this
   * loop. Locals are reused for other values, so looking at all assignments at once would reveal less.
   */
  private setsBefore(at: number, local: number): readonly number[] {
    const last = this.maybeSetBefore(at, local);
    const loop = this.locals.maybeLoop(at);
    const first = last === undefined ? [] : [last];
    if (loop === undefined || (last ?? -1) > loop) return first;
    return [...first, ...this.locals.setsBetween(loop, this.list.partners[loop]!, local)];
  }

  private maybeSetBefore(at: number, local: number): number | undefined {
    return this.locals.maybeSetBefore(at, local, (set) => this.mayReach(set, at));
  }

  /** Tests whether control flow may go from `set` to the later `at`: an unconditional jump may skip `at`. */
  private mayReach(set: number, at: number): boolean {
    const { opcodes, partners } = this.list;
    const jump = this.jumps[set]!;
    if (jump > at) return true;
    if (opcodes[jump] === op.RETURN || opcodes[jump] === op.UNREACHABLE) return false;
    if (opcodes[jump] !== op.BR) return true;
    const target = this.locals.maybeTarget(jump);
    return target === undefined || opcodes[target] === op.LOOP || partners[target]! < at;
  }

  /** For each instruction, the next call or control instruction. */
  private findJumps(): Int32Array {
    const { opcodes, count } = this.list;
    const jumps = new Int32Array(count);
    for (let at = count - 1, jump = count; at >= 0; at--) {
      jumps[at] = jump;
      if (OPCODES[opcodes[at]!]!.effect === '' && !shapeOf(opcodes[at]!)) jump = at;
    }
    return jumps;
  }

  /**
   * Tests whether the function accesses memory at the content of a local: after the assignment `from`, in the loop
   * `from`, or before the first assignment if `from` is negative.
   */
  private isAddressFrom(from: number, local: number): boolean {
    const { opcodes, partners } = this.list;
    const name = `${from}/${local}`;
    let isAddress = this.addresses.get(name);
    if (isAddress !== undefined) return isAddress;
    isAddress = this.areAddresses(
      opcodes[from] === op.LOOP
        ? this.locals.getsBetween(from, partners[from]!, local)
        : this.locals.behind(from, local).filter((get) => from < 0 || this.mayReach(from, get)),
    );
    this.addresses.set(name, isAddress);
    return isAddress;
  }

  /** Tests whether the function accesses memory at one of the integers that these instructions push. */
  private areAddresses(gets: readonly number[]): boolean {
    const { opcodes } = this.list;
    return gets.some((get) => {
      const next = opcodes[get + 1]!;
      return READS[next] || (shapeOf(next)?.join() === '0,1' && WRITES[opcodes[get + 2]!]);
    });
  }

  private constantBefore(at: number): bigint | undefined {
    const before = this.list.opcodes[at - 1];
    const isConstant = before === op.I32_CONST || before === op.I64_CONST;
    return isConstant ? constantOf(this.info, this.list, at - 1) : undefined;
  }

  /** Finds a key whose other bits are inverted if it is negative, so that negative numbers sort correctly. */
  private findFlip(at: number): void {
    const first = this.maybeOperand(at, 1);
    if (first === undefined) return;
    const key = this.isFlip(first) ? at - 1 : this.isFlip(at - 1) ? first : undefined;
    const type = typeOf(this.list.opcodes[at]!);
    if (key !== undefined && this.isKey(key) && (this.hasSingles || type === I64)) this.digits.set(key, type);
  }

  /** Tests whether instruction `at` pushes a mask that depends on a sign. */
  private isFlip(at: number, steps = MOST_STEPS): boolean {
    const { opcodes } = this.list;
    const from = this.sourceOf(at);
    const opcode = opcodes[from]!;
    const first = this.maybeOperand(from, 1);
    if (first === undefined || steps === 0) return false;
    if (opcode === op.SELECT) return this.isConstant(first) && this.isConstant(this.maybeOperand(from, 2));
    const constant = this.constantBefore(from);
    if (ANDS[opcode] || ORS[opcode]) return constant !== undefined && this.isFlip(first, steps - 1);
    if (opcode === op.I32_SUB) return this.isConstant(first) && this.isFlip(from - 1, steps - 1);
    return RIGHT_SHIFTS[opcode]! && (constant === 31n || constant === 63n);
  }

  private isConstant(at: number | undefined): boolean {
    const opcode = at === undefined ? undefined : this.list.opcodes[this.sourceOf(at)];
    return opcode === op.I32_CONST || opcode === op.I64_CONST;
  }

  /** The instruction that produces the integer that `at` pushes, traced back through locals. */
  private sourceOf(at: number): number {
    const { opcodes, immediates } = this.list;
    if (opcodes[at] === op.LOCAL_TEE) return at - 1;
    if (opcodes[at] !== op.LOCAL_GET) return at;
    const set = this.locals.maybeSetBefore(at, immediates[at]!);
    return set === undefined ? at : set - 1;
  }

  // ---- computations --------------------------------------------------------------------------------------------------

  /**
   * Finds words whose bits the function computes with. If it computes with one part of a word, all parts come from the
   * particle, but moves of the whole word do not.
   */
  private findWords(): void {
    const { opcodes, immediates, locals, count } = this.list;
    const uses = new Map<string, number[]>();
    const computed = new Set<string>();
    for (let at = 0; at < count; at++) {
      const opcode = opcodes[at]!;
      const isLocal = opcode === op.LOCAL_GET || opcode === op.LOCAL_TEE;
      const type = isLocal ? locals[immediates[at]!] : LOADS.includes(opcode) ? typeOf(opcode) : undefined;
      if (type !== I64 && (type !== I32 || !this.hasSingles)) continue;
      const use = this.useOf(at);
      if (use === USE.moved || !this.isKey(at)) continue;
      if (use === USE.shown && type === I32) this.words.set(at, SHOWN_I32);
      const origin = this.originOf(at);
      const places = uses.get(origin);
      if (places) places.push(at);
      else uses.set(origin, [at]);
      if (use === USE.computed) computed.add(origin);
    }
    for (const [origin, places] of uses) {
      const isUpper = places.length === 1 && this.useOf(places[0]!) === USE.upper;
      if (computed.has(origin) || isUpper) for (const at of places) this.words.set(at, this.typeAt(at));
    }
  }

  /** Name of the assignment or location that the word at `at` comes from. */
  private originOf(at: number): string {
    const { opcodes, immediates, seconds } = this.list;
    if (opcodes[at] === op.LOCAL_TEE) return this.originOf(at - 1);
    if (opcodes[at] === op.LOCAL_GET) {
      const set = this.maybeSetBefore(at, immediates[at]!);
      return set === undefined ? `local ${immediates[at]}` : this.originOf(set - 1);
    }
    const isAtLocal = LOADS.includes(opcodes[at]!) && opcodes[at - 1] === op.LOCAL_GET;
    return isAtLocal ? `${immediates[at - 1]}+${seconds[at]}` : `${at}`;
  }

  private useOf(at: number): number {
    const user = maybeUser(this.list, at);
    if (!user || this.orders.has(user.at)) return USE.moved;
    const { opcodes } = this.list;
    const opcode = opcodes[user.at]!;
    const access = ACCESSES[opcode];
    if (access && user.above === 0 && this.shown.has(user.at)) return USE.shown;
    const isNarrow = access && access.size < (access.type === I64 ? 8 : 4);
    if (access) return access.isStore && isNarrow && user.above === 0 ? USE.part : USE.moved;
    if (opcode === WRAP) return USE.part;
    if (opcode === op.SELECT) return this.useBySelect(user);
    const other = user.above === 1 ? user.at - 1 : this.maybeOperand(user.at, 1);
    if (other === undefined) return USE.moved;
    const constant = this.maybeConstant(other);
    if (ANDS[opcode]) return this.useByMask(user.at, constant);
    if (SHIFTS[opcode]) return user.above === 1 ? this.useByShift(user.at, constant) : USE.moved;
    if (ADDITIONS[opcode]) return this.useBySum(user.at, other, constant);
    if (XORS[opcode]) return constant === undefined ? this.useByXor(user.at, other) : USE.moved;
    if (!SUBTRACTIONS[opcode]) return USE.moved;
    // Programs subtract the bits of negative numbers from the sign to order them.
    if (user.above === 0 && SIGNS.includes(constant ?? 0n)) return USE.computed;
    return this.useByDifference(user.at, other, constant);
  }

  /** Use by a selection, which is a computation if the other integer derives from a negative number's bits. */
  private useBySelect({ at, above }: { at: number; above: number }): number {
    const other = above === 0 ? undefined : this.maybeOperand(at, 3 - above);
    const opcode = other === undefined ? op.SELECT : this.list.opcodes[this.sourceOf(other)]!;
    return SUBTRACTIONS[opcode] || XORS[opcode] ? USE.part : USE.moved;
  }

  private useByMask(at: number, mask: bigint | undefined): number {
    if (mask === undefined) return USE.part;
    if (SIGNS.includes(mask)) return USE.moved;
    if (SIGNS.includes(mask + 1n)) return this.isTested(at) ? USE.computed : USE.moved;
    return isOfBytes(mask) ? USE.part : USE.computed;
  }

  /** Tests whether the function compares the integer that `at` pushes, and does not store it. */
  private isTested(at: number): boolean {
    const { opcodes, immediates } = this.list;
    const user = maybeUser(this.list, at);
    if (!user) return false;
    const opcode = opcodes[user.at]!;
    if (COMPARISONS[opcode]) return true;
    if (opcode !== op.LOCAL_SET && opcode !== op.LOCAL_TEE) return false;
    const gets = this.locals.behind(user.at, immediates[user.at]!);
    const users = gets.map((get) => opcodes[maybeUser(this.list, get)?.at ?? get]!);
    return (
      users.some((one) => COMPARISONS[one]) &&
      !users.some((one) => ACCESSES[one]?.isStore || MAKES_NUMBERS[one] || one === op.SELECT)
    );
  }

  private useByShift(at: number, places: bigint | undefined): number {
    const { opcodes } = this.list;
    if (places === undefined) return USE.part;
    const isLeft = LEFT_SHIFTS[opcodes[at]!]!;
    // The sign of a box is that of its particle, and other left shifts scale addresses.
    const isSign = places === (typeOf(opcodes[at]!) === I64 ? 63n : 31n);
    if (isLeft ? places % 8n > 1n || opcodes[at + 1] === op.I32_ADD : isSign) return USE.moved;
    if (places % 8n !== 0n) return USE.computed;
    const user = maybeUser(this.list, at);
    const use = !isLeft && places === 16n && typeOf(opcodes[at]!) === I32 ? USE.upper : USE.part;
    if (!user) return use;
    const opcode = opcodes[user.at]!;
    if (COMPARISONS[opcode] || CONVERSIONS[opcode]) return USE.computed;
    if (!ANDS[opcode]) return use;
    const other = user.above === 1 ? user.at - 1 : this.maybeOperand(user.at, 1);
    const mask = other === undefined ? undefined : this.maybeConstant(other);
    return mask !== undefined && !isOfBytes(mask) ? USE.computed : USE.part;
  }

  private useBySum(at: number, other: number, term: bigint | undefined): number {
    const { opcodes } = this.list;
    if (term === undefined) {
      const from = this.sourceOf(other);
      const places = LEFT_SHIFTS[opcodes[from]!] ? this.maybeConstant(from - 1) : undefined;
      const isExponent = places === (typeOf(opcodes[at]!) === I64 ? 52n : 23n);
      return isExponent || this.isSummed(at) ? USE.computed : USE.part;
    }
    const isLarge = BigInt.asIntN(32, term) >= ROUNDING_TERM;
    const user = isLarge ? maybeUser(this.list, at) : undefined;
    const isCut = user && (RIGHT_SHIFTS[opcodes[user.at]!] || ANDS[opcodes[user.at]!]);
    return isCut ? USE.computed : USE.part;
  }

  /** Tests whether a local accumulates the sum at `at`, and is not an address that a stride advances. */
  private isSummed(at: number): boolean {
    const set = maybeAccumulation(this.list, at);
    if (set === undefined) return false;
    return !this.isAddressFrom(this.locals.maybeLoop(set) ?? set, this.list.immediates[set]!);
  }

  /** Use by an XOR: with other bits of the same word, as in hashes, or to find equal bits. */
  private useByXor(at: number, other: number): number {
    const { opcodes } = this.list;
    if (SHIFTS[opcodes[this.sourceOf(other)]!]) return USE.computed;
    const user = maybeUser(this.list, at);
    if (!user) return USE.moved;
    const opcode = opcodes[user.at]!;
    const constant = user.above === 1 ? this.maybeConstant(user.at - 1) : undefined;
    // Tests of the sign need no particle.
    const isOfSign =
      constant === undefined || constant === 0n || constant + 1n === 1n << 32n || constant === 31n;
    return (COMPARISONS[opcode] || RIGHT_SHIFTS[opcode]) && !isOfSign && this.isKey(other)
      ? USE.computed
      : USE.moved;
  }

  /** Use by a difference: distances between pointers are divided, and stored differences may be added up again. */
  private useByDifference(at: number, other: number, term: bigint | undefined): number {
    const { opcodes } = this.list;
    if (term !== undefined) return USE.part;
    const user = maybeUser(this.list, at);
    const isSize = user && (RIGHT_SHIFTS[opcodes[user.at]!] || DIVISIONS[opcodes[user.at]!]);
    if (isSize || (user && ACCESSES[opcodes[user.at]!]?.isStore)) return USE.part;
    return this.isKey(other) ? USE.computed : USE.part;
  }

  /** The constant that `at` pushes, perhaps through a local that holds nothing else. */
  private maybeConstant(at: number): bigint | undefined {
    const { opcodes, immediates } = this.list;
    const sets = opcodes[at] === op.LOCAL_GET ? this.locals.setsOf(immediates[at]!) : undefined;
    const from = sets?.length === 1 ? sets[0]! - 1 : at;
    const isConstant = opcodes[from] === op.I32_CONST || opcodes[from] === op.I64_CONST;
    return isConstant ? constantOf(this.info, this.list, from) : undefined;
  }

  // ---- digits --------------------------------------------------------------------------------------------------------

  private typeAt(at: number): number {
    const { opcodes, immediates, locals } = this.list;
    const opcode = opcodes[at]!;
    if (opcode === op.LOCAL_GET || opcode === op.LOCAL_TEE) return locals[immediates[at]!]!;
    return ACCESSES[opcode]!.type;
  }

  private isDigit(at: number): boolean {
    const user = maybeUser(this.list, at);
    if (!user) return false;
    const opcode = this.list.opcodes[user.at]!;
    if (opcode !== WRAP && !RIGHT_SHIFTS[opcode] && !ANDS[opcode]) return false;
    return this.isWanted(at) && this.isKey(at) && (this.isBitTest(user) || this.isIndex(at, false));
  }

  private isWanted(at: number): boolean {
    return this.hasSingles || this.typeAt(at) !== I32;
  }

  /** Tests whether an instruction begins a test of one bit: `key & 1 << n`, or `key >> n & 1`. */
  private isBitTest({ at, above }: { at: number; above: number }): boolean {
    const { opcodes } = this.list;
    if (ANDS[opcodes[at]!]) {
      const other = above === 1 ? at - 1 : this.maybeOperand(at, 1);
      const bit = other === undefined ? undefined : this.sourceOf(other);
      const shifted = bit !== undefined && LEFT_SHIFTS[opcodes[bit]!] ? this.maybeOperand(bit, 1) : undefined;
      return shifted !== undefined && this.isConstant(shifted);
    }
    if (!RIGHT_SHIFTS[opcodes[at]!] || above !== 1 || this.constantBefore(at) !== undefined) return false;
    const user = maybeUser(this.list, at);
    return user !== undefined && ANDS[opcodes[user.at]!]! && this.constantBefore(user.at) === 1n;
  }

  /** Tests whether the integer that `at` pushes becomes an index after some of its bits were removed (`isCut`). */
  private isIndex(at: number, isCut: boolean, steps = MOST_STEPS): boolean {
    const { opcodes, immediates } = this.list;
    const user = maybeUser(this.list, at);
    if (!user || steps === 0) return false;
    const opcode = opcodes[user.at]!;
    if (RIGHT_SHIFTS[opcode]) return user.above === 1 && this.isIndex(user.at, true, steps - 1);
    if (ANDS[opcode])
      return this.constantBefore(user.at) !== undefined && this.isIndex(user.at, true, steps - 1);
    if (opcode === WRAP) return this.isIndex(user.at, isCut, steps - 1);
    if (!isCut) return false;
    if (opcode === SHIFT_LEFT) return user.above === 1 && this.isIndex(user.at, true, steps - 1);
    if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE)
      return this.locals
        .behind(user.at, immediates[user.at]!)
        .some((use) => this.isIndex(use, true, steps - 1));
    return this.isAddress(user, steps - 1);
  }

  /** Tests whether an instruction takes an operand as an address, or adds it to an address. */
  private isAddress({ at, above }: { at: number; above: number }, steps: number): boolean {
    const { opcodes, immediates } = this.list;
    const opcode = opcodes[at]!;
    const access = ACCESSES[opcode];
    if (access) return above === (access.isStore ? 1 : 0);
    if (steps === 0) return false;
    if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE)
      return this.locals.behind(at, immediates[at]!).some((use) => this.isAddressAfter(use, steps));
    return opcode === op.I32_ADD && this.isAddressAfter(at, steps);
  }

  private isAddressAfter(at: number, steps: number): boolean {
    const user = maybeUser(this.list, at);
    return user !== undefined && this.isAddress(user, steps - 1);
  }
}

/**
 * Finds the integers that a function may sort.
 * @param hasSingles false if the program has no floats
 */
export function findSortKeys(
  info: ModuleInfo,
  list: InstructionList,
  locals: LocalUses,
  callees: Callees,
  shown: ReadonlySet<number>,
  hasSingles: boolean,
): SortKeys {
  return new SortKeysFinder(info, list, locals, callees, shown, hasSingles).run();
}
