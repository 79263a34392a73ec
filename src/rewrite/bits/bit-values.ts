// Tracks which integers of a function may hold bits of a floating-point number, on the operand stack, in locals and
// in memory, and records the instructions whose results are used in computations.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import { maybeCallType } from '../reading/call-types.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { I32, I64, type ModuleInfo, V128 } from '../reading/module-info.ts';
import { ALL_BYTES, type Bytes, bytesAmong, joinBytes, resizeBytes, wholeBytes } from './bytes-of-bits.ts';
import type { Callees } from './callees.ts';
import { KeptBytes } from './kept-bytes.ts';
import { computesWith } from './parts-anywhere.ts';

/**
 * Possible content of an integer: nothing related to a number, a result computed from some of a number's bytes, some of
 * the bytes themselves, or all of them.
 */
export const HOLDS = { other: 0, computed: 1, part: 2, bits: 3 } as const;

/** Integer types of vector lanes that hold numbers. */
export const LANES_32 = 0x100 | I32;
export const LANES_64 = 0x100 | I64;
/** Type of lanes from memory that may be doubles or floats; the guest decides whether they are floats (sort-keys.c). */
export const LOADED_LANES = 0x200 | I32;

export interface Value {
  /** The instruction that left the integer on the stack; −1 if unknown. */
  readonly maker: number;
  /** WebAssembly type or, for a vector whose lanes are numbers, the lane type defined above. */
  readonly type: number;
  readonly holds: number;
  /** Instructions that produced the bits from which these bytes were extracted or these results were computed. */
  readonly cutFrom: readonly number[];
  readonly constant: bigint | undefined;
  /** True for an integer that was read from memory and may contain a number. */
  readonly isLoaded: boolean;
  /** True if the value derives only from the sign of an integer that may contain a number. */
  readonly isSign: boolean;
  /**
   * Source of the bits: the instruction that produced or read them, or a memory location (below −1); −1 if unknown.
   */
  readonly origin: number;
  /** Bytes of the number that this part contains; undefined if unknown. */
  readonly bytes: Bytes | undefined;
}

export const UNKNOWN: Value = {
  maker: -1,
  type: I32,
  holds: HOLDS.other,
  cutFrom: [],
  constant: undefined,
  isLoaded: false,
  isSign: false,
  origin: -1,
  bytes: undefined,
};

/** Instructions that may be the target of a jump, or that precede such a target. */
const JOINS = OPCODES.map((opcode) =>
  /^(unreachable|block|loop|if|else|try|catch|throw|rethrow|throw_ref|end|br|br_table|return|return_call|return_call_indirect|delegate|catch_all|try_table)$/.test(
    opcode?.name ?? '',
  ),
);

export class BitValues {
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  private readonly callees: Callees;
  private stack: Value[] = [];
  /** Values of locals since the last join of control flow. */
  private readonly current = new Map<number, Value>();
  /** Everything that each local may hold, across all its assignments. */
  private readonly holdsOf = new Map<number, number>();
  private readonly cutsOf = new Map<number, Set<number>>();
  /** Locals that hold integers loaded from memory. */
  private readonly loadedLocals = new Set<number>();
  /** Instructions that load integers, by the local that receives the integer. */
  private readonly readersOfLocals = new Map<number, Set<number>>();
  /** Lane shapes of vectors, by the local that holds the vector. */
  private readonly lanesOf = new Map<number, number>();
  /** Memory locations that may hold a number's bits, by constant address or by the local that holds the address. */
  private readonly places = new Map<string, number>();
  private readonly kept = new KeptBytes();
  private readonly constants: ReadonlyMap<number, bigint>;
  private readonly computed = new Map<number, number>();
  /** Types of integers that are split into bytes, by the instruction that produces the integer. */
  private readonly cutTypes = new Map<number, number>();
  /** Integers whose bytes are combined, by the instruction that combines them. */
  private readonly together = new Map<number, ReadonlySet<number>>();

