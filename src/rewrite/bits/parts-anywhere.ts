// Finds instructions that access bytes or words of memory as a program does that computes with the bytes of any object: it
// hashes or sums them, prints or compares them, clears one of two words, or changes bits of a byte where it lies. The
// address tells whether a box lies there. Parts that are only moved stay those of the box.
//
// An integer is followed in straight code, and through one local, to the instructions that use it.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES, opcodeOf } from '../encoding/opcodes.ts';
import { OPERANDS, RESULTS } from '../hooks/instruction-shapes.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { I32, I64, type ModuleInfo } from '../reading/module-info.ts';
import { ANYWHERE, type Part } from './parts-in-memory.ts';

const ACCESSES = OPCODES.map((opcode) => {
  const found = /^i(32|64)\.(load|store)(8|16|32|)(_s)?/.exec(opcode?.name ?? '');
  if (!found) return undefined;
  return {
    type: found[1] === '64' ? I64 : I32,
    size: Number(found[3] || found[1]) / 8,
    isStore: found[2] === 'store',
    isSigned: found[4] !== undefined,
  };
});

function named(test: RegExp): readonly boolean[] {
  return OPCODES.map((opcode) => opcode !== undefined && test.test(opcode.name));
}

const SUMS = named(/^i(32|64)\.(add|sub)$/);
const XORS = named(/^i(32|64)\.xor$/);
const ANDS = named(/^i(32|64)\.and$/);
const ORS = named(/^i(32|64)\.or$/);
const MULTIPLICATIONS = named(/^i(32|64)\.mul$/);
const SHIFTS = named(/^i(32|64)\.(shl|shr_[su])$/);
const ROTATIONS = named(/^i(32|64)\.rot[lr]$/);
const COMPARISONS = named(/^i(32|64)\.(eq|ne|[lg][te]_[su])$/);
const EQUALITIES = named(/^i64\.(eq|ne)$/);
const COUNTS = named(/^i(32|64)\.(clz|ctz|popcnt)$/);
const BINARY = named(
  /^i(32|64)\.(add|sub|mul|div_[su]|rem_[su]|and|or|xor|shl|shr_[su]|rot[lr]|eq|ne|[lg][te]_[su])$/,
);
/** Instructions that leave nothing of an integer but its truth. */
const TESTS = [opcodeOf('i32.eqz'), opcodeOf('i64.eqz'), op.BR_IF, op.DROP];
/** Instructions that widen a byte or a word. */
const WIDENING = named(/^i64\.extend_i32_[su]$|^i32\.wrap_i64$|^i(32|64)\.extend(8|16)_s$/);
const SHIFT_LEFT = opcodeOf('i32.shl');
const WORD = 4;
const DOUBLE = 8;
/** Factors of hashes are larger. */
const LARGE_FACTOR = 1n << 16n;

/**
 * Uses of an integer. No check bits tell a float's box from other integers, so a float is looked for only where bytes are
 * hashed, compared or printed: numbers in images and sound are summed, shifted and masked.
 */
const USE = { none: 0, moved: 1, computed: 2, hashed: 3 } as const;

/** Operands and results of an instruction of straight code; undefined for calls and control. */
function shapeOf(opcode: number): readonly [number, number] | undefined {
  if (opcode === op.LOCAL_GET) return [0, 1];
  if (opcode === op.LOCAL_SET || opcode === op.DROP) return [1, 0];
  if (opcode === op.LOCAL_TEE) return [1, 1];
  if (opcode === op.SELECT) return [3, 1];
  if (OPCODES[opcode]!.effect === '') return undefined;
  return [OPERANDS[opcode]!.length, RESULTS[opcode]!.length];
}

function isAccess(opcode: number): boolean {
  return /\.(load|store)/.test(OPCODES[opcode]!.name);
}

function addTo(places: Map<number, number[]>, local: number, at: number): void {
  const known = places.get(local);
  if (known) known.push(at);
  else places.set(local, [at]);
}

class PartsAnywhere {
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  /** Stores of arguments that are printed. */
  private readonly shown: ReadonlySet<number>;
  private readonly parts = new Map<number, Part>();
  /** 64-bit integers that are read whole and computed with. */
  private readonly wholes = new Set<number>();
  /** Instructions that leave each local on the stack, and instructions that set it, in their order. */
  private readonly gets = new Map<number, number[]>();
  private readonly sets = new Map<number, number[]>();

