// Finds instructions that access bytes or words of memory the way a program does when it computes with the bytes of
// arbitrary objects: it hashes or sums them, prints or compares them, clears one of two words, or changes bits of a
// byte in place. Whether a box is stored there depends on the address. Parts that are only moved stay parts of the box.
//
// An integer is followed in straight-line code, and through a few locals, to the instructions that use it.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES, opcodeOf } from '../encoding/opcodes.ts';
import { maybeCallType } from '../reading/call-types.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { I32, type ModuleInfo } from '../reading/module-info.ts';
import { isOfBytes } from './bytes-of-bits.ts';
import { type Callees, isReturned } from './callees.ts';
import { type ChangeInPlace, maybeChangeInPlace, Operands } from './changes-in-place.ts';
import {
  ACCESSES,
  ANDS,
  BINARY,
  COMPARISONS,
  COUNTS,
  EQUALITIES,
  isAccess,
  LEFT_SHIFTS,
  MULTIPLICATIONS,
  maybeAccumulation,
  ORS,
  REMAINDERS,
  RIGHT_SHIFTS,
  ROTATIONS,
  SHIFTS,
  SUMS,
  shapeOf,
  TESTS,
  WIDENING,
  XORS,
} from './integer-opcodes.ts';
import { LocalUses } from './local-uses.ts';
import { ANYWHERE, type Part } from './parts-in-memory.ts';
import { findShownArguments, maybeAddress, maybeFrame } from './shown-arguments.ts';

const EQUALITIES_32 = ['i32.eq', 'i32.ne'].map(opcodeOf);
const I32_LOAD = opcodeOf('i32.load');
const WORD = 4;
const DOUBLE = 8;
/** Maximum number of locals through which an integer is followed. */
const MOST_COPIES = 4;
/** Hash multipliers are larger than this. */
const LARGE_FACTOR = 1n << 16n;

/**
 * Uses of an integer. A float's box has no check bits that distinguish it from other integers, so floats are considered
 * only where bytes are hashed, compared or printed. Image and audio code also sums, shifts and masks bytes.
 */
const USE = { none: 0, moved: 1, computed: 2, hashed: 3, printed: 4 } as const;
/** Maximum number of comparisons through which operands are followed. */
const MOST_COMPARED = 2;
/** Marks an integer that was joined from bytes; used instead of a size. */
const JOINED = 3;
/** Marks an integer that is known to hold the bits of a number; used instead of a size. */
const BITS = 3.5;
/** The printable ASCII characters, given by the first one and their count. */
const PRINTABLE = { first: 32n, count: 95n };

/** Tests whether an operation with a constant only moves bytes, and perhaps changes the sign of the result. */
function movesBytes(opcode: number, constant: bigint, size: number): boolean {
  if (ORS[opcode]) return true;
  const isJoined = size === JOINED || size === BITS;
  if (SHIFTS[opcode] || (ROTATIONS[opcode] && isJoined)) return constant % 8n === 0n;
  if (!isJoined) return false;
  if (ANDS[opcode]) return isOfBytes(constant) || (constant > 0xffn && isOfBytes(constant | (constant + 1n)));
  return XORS[opcode]!;
}

class PartsAnywhere {
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  private readonly callees: Callees;
  /** Stores of arguments that will be printed. */
  private readonly shown: ReadonlySet<number>;
  private readonly parts = new Map<number, Part>();
  /** 64-bit integers that the function loads as a whole and computes with. */
  private readonly wholes = new Set<number>();
  /** Locations of parts that the function loads: local, offset and size, and whether floats are considered. */
  private readonly readPlaces = new Map<string, boolean>();
  private readonly locals: LocalUses;
  private readonly operands: Operands;
  /** Locations whose content the function copies. */
  private readonly copied = new Set<string>();
  /** Pairs of words that the function tests for equality; undefined until wanted. */
  private equalWords: ReadonlySet<string> | undefined;
  /** Locals in the addresses from which the function copies bytes. */
  private readonly copiedFrom = new Set<number>();
  /** Comparisons whose operands are being followed. */
  private readonly compared = new Set<number>();