  constructor(info: ModuleInfo, list: InstructionList, callees: Callees) {
    this.info = info;
    this.list = list;
    this.callees = callees;
    this.constants = this.findConstantLocals();
  }

  /** Locals that only ever hold a single constant, as in unoptimised code. */
  private findConstantLocals(): ReadonlyMap<number, bigint> {
    const { list } = this;
    const found = new Map<number, bigint>();
    const others = new Set<number>(Array.from({ length: list.parameterCount }, (_, index) => index));
    for (let at = 0; at < list.count; at++) {
      if (list.opcodes[at] !== op.LOCAL_SET && list.opcodes[at] !== op.LOCAL_TEE) continue;
      const local = list.immediates[at]!;
      const before = list.opcodes[at - 1];
      const isConstant = before === op.I32_CONST || before === op.I64_CONST;
      if (isConstant && !found.has(local)) found.set(local, constantOf(this.info, list, at - 1));
      else others.add(local);
    }
    for (const local of others) found.delete(local);
    return found;
  }

  /** Number of facts gathered so far; a walk that learns something increases it. */
  get knowledge(): number {
    let size = this.places.size + this.lanesOf.size + this.loadedLocals.size + this.kept.size;
    for (const readers of this.readersOfLocals.values()) size += readers.size;
    for (const holds of this.holdsOf.values()) size += holds;
    for (const cuts of this.cutsOf.values()) size += cuts.size;
    return size;
  }

  /** Forgets the operand stack and the locals' current values, because control may arrive here from anywhere. */
  begin(): void {
    this.current.clear();
    for (const value of this.stack) this.keep(value);
    this.stack = [];
  }

  push(value: Value): void {
    this.stack.push(value);
  }

  pop(): Value {
    return this.stack.pop() ?? UNKNOWN;
  }

  /** Pushes the result of instruction `at`, which reinterprets a number's bits as an integer. */
  pushBits(at: number, type: number): void {
    this.push({ ...UNKNOWN, maker: at, type, holds: HOLDS.bits, origin: at });
  }

  /** Follows instruction `at` if it only moves values; returns whether it does. */
  step(at: number): boolean {
    const { list } = this;
    const opcode = list.opcodes[at]!;
    const local = list.immediates[at]!;
    switch (opcode) {
      case op.I32_CONST:
      case op.I64_CONST:
        this.push({ ...UNKNOWN, maker: at, constant: constantOf(this.info, list, at) });
        return true;
      case op.LOCAL_GET:
        this.push(this.valueOf(local, at));
        return true;
      case op.LOCAL_SET:
        this.setLocal(local, this.pop());
        return true;
      case op.LOCAL_TEE: {
        const given = this.pop();
        const isVector = list.locals[local] === V128;
        const value = { ...given, maker: at, type: isVector ? given.type : list.locals[local]! };
        this.setLocal(local, value);
        this.push(value);
        return true;
      }
      case op.SELECT:
      case op.SELECT_T:
        this.select(at);
        return true;
      case op.GLOBAL_GET:
        this.push({ ...UNKNOWN, maker: at });
        return true;
      case op.GLOBAL_SET:
        this.keep(this.pop());
        return true;
      case op.DROP:
      case op.BR_IF:
        this.pop();
        return true;
      default:
        return this.flow(at, opcode);
    }
  }

  private flow(at: number, opcode: number): boolean {
    if (JOINS[opcode]) {
      this.begin();
      return true;
    }
    const callee = this.list.immediates[at]!;
    const type = maybeCallType(this.info, opcode, callee);
    if (!type) return false;
    if (opcode === op.CALL_INDIRECT) this.pop();
    const isDirect = opcode === op.CALL;
    for (let parameter = type.parameters.length; parameter-- > 0; ) {
      const value = this.pop();
      if (isDirect && this.isShown(value, callee, parameter)) this.show(value);
      else this.keep(value);
    }
    for (const result of type.results)
      if (isDirect && this.callees.returnsBits(callee)) this.pushBits(at, result);
      else this.push({ ...UNKNOWN, maker: at, type: result });
    return true;
  }

