// Derived types in C: structures, the tables that describe them (name, size, parent, bound procedures), and functions
// that initialise and copy values.

import { bindingProcedure, findBinding } from '../../analysis/calls/find-component.ts';
import { cType } from '../../program/c/c-text.ts';
import { constantLength, constantShape } from '../../program/constants/constants.ts';
import { componentInitial } from '../../program/declarations/resolve.ts';
import { needsCopy, needsInit } from '../../program/symbols/needs-copy.ts';
import type { Component, DerivedType, TypeBinding } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { bareName, printBareStructure, printMembers, requireBareMoves } from '../arrays/representation.ts';
import { assign } from '../assign/assign.ts';
import { printComponentAssignment } from '../assign/component-assignment.ts';
import { dropFunction, finalisesArrays, printFreeing } from '../assign/free.ts';
import { assignPointer } from '../assign/pointer.ts';
import { declareSizing, printSizing, sizeObjects } from '../assign/sized-parts.ts';
import { nameOfProcedure } from '../designators/procedure.ts';
import { isStringCell } from '../designators/storage.ts';
import { Emitter, type Printer, QUIET_CLEAR } from '../writer/emitter.ts';
import { componentNode, eachElement, fieldName, isPolymorphic } from '../writer/type-parts.ts';

/** Prints all derived types: structures, functions and tables. */
export function printTypes(printer: Printer): void {
  const types = printer.program.types.filter((t) => t.defined && !t.template);
  for (const t of types) printer.types.push(`typedef struct ${t.cName} ${t.cName};`);
  for (const t of types) printStructure(printer, t);
  for (const t of types) printFunctions(printer, t);
  for (const t of types) printTable(printer, t);
}

function printStructure(printer: Printer, type: DerivedType): void {
  if (type.emitted) return;
  type.emitted = true;
  const members: string[] = type.extensible && !type.parent ? ['const ftype *TABLE_;'] : [];
  for (const component of type.components) {
    const inner = component.type.derived;
    const byValue = component.type.base === 'derived' && !component.allocatable && !component.pointer;
    if (inner && byValue && !inner.opaque) {
      if (!inner.defined) unprintable(component.at, 'a type without definition', inner.name);
      printStructure(printer, inner);
    }
  }
  members.push(...printMembers(type, memberText));
  if (members.length === 0) members.push('char EMPTY_;');
  printer.types.push(`struct ${type.cName} { ${members.join(' ')} };`);
  printBareStructure(printer, type, memberText);
  printer.types.push(`static const ftype ${type.cName}_type;`);
  for (const f of ['init', 'free']) printer.types.push(`static void ${type.cName}_${f}(${type.cName} *);`);
  printer.types.push(`static void ${type.cName}_copy(${type.cName} *, const ${type.cName} *);`);
  declareSizing(printer, type);
}

function memberText(component: Component): string {
  const name = fieldName(component);
  const { type } = component;
  if (type.base === 'procedure') return `fproc ${name};`;
  const held = component.allocatable || component.pointer;
  if (component.dims && held) return `fdesc ${name};`;
  if (isStringCell(type, component, 0)) return `fstr ${name};`;
  if (type.base === 'class-star') return `fclass ${name};`;
  if (held) return `${cType(type)} *${name};`;
  const shape = component.dims ? constantShape(component.dims) : [];
  if (!shape) unprintable(component.at, 'a component without bounds', component.name);
  const count = shape.reduce((a, b) => a * b, 1);
  if (type.base === 'character') {
    const length = constantLength(type);
    if (length === undefined) unprintable(component.at, 'a component without length', component.name);
    return `char ${name}[${Math.max(1, length * count)}];`;
  }
  return `${cType(type)} ${name}${component.dims ? `[${Math.max(1, count)}]` : ''};`;
}

function printFunctions(printer: Printer, type: DerivedType): void {
  const c = type.cName;
  printer.functions.push([`static void ${c}_init(${c} *p) {`, ...initBody(printer, type), '}']);
  printer.functions.push([
    `static void ${c}_copy(${c} *p, const ${c} *q) {`,
    ...copyBody(printer, type),
    '}',
  ]);
  printFreeing(printer, type);
  printSizing(printer, type);
  printComponentAssignment(printer, type);
}