  constructor(
    info: ModuleInfo,
    list: InstructionList,
    locals: LocalUses,
    callees: Callees,
    shown: ReadonlySet<number>,
  ) {
    this.info = info;
    this.callees = callees;
    this.shown = shown;
    this.list = list;
    this.locals = locals;
    for (let at = 0; at < list.count; at++)
      if (ACCESSES[list.opcodes[at]!]?.isStore && ACCESSES[list.opcodes[at - 1]!]?.isStore === false)
        this.copied.add(this.placeOf(at - 1));
    this.copied.delete('');
    this.operands = new Operands(info, list, locals.sets);
    for (let at = 0; at < list.count; at++) this.findCopy(at);
  }

  /** Finds the copy of a byte that ends with the store at `at`. */
  private findCopy(at: number): void {
    const access = ACCESSES[this.list.opcodes[at]!];
    if (!access?.isStore || access.size !== 1) return;
    for (const read of this.readsOf(this.operands.last(at))) this.addressLocals(read - 1, this.copiedFrom);
  }

  /** Locals from which the address at `at` is computed. */
  private addressLocals(at: number, found: Set<number>, visited = new Set<number>()): ReadonlySet<number> {
    const { opcodes, immediates } = this.list;
    const from = this.operands.maker(at);
    if (visited.has(from)) return found;
    visited.add(from);
    if (opcodes[from] === op.LOCAL_GET && !found.has(immediates[from]!)) {
      found.add(immediates[from]!);
      for (const set of this.locals.setsOf(immediates[from]!)) this.addressLocals(set - 1, found, visited);
    }
    if (opcodes[from] !== op.I32_ADD) return found;
    const first = this.operands.maybeFirst(from);
    for (const term of [this.operands.last(from), first])
      if (term !== undefined) this.addressLocals(term, found, visited);
    return found;
  }

  run(): { parts: Map<number, Part>; wholes: ReadonlySet<number> } {
    const { opcodes, count } = this.list;
    for (let at = 1; at < count; at++) {
      const access = ACCESSES[opcodes[at]!];
      if (opcodes[at] === op.CALL) this.findGivenByte(at);
      if (!access) continue;
      if (access.isStore) this.findStore(at);
      else this.findRead(at);
    }
    for (let at = 1; at < count; at++) if (ACCESSES[opcodes[at]!]?.isStore) this.findStoreOfRead(at);
    return { parts: this.parts, wholes: this.wholes };
  }

  /** Uses of a byte in the next iteration of a loop, if the call at `at` leaves it in locals. */
  private usesInNextTurn(at: number): number[] {
    const { opcodes, immediates, partners } = this.list;
    let start = at;
    while (start >= 0 && (opcodes[start] !== op.LOOP || partners[start]! < at)) start--;
    const uses: number[] = [];
    for (let set = at + 1; start >= 0; set++) {
      if (opcodes[set] !== op.LOCAL_SET && opcodes[set] !== op.LOCAL_TEE) break;
      const first = this.locals.setsOf(immediates[set]!).find((one) => one > start)!;
      for (const get of this.locals.getsOf(immediates[set]!))
        if (get > start && (get < first || (get === first && set !== first))) uses.push(this.useOf(get, 1));
    }
    return uses;
  }

  /** Finds a byte that a called function returns and this function then uses in a computation. */
  private findGivenByte(at: number): void {
    const byte = this.callees.maybeReturnedByte(this.list.immediates[at]!);
    const uses = byte ? [this.useOf(at, 1), ...this.usesInNextTurn(at)] : [];
    const use = uses.includes(USE.moved) ? USE.moved : Math.max(USE.none, ...uses);
    if (!byte || use === USE.moved || use === USE.none) return;
    const isSingle = use >= USE.hashed;
    const { isSigned } = byte;
    this.parts.set(at, {
      place: ANYWHERE,
      size: 1,
      type: I32,
      isStore: false,
      isSigned,
      isSingle,
      passed: 'given',
    });
  }