  /** Tests whether a function prints or computes with the integer that it receives as this parameter. */
  private isShown({ holds }: Value, callee: number, parameter: number): boolean {
    if (this.callees.showing.has(callee)) return true;
    return holds >= HOLDS.part && computesWith(this.info, this.callees, callee, parameter);
  }

  private valueOf(local: number, at: number): Value {
    const type = this.list.locals[local]!;
    const maker = at;
    if (type === V128) return this.vectorOf(local, at);
    if (type !== I32 && type !== I64) return UNKNOWN;
    const constant = this.constants.get(local);
    if (constant !== undefined) return { ...UNKNOWN, maker, type, constant };
    const known = this.current.get(local);
    if (known) return { ...known, maker, type };
    const holds = this.holdsOf.get(local) ?? HOLDS.other;
    const isLoaded = this.loadedLocals.has(local);
    // Control flow has joined, so the local may hold any value that was ever assigned to it.
    this.kept.addLocal(local);
    return { ...UNKNOWN, maker, type, holds, isLoaded, cutFrom: [...(this.cutsOf.get(local) ?? [])] };
  }

  private vectorOf(local: number, at: number): Value {
    const lanes = this.lanesOf.get(local);
    const { constant, isLoaded = false } = this.current.get(local) ?? {};
    const vector = { ...UNKNOWN, maker: at, type: V128, constant, isLoaded };
    return lanes === undefined ? vector : { ...vector, type: lanes, holds: HOLDS.bits };
  }

  /** Records that the lanes of a vector are used or created as numbers of this width. */
  noteNumbers({ maker }: Value, lanes: number): void {
    if (this.list.opcodes[maker] !== op.LOCAL_GET && this.list.opcodes[maker] !== op.LOCAL_TEE) return;
    const local = this.list.immediates[maker]!;
    if (this.list.locals[local] === V128) this.lanesOf.set(local, lanes);
  }

  private setLocal(local: number, value: Value): void {
    this.current.set(local, value);
    if (value.isLoaded) this.loadedLocals.add(local);
    if (value.holds === HOLDS.other && value.origin >= 0)
      this.readersOfLocals.set(local, (this.readersOfLocals.get(local) ?? new Set()).add(value.origin));
    if (value.origin !== -1 && value.holds !== HOLDS.other)
      this.kept.setLocal(local, value.origin, keptBytes(value));
    if (value.holds === HOLDS.other) return;
    if (this.list.locals[local] === V128) {
      this.lanesOf.set(local, value.type);
      return;
    }
    this.holdsOf.set(local, Math.max(value.holds, this.holdsOf.get(local) ?? HOLDS.other));
    const cuts = this.cutsOf.get(local) ?? new Set();
    for (const maker of value.cutFrom) cuts.add(maker);
    this.cutsOf.set(local, cuts);
  }

  private select(at: number): void {
    this.pop();
    const [other, one] = [this.pop(), this.pop()];
    for (const value of [one, other]) this.keep(value);
    const more = one.holds >= other.holds ? one : other;
    const isLoaded = one.isLoaded || other.isLoaded;
    // Selecting between bits and a result computed from bits, as sort keys do, counts as a computation.
    if (one.holds === HOLDS.computed || other.holds === HOLDS.computed)
      for (const value of [one, other]) if (value.holds === HOLDS.bits || value.isLoaded) this.noteAny(value);
    this.push({
      ...more,
      maker: at,
      constant: undefined,
      isLoaded,
      origin: -1,
      bytes: undefined,
      cutFrom: [...new Set([...one.cutFrom, ...other.cutFrom])],
    });
  }

