// Stack effects of instructions in the form that the analyses need, by opcode. Operands of table and reference
// instructions cannot be boxes.

import * as op from '../encoding/opcode-names.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import { F32, F64, FUNCREF, I32, type ModuleInfo, typeOfLetter, V128 } from '../reading/module-info.ts';
import { HOOK_KINDS } from './hooks.ts';
import { VECTOR_HOOKS } from './vector-hooks.ts';

/** Ways in which the check planner treats an instruction. */
export const ROLE = {
  /** Pops its operands and pushes results that cannot contain a box, or that are new values. */
  plain: 0,
  arithmetic: 1,
  copysign: 2,
  comparison: 3,
  truncation: 4,
  /** Its floating-point result is never a box: a constant or a converted integer. */
  exact: 5,
  /** Its effect depends on immediates, so each instruction is handled individually. */
  special: 6,
} as const;

const NO_TYPES: readonly number[] = [];

function typesOf(letters: string | undefined): readonly number[] {
  return letters ? [...letters].map(typeOfLetter) : NO_TYPES;
}

/** Operand types of instructions with a fixed effect, by opcode. */
export const OPERANDS: readonly (readonly number[])[] = OPCODES.map((o) => typesOf(o?.effect.split(':')[0]));

/** Result types of instructions with a fixed effect, by opcode. */
export const RESULTS: readonly (readonly number[])[] = OPCODES.map((o) => typesOf(o?.effect.split(':')[1]));

/** Tests whether an instruction is a constant that may be floating-point. */
export function isConstant(opcode: number): boolean {
  return opcode === op.F32_CONST || opcode === op.F64_CONST || opcode === op.V128_CONST;
}

export const ROLES: readonly number[] = OPCODES.map((opcode, code) => {
  if (!opcode || opcode.effect === '') return ROLE.special;
  const kind = VECTOR_HOOKS[code]?.kind ?? HOOK_KINDS[code]!;
  if (kind !== 'none') return ROLE[kind];
  const exact = opcode.name.includes('.convert_') || isConstant(code);
  return exact ? ROLE.exact : ROLE.plain;
});

/** Tests whether values of a type may be boxes or contain boxes in their lanes. */
export function mayBeBox(type: number): boolean {
  return type === F64 || type === F32 || type === V128;
}

/** Tests whether an instruction starts or ends a block, which matters even in unreachable code. */
export function isStructure(opcode: number): boolean {
  return (
    (opcode >= op.BLOCK && opcode <= op.CATCH) ||
    [op.END, op.DELEGATE, op.CATCH_ALL, op.TRY_TABLE].includes(opcode)
  );
}

const REFERENCE_OPERANDS: Readonly<Record<number, number>> = {
  [op.TABLE_GET]: 1,
  [op.REF_IS_NULL]: 1,
  [op.TABLE_SET]: 2,
  [op.TABLE_GROW]: 2,
  [op.TABLE_FILL]: 3,
};

/** Number of operands of a table or reference instruction. */
export function referenceOperands(opcode: number): number {
  return REFERENCE_OPERANDS[opcode] ?? 0;
}

/** The result type, or undefined if the instruction has no result. */
export function maybeReferenceResult(
  info: ModuleInfo,
  opcode: number,
  immediate: number,
): number | undefined {
  switch (opcode) {
    case op.TABLE_GET:
      return info.tableTypes[immediate];
    case op.REF_NULL:
      return immediate;
    case op.REF_IS_NULL:
    case op.TABLE_GROW:
      return I32;
    case op.REF_FUNC:
      return FUNCREF;
    default:
      return undefined;
  }
}
