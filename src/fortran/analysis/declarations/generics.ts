// Generic bindings of a type: no call may match two of a binding's specific procedures, including inherited ones.

import { isCompatibleDerived } from '../../program/constants/conversions.ts';
import { typeOf } from '../../program/declarations/resolve.ts';
import type { DerivedType, Procedure, Program, Sym, TypeBinding } from '../../program/symbols/semantics.ts';
import { bindingProcedure, findBinding } from '../calls/find-binding.ts';
import { bindingsNamed } from '../expressions/generic.ts';
import { areAmbiguous } from './ambiguity.ts';

/** Reports a type's generic bindings if a call cannot tell their specific procedures apart. */
export function checkGenericBindings(program: Program, type: DerivedType): void {
  for (const binding of type.bindings) {
    if (binding.k !== 'generic') continue;
    const isOperator = binding.name.includes('(') || !/^[a-z]\w*$/.test(binding.name);
    const names = new Set(bindingsNamed(type, binding.name).flatMap((b) => b.specifics));
    const bound = [...names].flatMap((name) => {
      const found = findBinding(type, name);
      if (found?.k !== 'procedure') return [];
      const procedure = bindingProcedure(type, found);
      const object = passedObject(found, procedure);
      // A binding whose passed object has other kind parameters is never called for this type.
      if (object && !isCompatibleDerived({ base: 'derived', kind: 0, derived: type }, typeOf(object)))
        return [];
      if (isOperator) return [procedure];
      return [{ ...procedure, dummies: procedure.dummies.filter((d) => d !== object) }];
    });
    for (const [i, procedure] of bound.entries()) {
      const rival = bound
        .slice(0, i)
        .find((p) => p.name !== procedure.name && areAmbiguous(procedure, p, isOperator));
      if (!rival) continue;
      program.diagnostics.error(
        binding.at,
        `A call to "${binding.name}" would be ambiguous: the arguments of "${procedure.name}" and "${rival.name}" are too similar.`,
      );
      break;
    }
  }
}

// The dummy argument that receives the object before the `%`.
function passedObject({ nopass, pass }: TypeBinding, { dummies }: Procedure): Sym | undefined {
  return nopass ? undefined : dummies.find((d, i) => (pass === undefined ? i === 0 : d?.name === pass));
}
