// Finds instructions that load or store part of a number: the high word of a double, its upper 16 bits, the upper half
// of a float. Such a part of a box differs from the same part of the box's number. A load yields the particle's part if
// the function computes with it, for example as an exponent. Before a store, the particle's bits replace the box.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES, opcodeOf } from '../encoding/opcodes.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { I32, type ModuleInfo } from '../reading/module-info.ts';
import { ACCESSES as ALL_ACCESSES, named } from './integer-opcodes.ts';

/**
 * Stands for the offset of a part within a possible number that becomes known only at run time, from the address
 * (parts-anywhere.ts).
 */
export const ANYWHERE = -1;

/** Part of a number that an instruction loads or stores. */
export interface Part {
  /** Offset of the part within the number in bytes, or `ANYWHERE`. */
  readonly place: number;
  /** Integer type of the access. */
  readonly type: number;
  /** Size of the part in bytes. */
  readonly size: number;
  readonly isSigned: boolean;
  readonly isStore: boolean;
  /** True if the number is a float; with `ANYWHERE`, it may be a float. */
  readonly isSingle: boolean;
  /**
   * True to suppress the notice, because string flags and bit-fields are accessed in the same way, often where old
   * boxes remain on the stack.
   */
  readonly isQuiet?: boolean;
  /** True for a byte used as an index, for which the guest finds out whether the function sorts floats. */
  readonly isDigit?: boolean;
  /** Set for a byte that the function returns to its caller after a load, or receives from a call. */
  readonly passed?: 'returned' | 'given' | undefined;
}

/** Accesses to 32-bit integers, by opcode. */
const ACCESSES = ALL_ACCESSES.map((access) => (access?.type === I32 ? access : undefined));
const LOAD_16 = opcodeOf('i32.load16_u');
const STORE_16 = opcodeOf('i32.store16');
const SHIFT_LEFT = opcodeOf('i32.shl');
const SHIFTS = ['i32.shr_u', 'i32.shr_s'].map(opcodeOf);
const SUMS = [op.I32_ADD, op.I32_SUB];
const ORDERS = named(/^i32\.[lg][te]_[su]$/);
const TO_DOUBLES = ['f64.convert_i32_s', 'f64.convert_i32_u'].map(opcodeOf);

/** Instructions that combine parts with a constant. */
const PART_USES = OPCODES.map(
  (_, opcode) => ORDERS[opcode]! || [op.I32_AND, ...SUMS, ...SHIFTS].includes(opcode),
);

/** Number of fraction bits in a double's high word. */
const FRACTION = 20n;
/** Number of fraction bits in the upper 16 bits of a double. */
const SHORT_FRACTION = 4n;
const HIGH_WORD = 4;
const MASKS = [0x7ff00000n, 0xfff00000n, 0xfffffn, 0x800fffffn, 0x7ff80000n];
const NO_SIGN = 0x7fffffffn;
const SIGN = 0x80000000n;
/** Smaller terms and limits also occur in code for other integers. */
const SMALLEST_TERM = 1n << 28n;
/** The bytes of 2⁻²⁰ as a double and of 2⁻²³ as a float. */
const SCALES = [
  { opcode: op.F64_CONST, bytes: [0, 0, 0, 0, 0, 0, 0xb0, 0x3e] },
  { opcode: op.F32_CONST, bytes: [0, 0, 0, 0x34] },
];

/** Tests whether a constant is the scale factor in a logarithm computed from the bits of a number. */
export function isScale({ opcodes, starts }: InstructionList, bytes: Uint8Array, at: number): boolean {
  const scale = SCALES.find(({ opcode }) => opcode === opcodes[at]);
  return scale?.bytes.every((byte, i) => bytes[starts[at]! + 1 + i] === byte) ?? false;
}

/** Tests whether a mask preserves all bits that an instruction loads. */
export function keepsAll(list: InstructionList, reader: number, mask: bigint): boolean {
  const access = ACCESSES[list.opcodes[reader]!];
  return access !== undefined && !access.isSigned && mask === (1n << BigInt(8 * access.size)) - 1n;
}

function isOfHighWord(opcode: number, constant: bigint, isComparedNext: boolean): boolean {
  if (opcode === op.I32_AND) return MASKS.includes(constant) || (constant === NO_SIGN && isComparedNext);
  if (SHIFTS.includes(opcode)) return constant === FRACTION;
  const signed = BigInt.asIntN(32, constant);
  const size = signed < 0n ? -signed : signed;
  if (SUMS.includes(opcode)) return size >= SMALLEST_TERM || (size > 0n && size % (1n << FRACTION) === 0n);
  return ORDERS[opcode]! && size > 0n && size % (1n << (size < SMALLEST_TERM ? FRACTION : 16n)) === 0n;
}