  private add(at: number, isSingle: boolean, isQuiet = false, passed?: Part['passed']): void {
    const { size, type, isStore, isSigned } = ACCESSES[this.list.opcodes[at]!]!;
    this.parts.set(at, {
      place: ANYWHERE,
      size,
      type,
      isStore,
      isSigned,
      isSingle,
      isQuiet,
      passed,
    });
  }

  // ---- reads ---------------------------------------------------------------------------------------------------------

  private findRead(at: number): void {
    const { size } = ACCESSES[this.list.opcodes[at]!]!;
    const use = this.useOf(at, size);
    if (use === USE.moved && size === 1 && this.callees.followsBytes && isReturned(this.list, at))
      this.add(at, false, true, 'returned');
    if (use === USE.moved || use === USE.none) return;
    if (size === DOUBLE) {
      this.wholes.add(at);
      return;
    }
    this.add(at, use >= USE.hashed);
    const place = this.placeOf(at);
    if (place !== '') this.readPlaces.set(place, use >= USE.hashed);
  }

  /** Name of the location that a load reads through an address in a local; '' for other loads. */
  private placeOf(at: number): string {
    const { opcodes, immediates, seconds } = this.list;
    const isLocal = opcodes[at - 1] === op.LOCAL_GET || opcodes[at - 1] === op.LOCAL_TEE;
    return isLocal ? `${immediates[at - 1]}+${seconds[at]}/${ACCESSES[opcodes[at]!]!.size}` : '';
  }

  /** Use of a parameter that holds an integer of `size` bytes. */
  useOfParameter(parameter: number, size: number): number {
    return this.useOfLocal(-1, parameter, size, MOST_COPIES);
  }

  /** Use of an integer that instruction `at` assigns to a local; `copies` limits the number of further locals. */
  private useOfLocal(at: number, local: number, size: number, copies: number): number {
    const uses = this.locals.behind(at, local);
    // The next iteration of a loop may use a joined integer.
    if (copies < 0 || (size === JOINED && uses.length === 0)) return USE.moved;
    let use: number = USE.none;
    let isMoved = false;
    for (const from of uses) {
      const found = this.useOf(from, size, isMoved ? 0 : copies);
      if (found === USE.printed) return found;
      isMoved ||= found === USE.moved;
      // Wider integers that are moved are never also printed, but bytes may be.
      if (isMoved && size !== 1) break;
      use = Math.max(use, found);
    }
    return isMoved ? USE.moved : use;
  }

  /** Use of an integer of `size` bytes that instruction `at` pushes. */
  private useOf(at: number, size: number, copies = MOST_COPIES): number {
    const { opcodes } = this.list;
    let above = 0;
    for (let user = at + 1; ; user++) {
      const opcode = opcodes[user]!;
      if (opcode === op.BR_IF && above > 0) above--;
      else {
        const [operands, results] = shapeOf(opcode) ?? this.shapeOfCall(user);
        if (operands === undefined) return TESTS.includes(opcode) && above === 0 ? USE.none : USE.moved;
        if (above < operands) return this.useBy(user, above, size, copies);
        above += results! - operands;
      }
    }
  }

  private shapeOfCall(at: number): readonly [number, number] | [] {
    const { opcodes, immediates } = this.list;
    const type = opcodes[at] === op.CALL ? maybeCallType(this.info, op.CALL, immediates[at]!) : undefined;
    return type ? [type.parameters.length, type.results.length] : [];
  }

