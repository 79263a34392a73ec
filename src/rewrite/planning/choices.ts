// Finds `select` instructions between two floating-point numbers whose condition is a comparison, or several combined
// with AND, OR and NOT. Also finds conversions of such conditions to a floating-point number. If draws disagree on a
// condition, it becomes a value, and each draw makes its own choice: no branch depends on the result.

import * as op from '../encoding/opcode-names.ts';
import { opcodeOf } from '../encoding/opcodes.ts';
import { HOOK_KINDS } from '../hooks/hooks.ts';
import { isStructure, OPERANDS, RESULTS, ROLE, ROLES } from '../hooks/instruction-shapes.ts';
import { constantOf } from '../reading/constants.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import { F32, F64, I32, type ModuleInfo, maybeExportedFunction } from '../reading/module-info.ts';

/**
 * Role of an instruction in a condition.
 * - `left out`: not written, such as a mask of the lowest bit of a condition, which has no other bits
 * - `both`, `either`: a selection that computes a logical AND or OR, as compilers emit for `&&` and `||`
 * - `unless`, `implied`: the same selections with the condition inverted
 * - `number`: the condition becomes 0 or 1 as a floating-point number
 */
export type ChoiceRole =
  | 'comparison'
  | 'and'
  | 'or'
  | 'not'
  | 'both'
  | 'either'
  | 'unless'
  | 'implied'
  | 'left out'
  | 'select'
  | 'number';

/** Guest functions that compute with conditions. */
export interface ChoiceHooks {
  readonly and: number;
  readonly or: number;
  readonly not: number;
  /** Select functions by the type of the numbers. */
  readonly select: ReadonlyMap<number, number>;
  readonly number: ReadonlyMap<number, number>;
}

export type Choices = ReadonlyMap<number, ChoiceRole>;
export const NO_CHOICES: Choices = new Map();

/** Instructions with their roles; reading a local that holds a condition has no role. */
type Parts = readonly (readonly [number, ChoiceRole | 'read'])[];

/** A value on the operand stack. */
interface Entry {
  readonly type?: number | undefined;
  /** Instructions that form a condition. */
  readonly parts?: Parts | undefined;
  /** Instruction that pushes the constant 1. */
  readonly one?: number;
  /** True for the constant 0. */
  readonly isZero?: boolean;
}

/** Maximum number of instructions in a condition. */
const MOST_PARTS = 64;
const I32_XOR = opcodeOf('i32.xor');
const CONVERSIONS: ReadonlySet<number> = new Set(
  ['f32', 'f64'].flatMap((type) => [opcodeOf(`${type}.convert_i32_s`), opcodeOf(`${type}.convert_i32_u`)]),
);

/** Guest functions for conditions; undefined if the guest does not support conditions. */
export function maybeChoiceHooks(info: ModuleInfo): ChoiceHooks | undefined {
  const find = (name: string): number => maybeExportedFunction(info, `__ux_${name}`) ?? -1;
  const ofTypes = (name: string) =>
    new Map([
      [F64, find(`f64_${name}`)],
      [F32, find(`f32_${name}`)],
    ]);
  const [and, or, not] = ['and', 'or', 'not'].map((name) => find(`condition_${name}`)) as [
    number,
    number,
    number,
  ];
  const [select, number] = [ofTypes('select'), ofTypes('of_condition')];
  const isWhole = ![and, or, not, ...select.values(), ...number.values()].includes(-1);
  return isWhole ? { and, or, not, select, number } : undefined;
}

/** Tests whether an instruction may use a condition on which draws disagree. */
export function mayChoose(opcode: number): boolean {
  return opcode === op.SELECT || opcode === op.SELECT_T || CONVERSIONS.has(opcode);
}

/** The instructions of all such conditions. */
export function findChoices(info: ModuleInfo, list: InstructionList): Choices {
  const reads = findReads(list);
  // Excluding a local that other instructions also read may remove further conditions, so the walk is repeated.
  for (;;) {
    const { roles, taken } = walk(info, list, reads);
    const lost = [...reads].filter(
      ([, places]) => places.some((at) => taken.has(at)) && !places.every((at) => taken.has(at)),
    );
    if (lost.length === 0) return roles;
    for (const [local] of lost) reads.delete(local);
  }
}

/** Instructions that read each integer local with a single assignment; a `local.tee` also counts as a read. */
function findReads(list: InstructionList): Map<number, number[]> {
  const reads = new Map<number, number[]>();
  const assigned = new Uint32Array(list.locals.length);
  for (let at = 0; at < list.count; at++) {
    const opcode = list.opcodes[at]!;
    const local = list.immediates[at]!;
    if (opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) assigned[local]!++;
    if (opcode !== op.LOCAL_GET && opcode !== op.LOCAL_TEE) continue;
    const known = reads.get(local);
    if (known) known.push(at);
    else reads.set(local, [at]);
  }
  for (const local of reads.keys()) {
    const mayKeep = assigned[local] === 1 && local >= list.parameterCount && list.locals[local] === I32;
    if (!mayKeep) reads.delete(local);
  }
  return reads;
}