/** Tests whether a constant is typical of a computation with a part of a double. */
export function isForPart(opcode: number, constant: bigint): boolean {
  return isOfHighWord(opcode, constant, true) || (SHIFTS.includes(opcode) && constant === SHORT_FRACTION);
}

export class PartsInMemory {
  private readonly bytes: Uint8Array;
  private readonly list: InstructionList;
  private readonly parts = new Map<number, Part>();
  /** Accesses to parts through an address in a local: offsets and instructions, by local. */
  private readonly accesses = new Map<number, { at: number; offset: number }[]>();
  /** Offsets of doubles that the function loads or stores, by the local that holds the address. */
  private readonly doubles = new Map<number, Set<number>>();
  /** Instructions that load integers that the function computes with. */
  private readonly computed = new Set<number>();

  /** True if the function may access parts of numbers at all. */
  readonly areWanted: boolean;

  constructor(info: ModuleInfo, list: InstructionList) {
    this.bytes = info.bytes;
    this.list = list;
    this.areWanted = mayAccessParts(info, list);
  }

  /**
   * Records that instruction `at` accesses memory. A part that is only `moved` there, for example with another sign,
   * does not count, because the rest of the number follows.
   */
  access(at: number, { maker }: { readonly maker: number }, moved = false): void {
    const { opcodes, immediates, seconds } = this.list;
    const opcode = opcodes[at]!;
    if (!this.areWanted) return;
    const isDouble = opcode === op.F64_LOAD || opcode === op.F64_STORE;
    if (
      (!ACCESSES[opcode] && !isDouble) ||
      (opcodes[maker] !== op.LOCAL_GET && opcodes[maker] !== op.LOCAL_TEE)
    )
      return;
    const local = immediates[maker]!;
    const offset = seconds[at]!;
    if (moved) return;
    if (isDouble) this.doubles.set(local, (this.doubles.get(local) ?? new Set()).add(offset));
    else {
      const known = this.accesses.get(local) ?? [];
      this.accesses.set(local, known);
      if (!known.some((access) => access.at === at)) known.push({ at, offset });
    }
  }

  /**
   * Records that the function computes with integers that these instructions load; `constant` is the constant operand,
   * if any.
   */
  use(
    readers: readonly number[],
    at: number,
    opcode: number,
    constant: bigint | undefined,
    isComparedNext: boolean,
  ): void {
    for (const reader of readers) {
      const size = ACCESSES[this.list.opcodes[reader]!]?.size ?? 0;
      const isSign = opcode === op.I32_AND ? constant === NO_SIGN && !isComparedNext : constant === SIGN;
      if (size < 2 || isSign) continue;
      this.computed.add(reader);
      if (constant === undefined) {
        if (size === 4 && TO_DOUBLES.includes(opcode) && isScale(this.list, this.bytes, at + 1))
          this.add(reader, HIGH_WORD);
      } else if (size === 4 && isOfHighWord(opcode, constant, isComparedNext)) this.add(reader, HIGH_WORD);
      else if (size === 2 && SHIFTS.includes(opcode) && constant === SHORT_FRACTION) this.add(reader, 6);
    }
  }

  /**
   * Tests whether the function also loads the lower half separately, or whether the half seems to be a field of a
   * structure.
   */
  private hasOtherHalf(at: number): boolean {
    const { opcodes, immediates } = this.list;
    if (opcodes[at] !== LOAD_16) return false;
    const accesses = opcodes[at - 1] === op.LOCAL_GET ? this.accesses.get(immediates[at - 1]!) : undefined;
    const shorts = (accesses ?? []).filter((access) => opcodes[access.at] === LOAD_16);
    if (shorts.some(({ offset }) => offset % 4 === 0)) return true;
    return (
      shorts.length < 2 &&
      !(accesses && this.stepsByWords(immediates[at - 1]!)) &&
      !this.isScaledByWords(at - 1)
    );
  }