  constructor(info: ModuleInfo, list: InstructionList, shown: ReadonlySet<number>) {
    this.info = info;
    this.shown = shown;
    this.list = list;
    for (let at = 0; at < list.count; at++) {
      const opcode = list.opcodes[at];
      if (opcode === op.LOCAL_GET || opcode === op.LOCAL_TEE) addTo(this.gets, list.immediates[at]!, at);
      if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) addTo(this.sets, list.immediates[at]!, at);
    }
  }

  run(): { parts: ReadonlyMap<number, Part>; wholes: ReadonlySet<number> } {
    const { opcodes, count } = this.list;
    for (let at = 1; at < count; at++) {
      const access = ACCESSES[opcodes[at]!];
      if (!access) continue;
      if (access.isStore) this.findStore(at);
      else this.findRead(at);
    }
    return { parts: this.parts, wholes: this.wholes };
  }

  private add(at: number, isSingle: boolean): void {
    const { size, type, isStore, isSigned } = ACCESSES[this.list.opcodes[at]!]!;
    this.parts.set(at, { place: ANYWHERE, size, type, isStore, isSigned, isSingle });
  }

  // ---- reads ---------------------------------------------------------------------------------------------------------

  private findRead(at: number): void {
    const { opcodes, immediates } = this.list;
    const { size } = ACCESSES[opcodes[at]!]!;
    const next = opcodes[at + 1];
    const isKept = next === op.LOCAL_SET || next === op.LOCAL_TEE;
    const uses = isKept ? this.usesBehind(at + 1, immediates[at + 1]!) : [at];
    let use: number = USE.none;
    for (const from of uses) {
      const found = this.useOf(from, size);
      if (found === USE.moved) return;
      use = Math.max(use, found);
    }
    if (use === USE.none) return;
    if (size === DOUBLE) this.wholes.add(at);
    else this.add(at, use === USE.hashed);
  }

  /** Instructions that leave the content of a local on the stack, from the one that sets it at `at` to the next one. */
  private usesBehind(at: number, local: number): number[] {
    const { opcodes } = this.list;
    const uses = opcodes[at] === op.LOCAL_TEE ? [at] : [];
    const end = this.sets.get(local)?.find((set) => set > at) ?? this.list.count;
    for (const get of this.gets.get(local) ?? []) if (get > at && get < end) uses.push(get);
    return uses;
  }

  /** Use of an integer of `size` bytes that instruction `at` leaves on the stack. */
  private useOf(at: number, size: number): number {
    const { opcodes } = this.list;
    let above = 0;
    for (let user = at + 1; ; user++) {
      const opcode = opcodes[user]!;
      if (opcode === op.BR_IF && above > 0) above--;
      else {
        const [operands, results] = shapeOf(opcode) ?? [];
        if (operands === undefined) return TESTS.includes(opcode) && above === 0 ? USE.none : USE.moved;
        if (above < operands) return this.useBy(user, above, size);
        above += results! - operands;
      }
    }
  }

  /** Use by instruction `at`; `above`: the operands that are above the integer. */
  private useBy(at: number, above: number, size: number): number {
    const { opcodes } = this.list;
    const opcode = opcodes[at]!;
    if (this.shown.has(at)) return size === 1 ? USE.hashed : USE.computed;
    if (WIDENING[opcode]) return this.useOf(at, size);
    if (COUNTS[opcode]) return USE.computed;
    if (TESTS.includes(opcode)) return USE.none;
    if (!BINARY[opcode]) return USE.moved;
    const before = opcodes[at - 1]!;
    const isConstant = above === 1 && (before === op.I32_CONST || before === op.I64_CONST);
    if (!isConstant) return this.useBeside(at, size);
    const constant = constantOf(this.info, this.list, at - 1);
    const isWhole = ANDS[opcode] && constant === (1n << BigInt(8 * size)) - 1n;
    return isWhole ? this.useOf(at, size) : this.useBesideConstant(at, size, constant);
  }

  private useBesideConstant(at: number, size: number, constant: bigint): number {
    const opcode = this.list.opcodes[at]!;
    const isNarrow = size < WORD;
    if (COMPARISONS[opcode]) return USE.none;
    if (this.isStoredNext(at)) return USE.moved;
    if (MULTIPLICATIONS[opcode])
      return isNarrow
        ? USE.computed
        : constant >= LARGE_FACTOR && (constant & 1n) === 1n
          ? USE.hashed
          : USE.none;
    if (ROTATIONS[opcode]) return constant % 8n === 0n ? USE.moved : USE.hashed;
    if (!isNarrow) return SUMS[opcode] ? USE.none : USE.moved;
    if (SHIFTS[opcode]) return constant % 8n === 0n ? USE.moved : USE.computed;
    const sign = 1n << BigInt(8 * size - 1);
    const isSign = constant === sign || constant === sign - 1n;
    if (ANDS[opcode] || XORS[opcode]) return isSign ? USE.moved : USE.computed;
    return ORS[opcode] ? USE.moved : USE.none;
  }

  /** Use by an instruction whose other operand is no constant. */
  private useBeside(at: number, size: number): number {
    const opcode = this.list.opcodes[at]!;
    const isNarrow = size < WORD;
    if (COMPARISONS[opcode])
      return size === 1 || (size === DOUBLE && EQUALITIES[opcode]) ? USE.hashed : USE.none;
    if (SHIFTS[opcode]) return isNarrow ? USE.computed : USE.moved;
    if (this.isStoredNext(at) || ORS[opcode]) return USE.moved;
    if (XORS[opcode]) return USE.hashed;
    if (ROTATIONS[opcode] || MULTIPLICATIONS[opcode]) return isNarrow ? USE.computed : USE.moved;
    if (!SUMS[opcode]) return isNarrow ? USE.computed : USE.none;
    return isNarrow || this.isSummed(at) ? USE.computed : USE.none;
  }

  private isStoredNext(at: number): boolean {
    return ACCESSES[this.list.opcodes[at + 1]!]?.isStore === true;
  }

  /** Tests whether a sum is added up: it is set to a local that was a term, or a term was read right before. */
  private isSummed(at: number): boolean {
    const { opcodes, immediates } = this.list;
    if (ACCESSES[opcodes[at - 1]!]?.isStore === false || SUMS[opcodes[at - 1]!])
      return !isAccess(opcodes[at + 1]!);
    const next = opcodes[at + 1];
    if (next !== op.LOCAL_SET && next !== op.LOCAL_TEE) return false;
    return opcodes[at - 1] === op.LOCAL_GET && immediates[at - 1] === immediates[at + 1];
  }

  // ---- writes --------------------------------------------------------------------------------------------------------

  private findStore(at: number): void {
    const { size } = ACCESSES[this.list.opcodes[at]!]!;
    if (size === DOUBLE) return;
    if (this.isChangedInPlace(at)) {
      this.add(at, false);
      this.add(this.readBefore(at), false);
    } else if (this.isOnePart(at, size)) this.add(at, false);
  }

  /** The read of `x[i] = x[i] op constant`, where `at` stores the result. */
  private readBefore(at: number): number {
    return at - 3;
  }

  /** Tests whether `at` stores a part that was read there and computed with, beside a constant. */
  private isChangedInPlace(at: number): boolean {
    const { opcodes, immediates, seconds } = this.list;
    const [get, load, term, use] = [at - 4, at - 3, at - 2, at - 1];
    const access = ACCESSES[opcodes[load]!];
    if (get < 1 || opcodes[get] !== op.LOCAL_GET || !access || access.isStore) return false;
    if (access.size !== ACCESSES[opcodes[at]!]!.size || seconds[load] !== seconds[at]) return false;
    const before = opcodes[get - 1];
    const isSame = before === op.LOCAL_GET || before === op.LOCAL_TEE;
    if (!isSame || immediates[get - 1] !== immediates[get]) return false;
    if (opcodes[term] !== op.I32_CONST && opcodes[term] !== op.I64_CONST) return false;
    const constant = constantOf(this.info, this.list, term);
    const bits = BigInt(8 * access.size);
    const sign = 1n << (bits - 1n);
    const isSign = constant === sign || constant === sign - 1n || constant === (1n << 32n) - sign;
    if (isSign) return false;
    const opcode = opcodes[use]!;
    if (SUMS[opcode]) return access.size < WORD || this.isAloneAt(immediates[get]!, seconds[at]!);
    return ANDS[opcode]! || ORS[opcode]! || XORS[opcode]!;
  }

  /** Tests whether `at` stores a constant in one part of what may be a number, and leaves the other part. */
  private isOnePart(at: number, size: number): boolean {
    const { opcodes, immediates, seconds } = this.list;
    if (opcodes[at - 1] !== op.I32_CONST && opcodes[at - 1] !== op.I64_CONST) return false;
    const before = opcodes[at - 2];
    if (before === op.LOCAL_GET || before === op.LOCAL_TEE)
      return this.isAloneAt(immediates[at - 2]!, seconds[at]!);
    if (before !== op.I32_ADD || size > WORD) return false;
    // An index that is scaled by eight.
    const isScaled = (from: number) =>
      opcodes[from] === SHIFT_LEFT &&
      opcodes[from - 1] === op.I32_CONST &&
      constantOf(this.info, this.list, from - 1) === 3n;
    return isScaled(at - 3) || (opcodes[at - 3] === op.LOCAL_GET && isScaled(at - 4));
  }

  /** Tests whether a local is the address of one word of every eight bytes, and of nothing else. */
  private isAloneAt(local: number, offset: number): boolean {
    const { opcodes, immediates, seconds, locals } = this.list;
    if (locals[local] !== I32) return false;
    const word = (place: number) => (place >> 2) & 1;
    return (this.gets.get(local) ?? []).every((get) => {
      if (opcodes[get] === op.LOCAL_TEE) return true;
      const next = opcodes[get + 1]!;
      const read = ACCESSES[next];
      if (read && !read.isStore) return read.size <= WORD && word(seconds[get + 1]!) === word(offset);
      if (next === op.LOCAL_GET && immediates[get + 1] === local) return true;
      if (next !== op.I32_CONST && next !== op.I64_CONST) return false;
      const after = opcodes[get + 2]!;
      if (ACCESSES[after]?.isStore) {
        return ACCESSES[after].size <= WORD && word(seconds[get + 2]!) === word(offset);
      }
      return after === op.I32_ADD && constantOf(this.info, this.list, get + 1) % 8n === 0n;
    });
  }
}

/** Finds accesses to parts of what may be numbers, by instruction, and reads of 64 bits that are computed with. */
export function findPartsAnywhere(
  info: ModuleInfo,
  list: InstructionList,
  shown: ReadonlySet<number>,
): { parts: ReadonlyMap<number, Part>; wholes: ReadonlySet<number> } {
  return new PartsAnywhere(info, list, shown).run();
}