  /** Records that instruction `at` stores a value with this content at an address. */
  store(at: number, address: Value, holds: number): void {
    const place = this.placeOf(at, address);
    if (place !== undefined && holds === HOLDS.bits) this.addPlace(place);
  }

  /** Records that instruction `at` loads a number of the same size as this integer type. */
  loadNumber(at: number, address: Value, type: number): void {
    const place = this.placeOf(at, address);
    if (place !== undefined) this.addPlace(`${place}/${type}`);
  }

  private addPlace(place: string): void {
    if (!this.places.has(place)) this.places.set(place, -2 - this.places.size);
  }

  /** Pushes the whole integer that instruction `at` loads. */
  load(at: number, address: Value, type: number): void {
    const place = this.placeOf(at, address);
    const origin =
      place === undefined ? undefined : (this.places.get(place) ?? this.places.get(`${place}/${type}`));
    if (origin === undefined) this.push({ ...UNKNOWN, maker: at, type, isLoaded: true, origin: at });
    else this.push({ ...UNKNOWN, maker: at, type, holds: HOLDS.bits, origin });
  }

  /** Instructions that may have loaded this integer. */
  readersOf({ holds, origin, maker }: Value): readonly number[] {
    if (holds !== HOLDS.other || maker < 0) return [];
    if (origin >= 0) return [origin];
    const { opcodes, immediates } = this.list;
    return opcodes[maker] === op.LOCAL_GET ? [...(this.readersOfLocals.get(immediates[maker]!) ?? [])] : [];
  }

  /** Pushes the bytes that instruction `at` loads; the function may keep all bytes of a number at that address. */
  loadBytes(at: number, address: Value, type: number): void {
    this.push({ ...UNKNOWN, maker: at, type, origin: at });
    if (this.places.size === 0) return;
    for (let before = 0; before < 8; before++) {
      const place = this.placeOf(at, address, before);
      for (const name of [place, `${place}/${I32}`, `${place}/${I64}`]) {
        const origin = name && this.places.get(name);
        if (origin) this.kept.add(origin, ALL_BYTES);
      }
    }
  }

  private placeOf(at: number, { maker, constant }: Value, before = 0): string | undefined {
    const { opcodes, immediates, seconds } = this.list;
    if (maker < 0) return undefined;
    const offset = seconds[at]! - before;
    // Variables of Fortran main programs have static addresses.
    if (opcodes[maker] === op.I32_CONST) return `=${constant}+${offset}`;
    return opcodes[maker] === op.LOCAL_GET ? `${immediates[maker]!}+${offset}` : undefined;
  }

  /**
   * Returns the result of instruction `at`, which extracts whole bytes of a value, or shifts them to make room for
   * others. `change` maps the value's bytes to those of the result. With `isLoadedCut`, integers that may not be bits
   * are followed, too.
   */
  cut(
    at: number,
    value: Value,
    type: number,
    change: (bytes: Bytes) => Bytes | undefined,
    isLoadedCut = false,
  ): Value {
    if (value.holds === HOLDS.other && !(value.isLoaded && isLoadedCut)) return UNKNOWN;
    const isWhole = value.holds === HOLDS.bits || value.holds === HOLDS.other;
    const before = isWhole ? wholeBytes(value.type) : value.bytes;
    const changed = before && change(before);
    const bytes = changed && resizeBytes(changed, type);
    if (!isWhole) return { ...value, maker: at, type, constant: undefined, bytes };
    this.cutTypes.set(value.maker, value.type);
    const origin = value.holds === HOLDS.bits ? value.origin : -1;
    if (origin !== -1) this.kept.cut(origin, value.maker);
    return { ...UNKNOWN, maker: at, type, holds: HOLDS.part, cutFrom: [value.maker], origin, bytes };
  }

  /** Records that the lowest `size` bytes of a value are stored where the walk cannot follow them. */
  keep(value: Value, size = 8): void {
    const bytes = value.origin === -1 ? 0 : keptBytes(value, size);
    if (bytes !== 0) this.kept.add(value.origin, bytes);
  }