  /** Tests whether an address is computed from an index multiplied by four. */
  private isScaledByWords(at: number): boolean {
    const { opcodes, starts } = this.list;
    const shift = opcodes[at] === op.I32_ADD ? at - 1 : at;
    return (
      opcodes[shift] === SHIFT_LEFT &&
      opcodes[shift - 1] === op.I32_CONST &&
      this.bytes[starts[shift - 1]! + 1] === 2
    );
  }

  /** Tests whether a local grows by a multiple of four bytes. */
  private stepsByWords(local: number): boolean {
    const { opcodes, immediates, starts, count } = this.list;
    for (let at = 0; at + 3 < count; at++) {
      if (opcodes[at] !== op.LOCAL_GET || immediates[at] !== local || opcodes[at + 1] !== op.I32_CONST)
        continue;
      const isStep = opcodes[at + 2] === op.I32_ADD && immediates[at + 3] === local;
      if (isStep && this.bytes[starts[at + 1]! + 1]! % 4 === 0) return true;
    }
    return false;
  }

  private add(at: number, place: number, isSingle = false): void {
    const { size, isStore, isSigned } = ACCESSES[this.list.opcodes[at]!]!;
    this.parts.set(at, { place, size, type: I32, isStore, isSigned, isSingle });
  }

  /** Parts by the instructions that access them. */
  finish(): Map<number, Part> {
    for (let at = 1; at < this.list.count; at++) {
      const place = maybePlaceOfHalf(this.list, this.bytes, at);
      if (place !== undefined && !this.hasOtherHalf(at)) this.add(at, place, true);
    }
    for (const [local, accesses] of this.accesses) {
      const doubles = [...(this.doubles.get(local) ?? [])];
      const besides = accesses.flatMap(({ at, offset }) => {
        const part = this.parts.get(at);
        return part && !part.isSingle ? [offset - part.place] : [];
      });
      for (const { at, offset } of accesses) {
        const has = (start: number) => offset >= start && offset < start + 8;
        const beside = besides.find(has);
        const double = doubles.find(has);
        const { isStore } = ACCESSES[this.list.opcodes[at]!]!;
        if (beside !== undefined) this.add(at, offset - beside);
        else if (double !== undefined && (isStore || (offset - double >= HIGH_WORD && this.computed.has(at))))
          this.add(at, offset - double);
      }
    }
    return this.parts;
  }
}

/**
 * Offset within a float at which instruction `at` loads, if the function moves only the upper half of the value to a
 * half-width location, as for bfloat16.
 */
export function maybePlaceOfHalf(list: InstructionList, bytes: Uint8Array, at: number): number | undefined {
  const { opcodes, seconds, starts } = list;
  const isBy16 = opcodes[at + 1] === op.I32_CONST && bytes[starts[at + 1]! + 1] === 16;
  if (opcodes[at] === LOAD_16 && seconds[at]! % 4 === 2)
    return opcodes[at + 1] === STORE_16 || (isBy16 && opcodes[at + 2] === SHIFT_LEFT) ? 2 : undefined;
  if (opcodes[at] !== op.I32_LOAD || !isBy16 || !SHIFTS.includes(opcodes[at + 2]!)) return undefined;
  return opcodes[at + 3] === STORE_16 ? 0 : undefined;
}

/** Tests whether a function has instructions that may load or store parts of numbers. */
function mayAccessParts(info: ModuleInfo, list: InstructionList): boolean {
  for (let at = 0; at + 1 < list.count; at++) {
    if (maybePlaceOfHalf(list, info.bytes, at) !== undefined || isScale(list, info.bytes, at)) return true;
    const isTerm = list.opcodes[at] === op.I32_CONST && PART_USES[list.opcodes[at + 1]!];
    if (isTerm && isForPart(list.opcodes[at + 1]!, constantOf(info, list, at))) return true;
  }
  return hasPartsOfDoubles(list);
}

/** Tests whether a function accesses parts of doubles and also loads or stores these doubles as a whole. */
export function hasPartsOfDoubles({ opcodes, seconds, count }: InstructionList): boolean {
  const parts = new Set<number>();
  const doubles = new Set<number>();
  for (let at = 1; at < count; at++) {
    const opcode = opcodes[at]!;
    const access = ACCESSES[opcode];
    const isDouble = opcode === op.F64_LOAD || opcode === op.F64_STORE;
    if (!access && !isDouble) continue;
    (isDouble ? doubles : parts).add(seconds[at]!);
  }
  for (const offset of doubles)
    for (let byte = 0; byte < 8; byte++) if (parts.has(offset + byte)) return true;
  return false;
}
