// Forms of branches that depend on a comparison. On the likely path, a check costs only one comparison: an ordered
// result proves that no operand is a box. If the comparison `taken` is true, the branch is taken; if `notTaken` is
// true, it is not. Equality tests have only one of the two, because no comparison proves that operands are both unequal
// and ordered.

import { opcodeOf } from '../encoding/opcodes.ts';

export interface BranchForm {
  readonly taken: number | undefined;
  readonly notTaken: number | undefined;
}

const FORMS = new Map<number, BranchForm>();
for (const type of ['f32', 'f64']) {
  const code = (operation: string): number => opcodeOf(`${type}.${operation}`);
  const pairs = [
    ['lt', 'ge'],
    ['gt', 'le'],
    ['ge', 'lt'],
    ['le', 'gt'],
  ] as const;
  for (const [operation, opposite] of pairs)
    FORMS.set(code(operation), { taken: code(operation), notTaken: code(opposite) });
  FORMS.set(code('eq'), { taken: code('eq'), notTaken: undefined });
  FORMS.set(code('ne'), { taken: undefined, notTaken: code('eq') });
}

export function branchForm(comparison: number, negated: boolean): BranchForm {
  const form = FORMS.get(comparison)!;
  return negated ? { taken: form.notTaken, notTaken: form.taken } : form;
}
