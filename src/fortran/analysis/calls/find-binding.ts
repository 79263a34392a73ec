// Bindings of derived types: finds the binding with a given name and the procedure that it refers to.

import { boundProcedure } from '../../program/declarations/declare-type.ts';
import { procedureOf } from '../../program/declarations/resolve.ts';
import type { DerivedType, Procedure, TypeBinding } from '../../program/symbols/semantics.ts';

export function findBinding(type: DerivedType, name: string): TypeBinding | undefined {
  for (let t: DerivedType | undefined = type; t; t = t.parent) {
    const binding = t.bindings.find((b) => b.name === name);
    if (binding) return binding;
  }
  return undefined;
}

/** The procedure that a binding refers to, or the interface of a deferred binding. */
export function bindingProcedure(type: DerivedType, binding: TypeBinding): Procedure {
  if (!binding.procedure) {
    let owner: DerivedType | undefined = type;
    while (owner && !owner.bindings.includes(binding)) owner = owner.parent;
    binding.target = boundProcedure((owner ?? type).scope, binding.targetName, binding.at);
    binding.procedure = procedureOf(binding.target)!;
  }
  return binding.procedure;
}