  /** Handles a value that becomes a number or is stored. Missing bytes are taken from the particle. */
  complete(value: Value, type: number): void {
    if (value.holds !== HOLDS.part || !value.bytes) return;
    const size = type === I64 ? 8 : 4;
    const inPlace = value.bytes.filter((from, byte) => from === byte).length;
    const isMoved = value.bytes.some((from, byte) => from !== byte && from >= 0);
    if (!isMoved && inPlace > 0 && inPlace < size) this.note(value);
  }

  /** Returns the result of instruction `at`, which combines bytes: all from the particle, or all from the box. */
  join(at: number, type: number, one: Value, other: Value): Value {
    const cutFrom = [...new Set([...this.cutsIn(one), ...this.cutsIn(other)])];
    if (cutFrom.length === 0) return UNKNOWN;
    this.together.set(at, new Set(cutFrom));
    const isOne = one.origin === other.origin || one.holds === HOLDS.other || other.holds === HOLDS.other;
    if (!isOne) for (const value of [one, other]) this.keep(value);
    return {
      ...UNKNOWN,
      maker: at,
      type,
      holds: Math.min(HOLDS.part, Math.max(one.holds, other.holds)),
      cutFrom,
      origin: isOne ? Math.max(one.origin, other.origin) : -1,
      bytes: isOne && one.bytes && other.bytes ? joinBytes(one.bytes, other.bytes) : undefined,
    };
  }

  /** Instructions that produced the bits in a value, whether it holds all of them or only some. */
  private cutsIn({ holds, maker, type, cutFrom }: Value): readonly number[] {
    if (holds !== HOLDS.bits || maker < 0) return cutFrom;
    this.cutTypes.set(maker, type);
    return [maker];
  }

  /** Records that instruction `at` computes with values, and returns the resulting integer. */
  compute(at: number, type: number, operands: readonly Value[]): Value {
    for (const value of operands) this.note(value);
    const cutFrom = operands.flatMap((value) => value.cutFrom);
    return cutFrom.length === 0 ? UNKNOWN : { ...UNKNOWN, maker: at, type, holds: HOLDS.computed, cutFrom };
  }

  /** Records that a value is shown to the user. */
  show(value: Value): void {
    this.note(value);
    // The check bits in a double's box distinguish it from all other integers, so any loaded integer can be tested.
    if (value.isLoaded && value.type === I64) this.noteAny(value);
  }

  private note(value: Value): void {
    if (value.holds === HOLDS.bits) this.noteAny(value);
    for (const maker of value.cutFrom) this.computed.set(maker, this.cutTypes.get(maker)!);
  }

  /** Records a computation that is typical of a number's bits, regardless of the value's origin. */
  noteAny({ maker, type, constant, holds }: Value): void {
    const isWhole = holds === HOLDS.bits || holds === HOLDS.other;
    if (isWhole && maker >= 0 && constant === undefined) this.computed.set(maker, type);
  }

  /** Instructions whose results are used in computations, with the integer type of each result. */
  finish(): ReadonlyMap<number, number> {
    for (const maker of this.kept.cutsOfParts((maker) => this.cutTypes.get(maker)!))
      this.computed.set(maker, this.cutTypes.get(maker)!);
    for (let known = -1; known < this.computed.size; ) {
      known = this.computed.size;
      for (const makers of this.together.values()) {
        if (![...makers].some((maker) => this.computed.has(maker))) continue;
        for (const maker of makers) this.computed.set(maker, this.cutTypes.get(maker)!);
      }
    }
    return this.computed;
  }
}

/** The number's bytes within the lowest `size` bytes of a value, as a bit mask; all bytes if unknown. */
function keptBytes({ holds, bytes }: Value, size = 8): number {
  if (holds === HOLDS.computed || holds === HOLDS.other) return 0;
  return bytes ? bytesAmong(bytes, size) : ALL_BYTES;
}