  /** Use by instruction `at`; `above` is the number of operands on the stack above the integer. */
  private useBy(at: number, above: number, size: number, copies: number): number {
    const { opcodes, immediates } = this.list;
    const opcode = opcodes[at]!;
    if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE)
      return this.useOfLocal(at, immediates[at]!, size, copies - 1);
    if (opcode === op.CALL) {
      if (this.callees.marks(immediates[at]!)) return USE.none;
      const parameter = this.shapeOfCall(at)[0]! - 1 - above;
      return useOfParameter(this.info, this.callees, immediates[at]!, parameter, size);
    }
    if (this.shown.has(at)) return size === 1 || size === JOINED ? USE.hashed : USE.computed;
    const access = ACCESSES[opcode];
    if (access && size < WORD && !access.isStore) return USE.computed;
    // The byte is widened when it is stored.
    if (access && size === 1 && access.size > 1 && above === 0)
      return this.isInFrame(at) ? USE.hashed : USE.computed;
    if (WIDENING[opcode]) return this.useOf(at, size, copies);
    if (COUNTS[opcode]) return USE.hashed;
    if (TESTS.includes(opcode)) return USE.none;
    if (!BINARY[opcode]) return USE.moved;
    const before = opcodes[at - 1]!;
    const isConstant = above === 1 && (before === op.I32_CONST || before === op.I64_CONST);
    if (!isConstant) return this.useBeside(at, size, copies);
    const constant = constantOf(this.info, this.list, at - 1);
    const isWhole = ANDS[opcode] && constant === (1n << BigInt(8 * size)) - 1n;
    if (isWhole) return this.useOf(at, size, copies);
    return size < WORD && movesBytes(opcode, constant, size)
      ? this.useOf(at, JOINED, copies)
      : this.useBesideConstant(at, size, constant);
  }

  private useBesideConstant(at: number, size: number, constant: bigint): number {
    const opcode = this.list.opcodes[at]!;
    const isNarrow = size < WORD;
    if (COMPARISONS[opcode]) return size === BITS || this.isSignTest(at, constant) ? USE.hashed : USE.none;
    if (this.isPrintableTest(at, constant)) return USE.printed;
    if (this.isStoredNext(at)) return USE.moved;
    if (MULTIPLICATIONS[opcode])
      return isNarrow
        ? USE.computed
        : constant >= LARGE_FACTOR && (constant & 1n) === 1n
          ? USE.hashed
          : USE.none;
    if (ROTATIONS[opcode]) return constant % 8n === 0n ? USE.moved : USE.hashed;
    if (!isNarrow) return SUMS[opcode] ? USE.none : USE.moved;
    if ((SHIFTS[opcode] || ANDS[opcode]) && this.isLookup(at)) return USE.hashed;
    if (SHIFTS[opcode]) return USE.computed;
    const sign = 1n << BigInt(8 * size - 1);
    if (XORS[opcode] && constant >> BigInt(8 * size) > 0n) return USE.hashed;
    // Strings in the C++ library keep a flag in the highest bit of a byte. Such bytes are only moved.
    if ((ANDS[opcode] || XORS[opcode]) && (constant === sign || constant === sign - 1n)) return USE.moved;
    if (ANDS[opcode]) return (constant & (constant - 1n)) === 0n ? USE.hashed : USE.computed;
    if (XORS[opcode]) return USE.computed;
    return SUMS[opcode] && size !== BITS ? USE.none : USE.computed;
  }

  /** Tests whether the sum at `at` is the start of a test for printable characters. */
  private isPrintableTest(at: number, term: bigint): boolean {
    const { opcodes } = this.list;
    if (!SUMS[opcodes[at]!] || term !== (1n << 32n) - PRINTABLE.first) return false;
    const limit = ANDS[opcodes[at + 2]!] ? at + 3 : at + 1;
    return COMPARISONS[opcodes[limit + 1]!]! && this.operands.maybeConstant(limit) === PRINTABLE.count;
  }

  /** Tests whether a store goes to the function's own frame, which holds the arguments of formatting functions. */
  private isInFrame(at: number): boolean {
    const { opcodes } = this.list;
    const address = maybeAddress(this.list, at, (from) => this.callees.maybeShape(this.list, from));
    const frame = address === undefined ? undefined : maybeFrame(this.list, address + 1);
    const [set = 0] = frame === undefined ? [] : this.locals.setsOf(frame);
    return opcodes[set - 1] === op.I32_SUB && opcodes[set - 3] === op.GLOBAL_GET;
  }

  /** Use by an instruction whose other operand is not constant. */
  private useBeside(at: number, size: number, copies: number): number {
    const opcode = this.list.opcodes[at]!;
    const isNarrow = size < WORD;
    if (COMPARISONS[opcode]) {
      if (size === BITS || (size === WORD && this.areHalves(at))) return USE.computed;
      const isOfBytes = size === 1 || (size === DOUBLE && EQUALITIES[opcode]);
      return !isOfBytes ? USE.none : this.comparesMoved(at, size) ? USE.moved : USE.hashed;
    }
    if (this.isBitTest(at)) return USE.hashed;
    if (SHIFTS[opcode]) return isNarrow ? USE.computed : USE.moved;
    if (this.isStoredNext(at)) return USE.moved;
    if (ORS[opcode]) return isNarrow ? this.useOf(at, JOINED, copies) : USE.moved;
    // XORs may also swap numbers in memory.
    if (XORS[opcode]) return isNarrow || this.isMixed(at) ? USE.hashed : USE.moved;
    if (ROTATIONS[opcode] || MULTIPLICATIONS[opcode]) return isNarrow ? USE.computed : USE.moved;
    if (!SUMS[opcode]) return isNarrow ? USE.computed : USE.none;
    if (isNarrow && this.isHash(at)) return USE.hashed;
    return isNarrow || this.isSummed(at) ? USE.computed : USE.none;
  }

  /**
   * Tests whether the function moves one of the integers that instruction `at` compares, as compression does. Both
   * integers then remain bytes of the box.
   */
  private comparesMoved(at: number, size: number): boolean {
    if (this.compared.has(at) || this.compared.size === MOST_COMPARED) return false;
    this.compared.add(at);
    const isOfBytes = size === 1 && EQUALITIES_32.includes(this.list.opcodes[at]!);
    const areMoved = [this.operands.maybeFirst(at), this.operands.last(at)].some(
      (term) =>
        term !== undefined &&
        this.readsOf(term).some(
          (read) =>
            this.copied.has(this.placeOf(read)) ||
            (isOfBytes &&
              [...this.addressLocals(read - 1, new Set())].some((local) => this.copiedFrom.has(local))) ||
            this.useOf(read, size) === USE.moved,
        ),
    );
    this.compared.delete(at);
    return areMoved;
  }

  /** Reads of memory whose integers instruction `at` may push, perhaps through a local and a mask. */
  private readsOf(at: number): number[] {
    const { opcodes, immediates } = this.list;
    const sets = opcodes[at] === op.LOCAL_GET ? this.locals.setsOf(immediates[at]!) : undefined;
    const makers = sets?.map((set) => this.operands.maker(set - 1)) ?? [at];
    return makers
      .map((from) => (ANDS[opcodes[from]!] ? (this.operands.maybeFirst(from) ?? from) : from))
      .filter((from) => this.isRead(from));
  }

  /**
   * Tests whether instruction `at` tests words at two addresses for equality, and the function also tests both adjacent
   * words, as for the halves of doubles.
   */
  private areHalves(at: number): boolean {
    const [first, last, offset] = this.maybeEqualWords(at) ?? [];
    if (offset === undefined) return false;
    this.equalWords ??= this.findEqualWords();
    return [-WORD, WORD].some((step) => this.equalWords!.has(`${first}=${last}+${offset + step}`));
  }

  private findEqualWords(): ReadonlySet<string> {
    const found = new Set<string>();
    for (let at = 0; at < this.list.count; at++) {
      const [first, last, offset] = this.maybeEqualWords(at) ?? [];
      if (first !== undefined) found.add(`${first}=${last}+${offset}`);
    }
    return found;
  }

  /** Locals, in order, and the offset of two words that instruction `at` tests for equality. */
  private maybeEqualWords(at: number): readonly [number, number, number] | undefined {
    const { opcodes, immediates, seconds } = this.list;
    if (!EQUALITIES_32.includes(opcodes[at]!)) return undefined;
    const [a, b] = [this.operands.maybeFirst(at), this.operands.last(at)];
    if (a === undefined || opcodes[a] !== I32_LOAD || opcodes[b] !== I32_LOAD) return undefined;
    if (this.placeOf(a) === '' || this.placeOf(b) === '' || seconds[a] !== seconds[b]) return undefined;
    const [first, last] = [immediates[a - 1]!, immediates[b - 1]!];
    return first === last ? undefined : [Math.min(first, last), Math.max(first, last), seconds[a]!];
  }

  private isRead(at: number): boolean {
    return ACCESSES[this.list.opcodes[at]!]?.isStore === false;
  }

  /** Tests whether instruction `at` isolates one bit of an integer: `word & 1 << n`, or `word >> n & 1`. */
  private isBitTest(at: number): boolean {
    const { opcodes } = this.list;
    if (ANDS[opcodes[at]!])
      return [this.operands.last(at), this.operands.maybeFirst(at)].some(
        (term) => term !== undefined && this.isOneBit(term),
      );
    if (!RIGHT_SHIFTS[opcodes[at]!] || !ANDS[opcodes[at + 2]!]) return false;
    return this.operands.maybeConstant(at + 1) === 1n;
  }

  private isOneBit(at: number): boolean {
    if (!LEFT_SHIFTS[this.list.opcodes[at]!]) return false;
    const first = this.operands.maybeFirst(at);
    return first !== undefined && this.operands.maybeConstant(first) === 1n;
  }

  /** Tests whether the comparison at `at` tests the highest bit of a sign-extended byte. */
  private isSignTest(at: number, constant: bigint): boolean {
    const { opcodes } = this.list;
    const isSigned =
      OPCODES[opcodes[at - 2]!]!.name === 'i32.extend8_s' || ACCESSES[opcodes[at - 2]!]?.isSigned;
    return isSigned === true && (constant === 0n || constant === (1n << 32n) - 1n);
  }

  private isStoredNext(at: number): boolean {
    const { opcodes } = this.list;
    const next = opcodes[at + 1] === op.LOCAL_TEE ? at + 2 : at + 1;
    return ACCESSES[opcodes[next]!]?.isStore === true && !this.shown.has(next);
  }

  /** Tests whether the result of instruction `at` selects a character from a table. */
  private isLookup(at: number): boolean {
    const { opcodes } = this.list;
    const load = opcodes[at + 2] === op.I32_ADD ? at + 3 : at + 1;
    return this.isRead(load) && ACCESSES[opcodes[load]!]!.size === 1;
  }

  /**
   * Tests whether a sum is reduced modulo a number, or the sum or its first term is multiplied by an odd number, as in
   * hashes.
   */
  private isHash(at: number): boolean {
    const { opcodes } = this.list;
    const isOddProduct = (product: number) =>
      MULTIPLICATIONS[opcodes[product]!]! && ((this.operands.maybeConstant(product - 1) ?? 0n) & 1n) === 1n;
    const next = ANDS[opcodes[at + 2]!] ? at + 4 : at + 2;
    const first = this.operands.maybeFirst(at);
    return (
      isOddProduct(at + 2) || REMAINDERS[opcodes[next]!]! || (first !== undefined && isOddProduct(first))
    );
  }

  /** Tests whether the result of an XOR is multiplied, rotated, or accumulated. */
  private isMixed(at: number): boolean {
    const { opcodes } = this.list;
    const isConstant = opcodes[at + 1] === op.I32_CONST || opcodes[at + 1] === op.I64_CONST;
    return isConstant
      ? MULTIPLICATIONS[opcodes[at + 2]!]! || ROTATIONS[opcodes[at + 2]!]!
      : this.isSummed(at);
  }

  /**
   * Tests whether a sum is accumulated: the result goes to a local that was a term, or a term was loaded immediately
   * before.
   */
  private isSummed(at: number): boolean {
    const { opcodes } = this.list;
    if (ACCESSES[opcodes[at - 1]!]?.isStore === false || SUMS[opcodes[at - 1]!] || XORS[opcodes[at - 1]!])
      return !isAccess(opcodes[at + 1]!);
    return maybeAccumulation(this.list, at) !== undefined;
  }

  // ---- writes --------------------------------------------------------------------------------------------------------

  private findStore(at: number): void {
    const { size } = ACCESSES[this.list.opcodes[at]!]!;
    const changed = maybeChangeInPlace(this.list, this.operands, at);
    if (changed) this.addChange(at, size, changed);
    else if (size < DOUBLE && this.isOnePart(at, size)) {
      const isConstant = this.operands.maybeConstant(this.operands.last(at)) !== undefined;
      this.add(at, isConstant && size < WORD && this.isPartOfOne(at), !isConstant);
    }
  }

  /** Adds the load and the store of `x[i] = x[i] op term`. */
  private addChange(at: number, size: number, { read, isSum, isUndoable }: ChangeInPlace): void {
    if (size === DOUBLE) {
      if (isSum) this.wholes.add(read);
      return;
    }
    // Sums and XORs are reversible, so if they change all bytes, as in encryption, the bytes count as moved.
    const isOne = !isUndoable || this.isOnePlace(at);
    const isSingle = size === WORD && isSum;
    if (!isOne && !isSingle) return;
    for (const access of [at, read]) this.add(access, isSingle, !isSum);
  }

  /**
   * Finds a store to a location from which the function loads part of the particle; the other parts must then come from
   * the particle as well.
   */
  private findStoreOfRead(at: number): void {
    const { opcodes, immediates, seconds } = this.list;
    const { size } = ACCESSES[opcodes[at]!]!;
    if (size === DOUBLE || this.parts.has(at) || this.readPlaces.size === 0) return;
    const address = maybeAddress(this.list, at);
    if (address === undefined || (opcodes[address] !== op.LOCAL_GET && opcodes[address] !== op.LOCAL_TEE))
      return;
    const isSingle = this.readPlaces.get(`${immediates[address]}+${seconds[at]}/${size}`);
    if (isSingle !== undefined) this.add(at, isSingle, true);
  }

  /** Tests whether an address local changes only by multiples of eight bytes. */
  private isOneOfEight(local: number): boolean {
    const { opcodes } = this.list;
    return this.locals.setsOf(local).every((set) => {
      const sum = this.operands.maker(set - 1);
      if (opcodes[sum] !== op.I32_ADD) return true;
      const last = this.operands.last(sum);
      const constant = this.operands.maybeConstant(last);
      if (constant !== undefined) return constant % 8n === 0n;
      const first = this.operands.maybeFirst(sum);
      return (
        this.operands.isScaledByEight(last) || (first !== undefined && this.operands.isScaledByEight(first))
      );
    });
  }

  /**
   * Tests whether `at` stores to one word in every eight bytes, and the function accesses nothing else in those bytes.
   */
  private isOnePlace(at: number): boolean {
    const local = this.maybeAddressLocal(at);
    return local !== undefined && this.isAloneAt(local, this.list.seconds[at]!) && this.isOneOfEight(local);
  }

  /** The local that holds the address of the store at `at`. */
  private maybeAddressLocal(at: number): number | undefined {
    const { opcodes, immediates } = this.list;
    const address = maybeAddress(this.list, at);
    if (address === undefined) return undefined;
    return opcodes[address] === op.LOCAL_GET || opcodes[address] === op.LOCAL_TEE
      ? immediates[address]
      : undefined;
  }

  /** Tests whether `at` stores to part of a single number, which may be a float. */
  private isPartOfOne(at: number): boolean {
    const local = this.maybeAddressLocal(at);
    return local !== undefined && this.locals.setsOf(local).length <= 1;
  }

  /** Tests whether `at` stores one part of a possible number and leaves the other part unchanged. */
  private isOnePart(at: number, size: number): boolean {
    const { opcodes } = this.list;
    if (this.operands.maybeConstant(this.operands.last(at)) === undefined)
      return size === WORD && opcodes[at - 1] === op.LOCAL_GET && this.isOnePlace(at);
    const local = this.maybeAddressLocal(at);
    if (local !== undefined) return this.isAloneAt(local, this.list.seconds[at]!);
    const sum = maybeAddress(this.list, at);
    if (sum === undefined || opcodes[sum] !== op.I32_ADD || size > WORD) return false;
    const first = this.operands.maybeFirst(sum);
    return (
      this.operands.isScaledByEight(this.operands.last(sum)) ||
      (first !== undefined && this.operands.isScaledByEight(first))
    );
  }

  /** Tests whether a local addresses one word in every eight bytes, and nothing else. */
  private isAloneAt(local: number, offset: number): boolean {
    const { opcodes, immediates, seconds, locals } = this.list;
    if (locals[local] !== I32) return false;
    const word = (place: number) => (place >> 2) & 1;
    const gets = this.locals.getsOf(local);
    if (gets.length === 1) return true;
    return gets.every((get) => {
      if (opcodes[get] === op.LOCAL_TEE) return true;
      const next = opcodes[get + 1]!;
      const read = ACCESSES[next];
      if (read && !read.isStore) return read.size <= WORD && word(seconds[get + 1]!) === word(offset);
      if (next === op.LOCAL_GET && immediates[get + 1] === local) return true;
      if (next !== op.I32_CONST && next !== op.I64_CONST) return false;
      const after = opcodes[get + 2]!;
      if (ACCESSES[after]?.isStore)
        return ACCESSES[after].size <= WORD && word(seconds[get + 2]!) === word(offset);
      return after === op.I32_ADD && constantOf(this.info, this.list, get + 1) % 8n === 0n;
    });
  }
}