function initBody(printer: Printer, type: DerivedType): string[] {
  const em = new Emitter(printer, type.scope);
  em.line(
    printer.program.options.listVariables ? `${QUIET_CLEAR}(p, sizeof *p);` : 'memset(p, 0, sizeof *p);',
  );
  for (const component of type.components) {
    const inner = component.type.derived;
    if (
      component.type.base === 'derived' &&
      inner &&
      !inner.opaque &&
      !component.allocatable &&
      !component.pointer &&
      needsInit(inner)
    ) {
      eachElement(em, component, (element) => em.line(`${inner.cName}_init(&${element});`));
    }
    const target = componentNode(type, '(*p)', component);
    // Parts that depend on length parameters are initialised once the parameters are known.
    if (!type.instance?.lengths.length) sizeObjects(em, component.type, target);
    const initial = component.sizes ? undefined : componentInitial(component, type.scope);
    if (!initial) continue;
    em.inBraces('', () => {
      if (component.pointer || component.type.base === 'procedure') assignPointer(em, target, initial);
      else assign(em.with({ isNew: true }), target, initial);
    });
  }
  if (type.extensible) em.line(`*(const ftype **)p = &${type.cName}_type;`);
  return em.lines();
}

function copyBody(printer: Printer, type: DerivedType): string[] {
  const em = new Emitter(printer, type.scope);
  em.line('*p = *q;');
  for (const component of type.components) copyComponent(em, component);
  // Copying the parent part has set the type pointer to the parent's type.
  if (type.extensible) em.line(`*(const ftype **)p = &${type.cName}_type;`);
  return em.lines();
}

function copyComponent(em: Emitter, component: Component): void {
  const inner = component.type.derived;
  const deep = inner && needsCopy(inner);
  const name = fieldName(component);
  if (component.allocatable) {
    if (component.dims)
      em.line(
        `f_copy_array(&p->${name}, &q->${name}, ${isPolymorphic(component.type) ? `q->${name}.type ? q->${name}.type->copy : 0` : deep ? `(fcopy)${inner.cName}_copy` : '0'});`,
      );
    else if (component.type.base === 'class')
      em.line(`p->${name} = q->${name} ? f_clone(q->${name}, f_table(q->${name})) : 0;`);
    else if (component.type.base === 'class-star')
      em.line(`p->${name}.p = 0; f_assign_any(&p->${name}, q->${name});`);
    else if (component.type.base === 'character')
      em.line(
        `p->${name}.p = 0; if (q->${name}.p) f_assign_cell(&p->${name}, q->${name}.p, q->${name}.len);`,
      );
    else {
      const c = cType(component.type);
      const copy = deep ? `${inner.cName}_copy(p->${name}, q->${name});` : `*p->${name} = *q->${name};`;
      em.line(`if (q->${name}) { p->${name} = (${c} *)f_new(sizeof(${c})); ${copy} }`);
    }
  } else if (!component.pointer && deep && component.type.base === 'derived') {
    const count = component.dims ? constantShape(component.dims)!.reduce((a, b) => a * b, 1) : 1;
    const index = component.dims ? '[I_]' : '';
    em.line(
      `for (int32_t I_ = 0; I_ < ${count}; I_++) ${inner.cName}_copy(&p->${name}${index}, &q->${name}${index});`,
    );
  }
}

// ---- tables -------------------------------------------------------------------------------------------------------

/** Names of bound procedures in the order of their slots: the parent's procedures come first. */
function slotNames(type: DerivedType): string[] {
  const names = type.parent ? slotNames(type.parent) : [];
  for (const b of type.bindings) if (b.k === 'procedure' && !names.includes(b.name)) names.push(b.name);
  return names;
}

/** The slot of a bound procedure in the tables of its type and all extensions. */
export function bindingSlot(type: DerivedType, binding: TypeBinding): number {
  return slotNames(type).indexOf(binding.name);
}

function printTable(printer: Printer, type: DerivedType): void {
  const em = new Emitter(printer, type.scope);
  const slots = slotNames(type).map((name) => {
    const binding = findBinding(type, name)!;
    const procedure = bindingProcedure(type, binding);
    return binding.deferred ? '0' : `(fproc)${nameOfProcedure(em, procedure)}`;
  });
  const c = type.cName;
  const parent = type.parent ? `&${type.parent.cName}_type` : '0';
  const strip = printer.stripsAny ? `(fcopy)${c}_strip` : '0';
  if (printer.stripsAny) requireBareMoves(printer, type);
  printer.keep(
    `static const ftype ${c}_type`,
    `{"${type.name}", sizeof(${c}), F_DERIVED, ${type.bind ? 1 : 0}, ${parent}, ` +
      `(finit)${c}_init, ${needsCopy(type) ? `(ffree)${c}_free, (ffree)${dropFunction(printer, type)}, (fcopy)${c}_copy` : '0, 0, 0'}, ${finalisesArrays(type) ? `${c}_free_array` : '0'}, sizeof(${bareName(type)}), ${strip}, ${type.instance?.lengths.length ? `(finit)${c}_renew` : '0'}, {${slots.join(', ')}}}`,
  );
}