function walk(info: ModuleInfo, list: InstructionList, reads: ReadonlyMap<number, readonly number[]>) {
  const roles = new Map<number, ChoiceRole>();
  const taken = new Set<number>();
  const stack: Entry[] = [];
  const kept = new Map<number, Parts>();
  const take = (at: number, role: ChoiceRole, { parts }: Entry): void => {
    if (!parts) return;
    for (const [part, own] of parts) {
      if (own === 'read') taken.add(part);
      else roles.set(part, own);
    }
    roles.set(at, role);
  };
  for (let at = 0; at < list.count; at++) {
    const opcode = list.opcodes[at]!;
    const local = list.immediates[at]!;
    // A condition exists only within straight-line code.
    if (isStructure(opcode)) {
      stack.length = 0;
      kept.clear();
    } else if ((opcode === op.LOCAL_SET || opcode === op.LOCAL_TEE) && reads.has(local)) {
      const { parts } = stack.pop() ?? {};
      if (parts) kept.set(local, parts);
      if (opcode === op.LOCAL_TEE) stack.push(readCondition(parts, at));
    } else if (opcode === op.LOCAL_GET && kept.has(local)) {
      stack.push(readCondition(kept.get(local), at));
    } else if (ROLES[opcode] === ROLE.special) {
      stepSpecial(list, at, stack, take);
      if (opcode === op.CALL || opcode === op.CALL_INDIRECT) kept.clear();
    } else {
      const operands = OPERANDS[opcode]!.map(() => stack.pop() ?? {}).reverse();
      if (CONVERSIONS.has(opcode)) take(at, 'number', operands[0]!);
      const parts = maybeParts(at, opcode, operands);
      const constant = opcode === op.I32_CONST ? constantOf(info, list, at) : undefined;
      const known = constant === 1n ? { one: at } : constant === 0n ? { isZero: true } : {};
      for (const type of RESULTS[opcode]!) stack.push({ type, parts, ...known });
    }
  }
  return { roles, taken };
}

/** Stack entry for the condition that instruction `at` reads from a local. */
function readCondition(kept: Parts | undefined, at: number): Entry {
  const parts = kept && extend(kept, [[at, 'read']]);
  return { type: I32, parts };
}

function stepSpecial(
  list: InstructionList,
  at: number,
  stack: Entry[],
  take: (at: number, role: ChoiceRole, condition: Entry) => void,
): void {
  const opcode = list.opcodes[at]!;
  const type = list.locals[list.immediates[at]!];
  if (opcode === op.LOCAL_GET) stack.push({ type });
  else if (opcode === op.LOCAL_SET || opcode === op.DROP || opcode === op.GLOBAL_SET) stack.pop();
  else if (opcode === op.LOCAL_TEE) {
    stack.pop();
    stack.push({ type });
  } else if (opcode === op.GLOBAL_GET) stack.push({});
  else if (opcode === op.SELECT || opcode === op.SELECT_T) {
    const condition = stack.pop() ?? {};
    const second = stack.pop() ?? {};
    const first = stack.pop() ?? {};
    const chosen = first.type ?? second.type;
    if (chosen === F64 || chosen === F32) take(at, 'select', condition);
    const parts = condition.parts && maybeJoined(at, first, second, condition.parts);
    stack.push(chosen === undefined ? {} : { type: chosen, parts });
  } else stack.length = 0;
}

/** Instructions of the condition that `at` forms from its operands. */
function maybeParts(at: number, opcode: number, [first, second]: readonly Entry[]): Parts | undefined {
  if (HOOK_KINDS[opcode] === 'comparison') return [[at, 'comparison']];
  const own = first?.parts;
  if (opcode === op.I32_EQZ) return own && extend(own, [[at, 'not']]);
  if (opcode !== op.I32_AND && opcode !== op.I32_OR && opcode !== I32_XOR) return undefined;
  const other = second?.parts;
  if (own && other && opcode !== I32_XOR)
    return extend(own, [...other, [at, opcode === op.I32_AND ? 'and' : 'or']]);
  // The constant must directly precede its use, so that no check comes between them.
  if (!own || second?.one !== at - 1 || opcode === op.I32_OR) return undefined;
  return extend(own, [
    [at - 1, 'left out'],
    [at, opcode === op.I32_AND ? 'left out' : 'not'],
  ]);
}

/** Instructions of `condition ? first : second`, if this selection is itself a condition. */
function maybeJoined(at: number, first: Entry, second: Entry, condition: Parts): Parts | undefined {
  if (first.parts && second.isZero) return extend(first.parts, [...condition, [at, 'both']]);
  if (first.one !== undefined && second.parts) return extend(second.parts, [...condition, [at, 'either']]);
  if (first.isZero && second.parts) return extend(second.parts, [...condition, [at, 'unless']]);
  if (first.parts && second.one !== undefined) return extend(first.parts, [...condition, [at, 'implied']]);
  return undefined;
}

function extend(parts: Parts, more: Parts): Parts | undefined {
  return parts.length + more.length > MOST_PARTS ? undefined : [...parts, ...more];
}
