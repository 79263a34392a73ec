// Components and bindings of derived types: finds the path to a named component, the component's value, and the
// procedure that a binding refers to.

import { foldConstant, substitute } from '../../intrinsics/folding/fold.ts';
import { INTEGER, integerConstant, intrinsicNode, maybeInteger } from '../../program/constants/constants.ts';
import { lineage } from '../../program/constants/conversions.ts';
import { constantLengths } from '../../program/constants/length-parameters.ts';
import { boundProcedure } from '../../program/declarations/declare-type.ts';
import { procedureOf } from '../../program/declarations/resolve.ts';
import type {
  Component,
  DerivedType,
  Procedure,
  Scope,
  TypeBinding,
  Typed,
} from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';

/** Finds a component in a type or its parents, and returns the chain of components that leads to it. */
export function findComponent(type: DerivedType, name: string): Component[] | undefined {
  const own = type.components.find((c) => c.name === name);
  if (own) return [own];
  const parent = type.components.find((c) => c.parentComponent);
  if (!type.parent || !parent) return undefined;
  const rest = findComponent(type.parent, name);
  return rest && [parent, ...rest];
}

/** Throws if a private component is accessed outside the module that defines the structure's type. */
export function checkAccess(scope: Scope, type: DerivedType, component: Component, at: Position): void {
  const owner = lineage(type).find((t) => t.components.includes(component)) ?? type;
  const isPrivate = component.parentComponent
    ? isPrivateType(component.type.derived!)
    : (component.access ?? (owner.privateComponents ? 'private' : 'public')) === 'private';
  if (!isPrivate) return;
  if (scope.isWithin(owner.scope)) return;
  refuse(at, `The component "${component.name}" of the type "${owner.name}" is private.`);
}

// A parent component is as accessible as the parent type.
function isPrivateType({ name, scope }: DerivedType): boolean {
  const access = scope.accesses.get(name) ?? scope.symbols.get(name)?.access ?? scope.defaultAccess;
  return access === 'private';
}

/** `base%component` as a value. */
export function componentOf(base: Typed, component: Component, at: Position, subscripted = false): Typed {
  if (component.isLength) return lengthParameter(base, component, at);
  const own = component.dims?.length ?? 0;
  if (own > 0 && base.rank > 0 && !subscripted)
    refuse(at, `Two parts of this reference are arrays; only one part may be an array.`);
  if (component.sizes && base.rank > 0)
    refuse(
      at,
      `"${component.name}" differs in size from element to element: select one element, as in x(i)%${component.name}.`,
    );
  const length = component.sizes?.length && substitute(component.sizes.length, constantLengths(base.type));
  const type = length && maybeInteger(length) !== undefined ? { ...component.type, length } : component.type;
  return foldConstant({ k: 'component', at, type, rank: base.rank + own, base, component });
}

// A length parameter is a scalar even for an array, whose elements all have the same parameters. If the
// declaration does not specify the parameter, the printer reads it from the array's first element; without elements,
// the program ends.
function lengthParameter(object: Typed, component: Component, at: Position): Typed {
  const { type } = component;
  const known = [...constantLengths(object.type)].find(([{ name }]) => name === component.name);
  if (known) return { k: 'const', at, type, rank: 0, value: known[1] };
  return { k: 'component', at, type, rank: 0, base: firstElement(object), component };
}

function firstElement(array: Typed): Typed {
  if (array.rank === 0) return array;
  if (array.k === 'section') return firstElement(array.base);
  const { at, type } = array;
  if (array.k === 'component' && array.base.rank > 0)
    return firstElement({ ...array, base: firstElement(array.base), rank: array.rank - array.base.rank });
  const subscripts = Array.from({ length: array.rank }, (_, i) =>
    intrinsicNode('lbound', [array, integerConstant(i + 1, at)], { at, type: INTEGER }),
  );
  return { k: 'element', at, type, rank: 0, base: array, subscripts, isChecked: true };
}

export function findBinding(type: DerivedType, name: string): TypeBinding | undefined {
  const bindings = lineage(type).flatMap((t) => t.bindings);
  return bindings.find((b) => b.name === name);
}

/** The procedure that a binding refers to, or the interface of a deferred binding. */
export function bindingProcedure(type: DerivedType, binding: TypeBinding): Procedure {
  if (!binding.procedure) {
    const owner = lineage(type).find((t) => t.bindings.includes(binding)) ?? type;
    binding.target = boundProcedure(owner.scope, binding.targetName, binding.at);
    binding.procedure = procedureOf(binding.target)!;
  }
  return binding.procedure;
}
