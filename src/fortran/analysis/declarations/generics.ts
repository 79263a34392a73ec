// Generic bindings of a type: no call may match two of their specific procedures, including those of parent types.

import type { DerivedType, Procedure, Program, TypeBinding } from '../../program/symbols/semantics.ts';
import { bindingProcedure, findBinding } from '../calls/find-binding.ts';
import { bindingsNamed } from '../expressions/generic.ts';
import { areAmbiguous } from './ambiguity.ts';

/** Reports a type's generic bindings whose specific procedures a call cannot distinguish. */
export function checkGenericBindings(program: Program, type: DerivedType): void {
  for (const binding of type.bindings) {
    if (binding.k !== 'generic') continue;
    const isOperator = binding.name.includes('(') || !/^[a-z]\w*$/.test(binding.name);
    const names = new Set(bindingsNamed(type, binding.name).flatMap((b) => b.specifics));
    const bound = [...names].flatMap((name) => {
      const found = findBinding(type, name);
      return found?.k === 'procedure' ? [called(found, bindingProcedure(type, found), isOperator)] : [];
    });
    for (const [i, procedure] of bound.entries()) {
      const rival = bound
        .slice(0, i)
        .find((p) => p.name !== procedure.name && areAmbiguous(procedure, p, isOperator));
      if (!rival) continue;
      program.diagnostics.error(
        binding.at,
        `A call to "${binding.name}" could mean "${procedure.name}" or "${rival.name}": their arguments are too similar.`,
      );
      break;
    }
  }
}

// The procedure with the arguments listed in a call through its binding, without the object before the "%".
function called(binding: TypeBinding, procedure: Procedure, isOperator: boolean): Procedure {
  if (isOperator || binding.nopass) return procedure;
  const passed = binding.pass ?? procedure.dummies[0]?.name;
  return { ...procedure, dummies: procedure.dummies.filter((d) => d?.name !== passed) };
}