/**
 * Finds accesses to parts of possible numbers, by instruction, and 64-bit loads whose results are used in
 * computations.
 */
export function findPartsAnywhere(
  info: ModuleInfo,
  list: InstructionList,
  locals: LocalUses,
  callees: Callees,
  shown: ReadonlySet<number>,
): { parts: Map<number, Part>; wholes: ReadonlySet<number> } {
  return new PartsAnywhere(info, list, locals, callees, shown).run();
}

/** Use of a function's parameter that holds an integer of `size` bytes. */
function useOfParameter(
  info: ModuleInfo,
  callees: Callees,
  callee: number,
  parameter: number,
  size: number,
): number {
  if (callees.showing.has(callee)) return size < WORD ? USE.hashed : USE.computed;
  const find = (list: InstructionList) =>
    new PartsAnywhere(
      info,
      list,
      new LocalUses(list),
      callees,
      findShownArguments(list, callees),
    ).useOfParameter(parameter, size);
  return callees.factOf(callee, `${parameter}/${size}`, find) ?? USE.moved;
}

/** Tests whether a function computes with a parameter that holds the bits of a number, and does not move them. */
export function computesWith(info: ModuleInfo, callees: Callees, callee: number, parameter: number): boolean {
  return useOfParameter(info, callees, callee, parameter, BITS) >= USE.computed;
}
