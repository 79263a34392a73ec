// Finds stores that update a value in place: `x[i] = x[i] op term`. Follows operands through locals that are set only
// once, as in unoptimised code.

import * as op from '../encoding/opcode-names.ts';
import { opcodeOf } from '../encoding/opcodes.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { ModuleInfo } from '../reading/module-info.ts';
import { ACCESSES, ANDS, BINARY, ORS, SUMS, XORS } from './integer-opcodes.ts';
import { maybeAddress } from './shown-arguments.ts';

const SHIFT_LEFT = opcodeOf('i32.shl');
/** Maximum number of operations to follow, both between the load and the store and within an address. */
const MOST_OPERATIONS = 4;

export interface ChangeInPlace {
  /** Instruction that loads the integer. */
  readonly read: number;
  /** True if a term is added or subtracted. */
  readonly isSum: boolean;
  /** True only for sums and XORs, which a later change may undo. */
  readonly isUndoable: boolean;
}

export class Operands {
  private readonly info: ModuleInfo;
  private readonly list: InstructionList;
  /** Instruction that sets each local, for locals with a single assignment. */
  private readonly onlySets = new Map<number, number>();

  constructor(info: ModuleInfo, list: InstructionList, sets: ReadonlyMap<number, readonly number[]>) {
    this.info = info;
    this.list = list;
    for (const [local, places] of sets) if (places.length === 1) this.onlySets.set(local, places[0]!);
  }

  /** Instruction that produces the result of instruction `at`, traced through locals. */
  maker(at: number): number {
    const { opcodes, immediates } = this.list;
    for (let from = at; ; ) {
      if (opcodes[from] === op.LOCAL_TEE) from--;
      else if (opcodes[from] !== op.LOCAL_GET) return from;
      else {
        const set = this.onlySets.get(immediates[from]!);
        if (set === undefined || set >= from) return from;
        from = set - 1;
      }
    }
  }

  /** Instruction that produces the second-to-last operand of instruction `at`. */
  maybeFirst(at: number): number | undefined {
    const found = maybeAddress(this.list, at);
    return found === undefined ? undefined : this.maker(found);
  }

  /** Instruction that produces the last operand of instruction `at`. */
  last(at: number): number {
    return this.maker(at - 1);
  }

  maybeConstant(at: number): bigint | undefined {
    const opcode = this.list.opcodes[at];
    const isConstant = opcode === op.I32_CONST || opcode === op.I64_CONST;
    return isConstant ? constantOf(this.info, this.list, at) : undefined;
  }

  /** Tests whether two instructions produce the same number, provided that nothing in between changes its terms. */
  areSame(a: number, b: number, depth = MOST_OPERATIONS): boolean {
    if (a === b) return true;
    const { opcodes, immediates, seconds } = this.list;
    const opcode = opcodes[a]!;
    if (opcode !== opcodes[b] || depth === 0) return false;
    if (opcode === op.LOCAL_GET) return immediates[a] === immediates[b];
    const constant = this.maybeConstant(a);
    if (constant !== undefined) return constant === this.maybeConstant(b);
    if (ACCESSES[opcode]?.isStore === false)
      return seconds[a] === seconds[b] && this.areSame(this.last(a), this.last(b), depth - 1);
    if (!BINARY[opcode] || !this.areSame(this.last(a), this.last(b), depth - 1)) return false;
    const [firstA, firstB] = [this.maybeFirst(a), this.maybeFirst(b)];
    return firstA !== undefined && firstB !== undefined && this.areSame(firstA, firstB, depth - 1);
  }

  /** Tests whether an instruction reads memory outside the function's own frame. */
  isRead(at: number): boolean {
    const { opcodes } = this.list;
    return ACCESSES[opcodes[at]!]?.isStore === false && opcodes[this.last(at)] !== op.I32_SUB;
  }

  /** Tests whether instructions `a` and `b` access the same address. */
  areAtOnePlace(a: number, b: number): boolean {
    const { opcodes, immediates, seconds } = this.list;
    const first = maybeAddress(this.list, a);
    if (first === undefined || seconds[a] !== seconds[b]) return false;
    const isLocal = [first, b - 1].every(
      (at) => opcodes[at] === op.LOCAL_GET || opcodes[at] === op.LOCAL_TEE,
    );
    return (
      (isLocal && immediates[first] === immediates[b - 1]) || this.areSame(this.maker(first), this.last(b))
    );
  }

  /** Tests whether an instruction multiplies an index by eight, or by four if the index grows in steps of two. */
  isScaledByEight(at: number): boolean {
    const scale = this.maybeShift(at);
    if (scale === 3n) return true;
    const index = scale === 2n ? this.maybeFirst(at) : undefined;
    if (index === undefined) return false;
    if (this.maybeShift(index) === 1n) return true;
    const opcode = this.list.opcodes[index]!;
    if (opcode !== op.I32_ADD && !ORS[opcode]) return false;
    const first = this.maybeFirst(index);
    return (
      this.maybeConstant(this.last(index)) !== undefined &&
      first !== undefined &&
      this.maybeShift(first) === 1n
    );
  }

  private maybeShift(at: number): bigint | undefined {
    return this.list.opcodes[at] === SHIFT_LEFT ? this.maybeConstant(this.last(at)) : undefined;
  }
}

/** Tests whether an operation with a constant changes only the sign bit of an integer of `size` bytes. */
function isSignChange(constant: bigint | undefined, size: number): boolean {
  const bits = BigInt(8 * size);
  const sign = 1n << (bits - 1n);
  return constant === sign || constant === sign - 1n || constant === (1n << 32n) - sign;
}

/** The in-place change of an integer in memory that ends with the store at `at`. */
export function maybeChangeInPlace(
  list: InstructionList,
  operands: Operands,
  at: number,
): ChangeInPlace | undefined {
  const { opcodes } = list;
  const { size } = ACCESSES[opcodes[at]!]!;

  const find = (made: number, depth: number): ChangeInPlace | undefined => {
    const opcode = opcodes[made]!;
    const isSum = SUMS[opcode]!;
    const isUndoable = isSum || XORS[opcode]!;
    if (depth === 0 || (!isUndoable && !ANDS[opcode] && !ORS[opcode])) return undefined;
    const last = operands.last(made);
    const constant = operands.maybeConstant(last);
    if (isSignChange(constant, size) || (XORS[opcode] && constant === undefined)) return undefined;
    const terms = [operands.maybeFirst(made), last];
    // Programs also use sums and XORs to swap numbers in memory.
    if (isUndoable && terms.every((term) => term !== undefined && operands.isRead(term))) return undefined;
    for (const term of terms) {
      if (term === undefined) continue;
      const access = ACCESSES[opcodes[term]!];
      if (access?.isStore === false && access.size === size && operands.areAtOnePlace(at, term))
        return { read: term, isSum, isUndoable };
      const deeper = find(term, depth - 1);
      if (deeper)
        return {
          read: deeper.read,
          isSum: isSum || deeper.isSum,
          isUndoable: isUndoable && deeper.isUndoable,
        };
    }
    return undefined;
  };
  return find(operands.last(at), MOST_OPERATIONS);
}
