// Intrinsic assignment of a type with components whose own types bind assignment(=): component by component, those by
// their procedures. The function is T_assign; types without such components are copied as a whole.
import { maybeBoundAssignment } from '../analysis/analyse-generic.ts';
import type { Component, DerivedType, Typed } from '../program/semantics.ts';
import { assign } from './emit-assign.ts';
import { callSubroutine } from './emit-call.ts';
import { fieldName } from './emit-storage.ts';
import { componentNode } from './emit-types.ts';
import { Emitter, type Printer } from './emitter.ts';

/**
 * Whether what is printed assigns values of the type by the procedures of its components. Initial values, constructors,
 * temporaries and ALLOCATE only copy them.
 */
export function assignsByProcedures(em: Emitter, type: DerivedType): boolean {
  return em.assigning && assignsComponents(type);
}

const cache = new WeakMap<DerivedType, boolean>();

// Whether assignment of the type calls procedures of its components.
function assignsComponents(type: DerivedType): boolean {
  if (type.opaque) return false;
  const known = cache.get(type);
  if (known !== undefined) return known;
  cache.set(type, false);
  const result = type.components.some((c) => isAssignedByProcedure(type, c));
  cache.set(type, result);
  return result;
}

function isAssignedByProcedure(type: DerivedType, c: Component): boolean {
  // Allocatable components are copied, as gfortran does it.
  if (c.pointer || c.allocatable || c.type.base !== 'derived' || c.type.derived!.opaque) return false;
  return assignmentOf(type, c, 'p', 'q') !== undefined || assignsComponents(c.type.derived!);
}

// Only procedures that the component's type binds count, not those of interfaces.
function assignmentOf(type: DerivedType, c: Component, p: string, q: string): Typed | undefined {
  // What an abstract parent defers is bound by the type itself, for the whole.
  if (c.type.derived!.abstract) return undefined;
  const target = componentNode(type, `(*${p})`, c);
  const value = componentNode(type, `(*${q})`, c);
  return maybeBoundAssignment(type.scope, target, value, c.at);
}

/** Prints T_assign if the type needs it. */
export function printComponentAssignment(printer: Printer, type: DerivedType): void {
  if (!assignsComponents(type)) return;
  const c = type.cName;
  const em = new Emitter(printer, type.scope, undefined);
  em.whileAssigning(true, () => {
    for (const component of type.components) {
      if (isAssignedByProcedure(type, component)) assignPart(em, type, component);
      else assignPlain(em, type, component);
    }
  });
  printer.prototypes.push(`static void ${c}_assign(${c} *p, ${c} *q);`);
  printer.functions.push(`static void ${c}_assign(${c} *p, ${c} *q) {`, ...em.out, '}');
}

function assignPart(em: Emitter, type: DerivedType, component: Component): void {
  em.line('{ fmark m = f_mark();');
  const call = assignmentOf(type, component, 'p', 'q');
  if (call?.k === 'call') callSubroutine(em, call);
  else assign(em, componentNode(type, '(*p)', component), componentNode(type, '(*q)', component));
  em.line('f_release(m); }');
}

function assignPlain(em: Emitter, type: DerivedType, component: Component): void {
  const name = fieldName(component);
  if (component.pointer || component.type.base === 'procedure') {
    em.line(`p->${name} = q->${name};`);
    return;
  }
  em.line('{ fmark m = f_mark();');
  if (component.allocatable) {
    // An allocatable component that is not allocated in the value is not in the target either.
    const cell = component.dims ? `${name}.base` : hasCell(component) ? `${name}.p` : name;
    const free = em.printer.fresh();
    em.line(`${type.cName} ${free}; memset(&${free}, 0, sizeof ${free});`);
    em.line(
      `if (!q->${cell}) { ${free}.${name} = p->${name}; memset(&p->${name}, 0, sizeof p->${name}); ${type.cName}_parts(&${free}); } else {`,
    );
    assign(em, componentNode(type, '(*p)', component), componentNode(type, '(*q)', component));
    em.line('}');
  } else assign(em, componentNode(type, '(*p)', component), componentNode(type, '(*q)', component));
  em.line('f_release(m); }');
}

function hasCell(component: Component): boolean {
  return component.type.base === 'character' || component.type.base === 'class-star';
}
