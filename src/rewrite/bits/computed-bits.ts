// Finds places where a program computes with the bits of a number, for example to extract the exponent, do integer
// arithmetic or compare. A box has different bits from its number, so these places receive the bits of the box's
// particle instead. Bits that are only moved (copied, split into bytes and reassembled, given another sign) stay box
// bits, so values survive every kind of copy.
//
// The walk follows bits that may belong to a number through locals, and through memory that the function accesses both
// as a number and as an integer. The content of a local is known within straight-line code. Elsewhere, the local may
// hold anything that was ever assigned to it. An integer that is not a box passes the inserted test unchanged.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES, opcodeOf } from '../encoding/opcodes.ts';
import { VECTOR_PAGE } from '../encoding/vector-opcodes.ts';
import { OPERANDS, RESULTS } from '../hooks/instruction-shapes.ts';
import { constantOf, maybeLanesOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { F64, I32, I64, type ModuleInfo, V128 } from '../reading/module-info.ts';
import { BitValues, HOLDS, LANES_32, LANES_64, LOADED_LANES, UNKNOWN, type Value } from './bit-values.ts';
import { isOfBytes, maskBytes, rotateBytes, shiftBytes } from './bytes-of-bits.ts';
import type { Callees } from './callees.ts';
import { ANDS, COMPARISONS, MULTIPLICATIONS, named, ROTATIONS, SHIFTS, XORS } from './integer-opcodes.ts';
import { LocalUses } from './local-uses.ts';
import { findPartsAnywhere } from './parts-anywhere.ts';
import {
  hasPartsOfDoubles,
  isForPart,
  isScale,
  keepsAll,
  maybePlaceOfHalf,
  type Part,
  PartsInMemory,
} from './parts-in-memory.ts';
import { findShownArguments } from './shown-arguments.ts';
import { findSortKeys, NO_SORT_KEYS, type SortKeys } from './sort-keys.ts';

const ORDERS = named(/^i(32|64)\.[lg][te]_[su]$/);
const BITWISE = named(/^i(32|64)\.(and|or|xor)$/);
const ADDITIONS = named(/^i(32|64)\.add$/);
const SUBTRACTIONS = named(/^i(32|64)\.sub$/);
const EQUALITIES = named(/^i(32|64)\.(eq|ne)$/);
/** Instructions that compute with all of their operands. */
const COMPUTING = named(
  /^i(32|64)\.(eqz|clz|ctz|popcnt|add|sub|mul|div_[su]|rem_[su]|[lg][te]_[su])$|^f(32|64)\.convert_i/,
);
/** Vector instructions that compute with all lanes of their operands. */
const COMPUTING_LANES = named(
  /^i(32x4|64x2)\.(shl|shr_[su]|add|sub|mul|neg|min_[su]|max_[su]|eq|ne|[lg][te]_[su])$/,
);
const V128_LOADS = named(/^v128\.load(64_zero|64_lane|)$/);
const BYTES_IN_LANES = named(/^i8x16\.(eq|ne)$/);
const V128_STORE = opcodeOf('v128.store');
const V128_XOR = opcodeOf('v128.xor');
const LANES_OF_64 = named(/^[if]64x2\./);
const NUMBERS_IN_LANES = named(/^f(32x4|64x2)\.(?!particle_bits)/);
const CUTTING = named(/^i32\.wrap_i64$|^i64\.extend_i32_[su]$/);
const TO_THE_LEFT = named(/^i(32|64)\.(shl|rotl)$/);
const INTEGER_LOADS = named(/^i(32|64)\.load$/);
const INTEGER_STORES = named(/^i(32|64)\.store$/);
const NARROW_LOADS = named(/^i(32|64)\.load\d/);
const SHORT_LOADS = named(/^i32\.load16/);
const CONVERSIONS = named(/^f(32|64)\.convert_i32/);
const NARROW_STORES = named(/^i(32|64)\.store\d/);
const NUMBER_LOADS = named(/^f(32|64)\.load$/);
const NUMBER_STORES = named(/^f(32|64)\.store$/);
const MAKES_BITS = named(/^i(32|64)\.reinterpret_f/);
const MAKES_NUMBERS = named(/^f(32|64)\.reinterpret_i/);
const CONSTANTS = [op.I32_CONST, op.I64_CONST];

const SIGN_32 = 1n << 31n;
const SIGN_64 = 1n << 63n;
const SIGNS_32 = SIGN_64 | SIGN_32;
const SIGN_MASKS = [SIGN_64, SIGNS_32].flatMap((signs) => [signs, BigInt.asUintN(64, ~signs)]);
const EXPONENT_PLACE = 52n;
/**
 * Top 16 bits of masks that extract the exponent or fraction of a double, or test it for NaN. The other 48 bits are
 * all zero or all one.
 */
const TOPS_OVER_ZEROS: readonly bigint[] = [0x7ff0n, 0xfff0n, 0x7ff8n, 0xfff8n, 0x7ffcn, 0xfffcn];
const TOPS_OVER_ONES: readonly bigint[] = [0x000fn, 0x800fn];
const LOW_48 = (1n << 48n) - 1n;

/**
 * Constants that the Fortran runtime subtracts from the bits of an absolute value to test for a box (F_LOW_R8 and
 * similar in wasm/fortran/fortran-runtime.h). These tests must operate on the box itself.
 */
const ASKING: readonly bigint[] = [0x001000000c3a5e17n, 0x7fefffffc5a3715dn, 0x0080c3a5n, 0x7f7f3c5bn];

function isAsking(opcode: number, { constant }: Value): boolean {
  if (constant === undefined) return false;
  if (SUBTRACTIONS[opcode]) return ASKING.includes(constant);
  return ADDITIONS[opcode]! && ASKING.includes(BigInt.asUintN(opcode === op.I32_ADD ? 32 : 64, -constant));
}

const FRACTION_32 = 23n;
/** Number of bits above a float's fraction: the sign and the exponent. */
const EXPONENT_32 = 9n;
/** Masks that extract a float's exponent or fraction, with or without the sign, or test it for NaN. */
const MASKS_32: readonly bigint[] = [0x7f800000n, 0xff800000n, 0x7fffffn, 0x807fffffn, 0x7fc00000n];
const SHORTEST_CLEARED = { 32: 10n, 64: 2n } as const;
/** Lower bound of large terms. Read as integers, the exponent bits of numbers near one exceed this bound. */
const LARGE_TERM = 1n << 28n;
const HALF_TERMS = [op.I32_ADD, op.I32_SUB];
const TO_FLOAT = named(/^f32\.convert_i32_[su]$/);
/** Hash multipliers are larger than this. */
const LARGE_FACTOR = 1n << 32n;

/** Tests whether a mask clears only low bits. */
function clearsLowBits(width: 32 | 64, mask: bigint): boolean {
  const cleared = (1n << BigInt(width)) - 1n - mask;
  const fraction = width === 64 ? EXPONENT_PLACE : FRACTION_32;
  return (
    (cleared & (cleared + 1n)) === 0n && cleared >> SHORTEST_CLEARED[width] > 0n && cleared >> fraction === 0n
  );
}

/**
 * Tests whether programs typically do this computation on the bits of a number loaded as an integer, and rarely on
 * other integers. @param constant the other operand
 */
function isForLoaded(opcode: number, type: number, constant: bigint, isComparedNext: boolean): boolean {
  const width = type === I64 ? 64 : 32;
  const isWide = width === 64;
  const fraction = isWide ? EXPONENT_PLACE : FRACTION_32;
  const value = BigInt.asUintN(width, constant);
  const size = BigInt.asIntN(width, constant) < 0n ? BigInt.asUintN(width, -constant) : value;
  if (ADDITIONS[opcode] || SUBTRACTIONS[opcode])
    return isWide ? value !== 0n : size !== 0n && (size & ((1n << fraction) - 1n)) === 0n;
  if (SHIFTS[opcode]) return value === fraction || (!isWide && value === EXPONENT_32);
  if (MULTIPLICATIONS[opcode]) return isWide && size > LARGE_FACTOR;
  if (ORDERS[opcode]) return size >> fraction > 0n && isWide;
  if (!BITWISE[opcode]) return false;
  if (!ANDS[opcode]) return isWide && value !== SIGN_64 && (value & ((1n << fraction) - 1n)) === 0n;
  if (clearsLowBits(width, value)) return true;
  if (isWide) return isForDoubles(opcode, value);
  return MASKS_32.includes(value) || (value === SIGN_32 - 1n && isComparedNext);
}

const I64_SHIFTS_RIGHT = ['i64.shr_s', 'i64.shr_u', 'i64x2.shr_s', 'i64x2.shr_u'].map(opcodeOf);

/** Tests whether this instruction with this constant is typical of the bits of a double. */
function isForDoubles(opcode: number, constant: bigint): boolean {
  if (I64_SHIFTS_RIGHT.includes(opcode)) return constant === EXPONENT_PLACE;
  if (opcode !== op.I64_AND && opcode !== op.V128_AND) return false;
  const top = constant >> 48n;
  const low = constant & LOW_48;
  return low === 0n ? TOPS_OVER_ZEROS.includes(top) : low === LOW_48 && TOPS_OVER_ONES.includes(top);
}

/** Kinds of instructions that may belong to a computation with bits. */
const CONCERN = { bits: 1, constant: 2, number: 3, load: 4, order: 5, conversion: 6, call: 7 } as const;
const CONCERNS = Uint8Array.from(OPCODES, (_, opcode) => {
  if (MAKES_BITS[opcode] || COMPUTING_LANES[opcode] || BYTES_IN_LANES[opcode]) return CONCERN.bits;
  if (opcode === op.V128_AND || opcode === V128_XOR) return CONCERN.bits;
  if (opcode === op.CALL) return CONCERN.call;
  if (CONSTANTS.includes(opcode)) return CONCERN.constant;
  if ((ORDERS[opcode] || SUBTRACTIONS[opcode]) && typeOf(opcode) === I64) return CONCERN.order;
  if (NUMBER_STORES[opcode] || NUMBER_LOADS[opcode]) return CONCERN.number;
  if (INTEGER_LOADS[opcode] || SHORT_LOADS[opcode]) return CONCERN.load;
  return CONVERSIONS[opcode] ? CONCERN.conversion : 0;
});

/** Tests whether a function needs analysis. This quick test errs on the side of accepting too many functions. */
function isConcerned(info: ModuleInfo, list: InstructionList, callees: Callees): boolean {
  const { opcodes, immediates, seconds, count } = list;
  const numbers = new Set<number>();
  const integers = new Set<number>();
  let areUsed = false;
  for (let at = 0; at < count; at++) {
    const concern = CONCERNS[opcodes[at]!]!;
    if (concern === 0) continue;
    if (concern === CONCERN.bits || maybePlaceOfHalf(list, info.bytes, at) !== undefined) return true;
    if (concern === CONCERN.call && callees.returnsBits(immediates[at]!)) return true;
    if (concern === CONCERN.conversion && isScale(list, info.bytes, at + 1)) return true;
    if (concern === CONCERN.constant && isBeforeMask(info, list, at)) return true;
    if (concern === CONCERN.number) numbers.add(seconds[at]!);
    if (concern === CONCERN.load) integers.add(seconds[at]!);
    areUsed ||= concern === CONCERN.order || (concern === CONCERN.constant && isBeforeUse(info, list, at));
  }
  if ((areUsed && integers.size > 0) || hasPartsOfDoubles(list)) return true;
  for (const offset of numbers) if (integers.has(offset)) return true;
  return false;
}

/** Tests whether a constant may belong to an instruction that computes with bits loaded from memory. */
function isBeforeUse(info: ModuleInfo, list: InstructionList, at: number): boolean {
  const isWide = list.opcodes[at] === op.I64_CONST;
  const next = list.opcodes[at + 1]!;
  // Most constants are added to addresses.
  if (next !== op.LOCAL_SET && !COMPUTING[next] && !BITWISE[next] && !SHIFTS[next]) return false;
  if (list.starts[at + 1]! - list.starts[at]! < 3 && !SHIFTS[next] && !isWide) return false;
  const constant = constantOf(info, list, at);
  if (SHIFTS[next] && !TO_THE_LEFT[next] && constant === 1n) return true;
  if (next === op.LOCAL_SET || constant === SIGN_32)
    return [...MASKS_32, FRACTION_32, SIGN_32].includes(constant);
  return isForLoaded(next, isWide ? I64 : I32, constant, true) || (!isWide && isForPart(next, constant));
}

function isBeforeMask(info: ModuleInfo, list: InstructionList, at: number): boolean {
  if (list.opcodes[at] !== op.I64_CONST) return false;
  const next = list.opcodes[at + 1]!;
  // Unoptimised code stores its constants in locals.
  if (next === op.LOCAL_SET) return true;
  if (next !== op.I64_AND && !I64_SHIFTS_RIGHT.includes(next)) return false;
  return isForDoubles(next, constantOf(info, list, at));
}

class BitsFinder {
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  private readonly values: BitValues;
  private readonly parts: PartsInMemory;
  /** Stores of arguments that are printed. */
  private readonly shown: ReadonlySet<number>;
  /** Comparisons that fetch the particles' bits themselves. */
  private readonly orders: ReadonlyMap<number, number>;
  /** Type of lanes from memory: the guest may be able to decide whether they are floats. */
  private readonly loadedLanes: number;
  /** The last integer loaded from memory and shifted right by one bit. */
  private halved: { at: number; value: Value } | undefined;

  constructor(
    info: ModuleInfo,
    list: InstructionList,
    callees: Callees,
    shown: ReadonlySet<number>,
    orders: ReadonlyMap<number, number>,
    loadedLanes: number,
  ) {
    this.info = info;
    this.list = list;
    this.shown = shown;
    this.orders = orders;
    this.loadedLanes = loadedLanes;
    this.values = new BitValues(info, list, callees);
    this.parts = new PartsInMemory(info, list);
  }

  /** Repeats the walk over the function until nothing new is learned about its locals and memory. */
  run(): Omit<ComputedBits, 'keys'> {
    const { values, list } = this;
    for (let known = -1; known < values.knowledge; ) {
      known = values.knowledge;
      values.begin();
      for (let at = 0; at < list.count; at++) if (!values.step(at)) this.compute(at, list.opcodes[at]!);
    }
    return { wholes: values.finish(), parts: this.parts.finish() };
  }

  private compute(at: number, opcode: number): void {
    const { values, parts } = this;
    if (OPCODES[opcode]!.effect === '') {
      // The opcode alone does not determine this instruction's operands, so everything known about values is discarded.
      values.begin();
      return;
    }
    const operands = OPERANDS[opcode]!.map(() => values.pop()).reverse();
    const [first = UNKNOWN, second = UNKNOWN] = operands;
    if (this.shown.has(at)) {
      values.show(second);
      return;
    }
    if (NUMBER_STORES[opcode] || INTEGER_STORES[opcode]) {
      parts.access(at, first, INTEGER_STORES[opcode] && values.readersOf(second).length > 0);
      if (INTEGER_STORES[opcode]) values.complete(second, second.type);
      values.keep(second);
      values.store(at, first, NUMBER_STORES[opcode] ? HOLDS.bits : second.holds);
      return;
    }
    if (NARROW_STORES[opcode]) {
      parts.access(at, first, values.readersOf(second).length > 0);
      values.keep(second, sizeOf(opcode));
      return;
    }
    const [type] = RESULTS[opcode]!;
    if (MAKES_NUMBERS[opcode]) {
      values.complete(first, type === F64 ? I64 : I32);
      values.keep(first);
    }
    if (NUMBER_LOADS[opcode]) values.loadNumber(at, first, type === F64 ? I64 : I32);
    if (type === undefined) return;
    if (NUMBER_LOADS[opcode] || INTEGER_LOADS[opcode] || NARROW_LOADS[opcode]) parts.access(at, first);
    if (MAKES_BITS[opcode]) values.pushBits(at, type);
    else if (opcode >= VECTOR_PAGE) values.push(this.lanes(at, opcode, type, operands));
    else if (INTEGER_LOADS[opcode]) values.load(at, first, type);
    else if (NARROW_LOADS[opcode]) values.loadBytes(at, first, type);
    else values.push(this.made(at, opcode, type, operands));
  }

  /** Result of an instruction; records the instruction if it computes with bits. */
  private made(at: number, opcode: number, type: number, operands: readonly Value[]): Value {
    const { values } = this;
    const [first = UNKNOWN, second = UNKNOWN] = operands;
    if (CUTTING[opcode]) return values.cut(at, first, type, (bytes) => bytes);
    this.noteLoaded(at, opcode, first, second);
    this.noteParts(at, opcode, operands);
    if (BITWISE[opcode]) return this.masked(at, opcode, type, [first, second]);
    const places = second.constant;
    const moved = places === undefined ? Number.NaN : Number(places) * (TO_THE_LEFT[opcode] ? 1 : -1);
    if (ROTATIONS[opcode]) return values.cut(at, first, type, (bytes) => rotateBytes(bytes, moved));
    if (SHIFTS[opcode]) {
      // An unknown shift count may come from a loop that steps byte by byte, so it counts as whole bytes.
      if (places === undefined || places % 8n === 0n)
        return values.cut(at, first, type, (bytes) => shiftBytes(bytes, moved), type === I64);
      if (isForDoubles(opcode, places)) values.noteAny(first);
      const made = values.compute(at, type, [first]);
      const isSign = (first.isLoaded || first.holds === HOLDS.bits) && places === (type === I64 ? 63n : 31n);
      return isSign ? { ...made, maker: at, type, isSign } : made;
    }
    if (isAsking(opcode, second) || isAsking(opcode, first)) return UNKNOWN;
    // An equality test against an unknown integer, for example in a swap, compares the bits unchanged.
    const isComputing = COMPUTING[opcode] || (EQUALITIES[opcode] && !operands.some(isUnknown));
    if (!isComputing) return UNKNOWN;
    const made = values.compute(at, type, operands);
    const isSign = SUBTRACTIONS[opcode]! && first.constant === 0n && second.isSign;
    return isSign ? { ...made, maker: at, type, isSign } : made;
  }

  /** Records integers loaded from memory that are then used in computations typical of a number's bits. */
  private noteLoaded(at: number, opcode: number, first: Value, second: Value): void {
    const { values } = this;
    // XOR with the sign bit spread over all bits turns a number's bits into a sort key.
    if (XORS[opcode] && (first.isSign || second.isSign))
      for (const value of [first, second])
        if (value.isLoaded || value.holds === HOLDS.bits) values.noteAny(value);
    if (!first.isLoaded && !second.isLoaded) {
      this.noteHalved(at, opcode, first, second);
      return;
    }
    if (SHIFTS[opcode] && !TO_THE_LEFT[opcode] && second.constant === 1n) this.halved = { at, value: first };
    if (TO_FLOAT[opcode] && isScale(this.list, this.info.bytes, at + 1)) values.noteAny(first);
    const [value, { constant }] = first.constant === undefined ? [first, second] : [second, first];
    if (constant !== undefined) {
      if (isForLoaded(opcode, typeOf(opcode), constant, this.isComparedNext(at))) values.noteAny(value);
      return;
    }
    const isWide = typeOf(opcode) === I64;
    if (!isWide || this.orders.has(at) || (!ORDERS[opcode] && !SUBTRACTIONS[opcode])) return;
    const isBits = (one: Value) => one.isLoaded || one.holds === HOLDS.bits;
    if (isBits(first) && isBits(second)) for (const one of [first, second]) values.noteAny(one);
  }

  /** Records parts of numbers that the function loads and computes with. */
  private noteParts(at: number, opcode: number, operands: readonly Value[]): void {
    const { values, parts } = this;
    if (!parts.areWanted || (!COMPUTING[opcode] && !BITWISE[opcode] && !SHIFTS[opcode])) return;
    for (let i = 0; i < operands.length; i++) {
      const readers = values.readersOf(operands[i]!);
      if (readers.length > 0)
        parts.use(readers, at, opcode, operands[1 - i]?.constant, this.isComparedNext(at));
    }
  }

  /**
   * Records an integer whose half was just added to or subtracted from a large constant, as in fast approximations of
   * x^½ and x^−½.
   */
  private noteHalved(at: number, opcode: number, first: Value, second: Value): void {
    const { halved, values } = this;
    if (!halved || !HALF_TERMS.includes(opcode) || at - halved.at > 2) return;
    const constant = first.constant ?? second.constant ?? 0n;
    if (constant >= LARGE_TERM && constant < SIGN_32) values.noteAny(halved.value);
  }

  private lanes(at: number, opcode: number, type: number, operands: readonly Value[]): Value {
    const { values } = this;
    const lanes = LANES_OF_64[opcode] ? LANES_64 : LANES_32;
    const made = { ...UNKNOWN, maker: at, type };
    if (NUMBERS_IN_LANES[opcode]) {
      for (const operand of operands) values.noteNumbers(operand, lanes);
      return type === V128 ? { ...made, type: lanes, holds: HOLDS.bits } : UNKNOWN;
    }
    if (opcode === op.V128_CONST) return { ...made, constant: maybeLanesOf(this.info, this.list, at) };
    if (V128_LOADS[opcode]) return { ...made, isLoaded: true };
    this.noteLoadedLanes(at, opcode, operands);
    const constant = operands.find((operand) => operand.constant !== undefined)?.constant;
    if (opcode === op.V128_AND && constant !== undefined) {
      for (const operand of operands) this.mask(operand, opcode, constant);
    } else if (COMPUTING_LANES[opcode]) {
      const isShift = operands[1]?.type !== V128 && constant !== undefined;
      if (isShift && constant % 8n === 0n) return made;
      for (const operand of operands) {
        if (isShift && isForDoubles(opcode, constant)) values.noteAny({ ...operand, type: LANES_64 });
        else if (operand.holds === HOLDS.bits) values.noteAny({ ...operand, type: lanes });
      }
    }
    return made;
  }

  /** Records vectors from memory whose bits the function computes with. Stored results may be moves. */
  private noteLoadedLanes(at: number, opcode: number, operands: readonly Value[]): void {
    const { values, list } = this;
    const loaded = operands.filter(({ isLoaded, holds }) => isLoaded && holds === HOLDS.other);
    const next = list.opcodes[at + 1]!;
    if (loaded.length === 0 || next === V128_STORE) return;
    const { constant } = operands.find((operand) => operand.constant !== undefined) ?? UNKNOWN;
    const isShift = operands[1]?.type !== V128;
    let isComputed =
      BYTES_IN_LANES[opcode]! ||
      (COMPUTING_LANES[opcode]! && !(isShift && constant !== undefined && constant % 8n === 0n));
    if (opcode === op.V128_AND)
      isComputed = constant !== undefined && !isOfBytes(constant) && !SIGN_MASKS.includes(constant);
    if (opcode === V128_XOR)
      isComputed =
        constant === undefined &&
        (next === op.LOCAL_SET || next === op.LOCAL_TEE) &&
        operands.some(
          ({ maker }) =>
            list.opcodes[maker] === op.LOCAL_GET && list.immediates[maker] === list.immediates[at + 1],
        );
    if (!isComputed) return;
    const type = LANES_OF_64[opcode] ? LANES_64 : this.loadedLanes;
    for (const operand of loaded) values.noteAny({ ...operand, type });
  }

  private mask(vector: Value, opcode: number, constant: bigint): void {
    if (isForDoubles(opcode, constant)) this.values.noteAny({ ...vector, type: LANES_64 });
    else if (
      vector.holds === HOLDS.bits &&
      !isOfBytes(constant) &&
      constant !== SIGN_64 &&
      constant !== SIGNS_32
    )
      this.values.noteAny(vector);
  }

  private masked(at: number, opcode: number, type: number, operands: readonly Value[]): Value {
    const { values } = this;
    const [first = UNKNOWN, second = UNKNOWN] = operands;
    const [value, { constant }] = first.constant === undefined ? [first, second] : [second, first];
    const isAnd = ANDS[opcode]!;
    const isWhole = constant !== undefined && isAnd && value.origin >= 0;
    if (isWhole && keepsAll(this.list, value.origin, constant)) return { ...value, maker: at };
    if (constant === undefined) {
      // Combining a number's bits with a result computed from bits mixes the two, as in hashes.
      const isMixed = XORS[opcode] && (first.holds === HOLDS.computed || second.holds === HOLDS.computed);
      return isAnd || isMixed ? values.compute(at, type, operands) : values.join(at, type, first, second);
    }
    if (isForDoubles(opcode, constant)) values.noteAny(value);
    const signs = value.holds === HOLDS.bits && type === I64 ? [SIGN_64] : [SIGN_32, SIGN_64];
    // Reading the sign needs no particle: a box has the same sign.
    if (signs.includes(constant)) return isAnd ? UNKNOWN : { ...value, maker: at };
    if (isAnd && signs.includes(constant + 1n)) {
      if (!this.isComparedNext(at)) return { ...value, maker: at };
    } else if (isAnd && isOfBytes(constant))
      return values.cut(at, value, type, (bytes) => maskBytes(bytes, constant), true);
    const made = values.compute(at, type, [value]);
    return value.isSign ? { ...made, maker: at, type, isSign: true } : made;
  }

  private isComparedNext(at: number): boolean {
    const { opcodes } = this.list;
    const isPushed = opcodes[at + 1] === op.LOCAL_GET || CONSTANTS.includes(opcodes[at + 1]!);
    return COMPARISONS[opcodes[at + (isPushed ? 2 : 1)]!]!;
  }
}

/** Number of bytes that a partial integer store writes. */
function sizeOf(opcode: number): number {
  return Number(OPCODES[opcode]!.name.replace(/^.*store/, '')) / 8;
}

/** Operand type of an instruction that computes with integers. */
function typeOf(opcode: number): number {
  return OPCODES[opcode]!.name.startsWith('i64') ? I64 : I32;
}

function isUnknown({ holds, constant }: Value): boolean {
  return holds === HOLDS.other && constant === undefined;
}

/** Instructions at which particle bits replace box bits. */
export interface ComputedBits {
  /**
   * Instructions whose result may be the bits of a box and is used in a computation, with the integer type of the
   * result.
   */
  readonly wholes: ReadonlyMap<number, number>;
  /** Instructions that load or store part of a number. */
  readonly parts: ReadonlyMap<number, Part>;
  readonly keys: SortKeys;
}

export const NO_COMPUTED_BITS: ComputedBits = { wholes: new Map(), parts: new Map(), keys: NO_SORT_KEYS };

/** Tests whether particle bits replace box bits anywhere in a function. */
export function hasComputedBits({ wholes, parts, keys }: ComputedBits): boolean {
  return wholes.size + parts.size + keys.orders.size + keys.digits.size > 0;
}

/** The kinds of numbers that a program keeps in memory. */
export interface NumbersInMemory {
  /** True to search also for parts of possible numbers. */
  readonly areAnywhere: boolean;
  /** True if the guest compares integers that may be the bits of numbers. */
  readonly areSorted: boolean;
  /** False if the program has no floats. */
  readonly haveSingles: boolean;
}

/** Finds the instructions where a function computes with or prints the bits of numbers. */
export function findComputedBits(
  info: ModuleInfo,
  list: InstructionList,
  callees: Callees,
  { areAnywhere, areSorted, haveSingles }: NumbersInMemory,
): ComputedBits {
  const shown = findShownArguments(list, callees);
  const locals = new LocalUses(list);
  const hasKeys = areAnywhere && areSorted;
  const keys = hasKeys ? findSortKeys(info, list, locals, callees, shown, haveSingles) : NO_SORT_KEYS;
  const loadedLanes = hasKeys && haveSingles ? LOADED_LANES : LANES_64;
  const found = isConcerned(info, list, callees)
    ? { ...new BitsFinder(info, list, callees, shown, keys.orders, loadedLanes).run(), keys }
    : { ...NO_COMPUTED_BITS, keys };
  if (!areAnywhere) return found;
  const anywhere = findPartsAnywhere(info, list, locals, callees, shown);
  for (const at of keys.digits.keys()) anywhere.parts.delete(at);
  for (const at of keys.bytes) {
    const part = anywhere.parts.get(at);
    if (part && !part.isSingle && !part.passed) anywhere.parts.set(at, { ...part, isDigit: true });
  }
  return {
    wholes: new Map([...[...anywhere.wholes].map((at) => [at, I64] as const), ...found.wholes]),
    parts: new Map([...anywhere.parts, ...found.parts]),
    keys: { ...keys, digits: new Map([...keys.words, ...keys.digits]) },
  };
}
