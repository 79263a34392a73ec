import type { Component, DerivedType } from '../../program/symbols/semantics.ts';
import { Emitter, type Printer } from '../writer/emitter.ts';
import { callSubroutine } from '../writer/expressions.ts';
import { componentNode, fieldName } from '../writer/type-parts.ts';
import { assign } from './assign.ts';
import { assignmentOf, assignsComponents, isAssignedByProcedure } from './assigned-components.ts';

/** Prints T_assign if the type needs it. */
export function printComponentAssignment(printer: Printer, type: DerivedType): void {
  if (!assignsComponents(type)) return;
  const c = type.cName;
  const em = new Emitter(printer, type.scope).with({ assigning: true });
  for (const component of type.components) {
    if (isAssignedByProcedure(type, component)) assignPart(em, type, component);
    else assignPlain(em, type, component);
  }
  printer.prototypes.push(`static void ${c}_assign(${c} *p, ${c} *q);`);
  printer.functions.push([`static void ${c}_assign(${c} *p, ${c} *q) {`, ...em.lines(), '}']);
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
  const copy = (): void =>
    assign(em, componentNode(type, '(*p)', component), componentNode(type, '(*q)', component));
  em.line('{ fmark m = f_mark();');
  if (component.allocatable) {
    // If an allocatable component is unallocated in the value, it becomes unallocated in the target as well.
    const cell = component.dims ? `${name}.base` : hasCell(component) ? `${name}.p` : name;
    const free = em.printer.fresh();
    em.line(`${type.cName} ${free}; memset(&${free}, 0, sizeof ${free});`);
    em.line(
      `if (!q->${cell}) { ${free}.${name} = p->${name}; memset(&p->${name}, 0, sizeof p->${name}); ${type.cName}_parts(&${free}); } else {`,
    );
    copy();
    em.line('}');
  } else copy();
  em.line('f_release(m); }');
}

function hasCell(component: Component): boolean {
  return component.type.base === 'character' || component.type.base === 'class-star';
}
