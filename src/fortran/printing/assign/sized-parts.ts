// Objects of types with length parameters. The type's function `…_size` stores the parameters in a new object and
// allocates the components whose bounds and lengths depend on them. It runs after the function that initialises the
// object.

import { layoutValue } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import { componentInitial } from '../../program/declarations/resolve.ts';
import { needsInit } from '../../program/symbols/needs-copy.ts';
import type { Component, DerivedType, Type, Typed } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { lengthPath } from '../designators/declared-lengths.ts';
import { layoutOf } from '../designators/section.ts';
import { integerText } from '../designators/storage.ts';
import { linesOf } from '../writer/c-tree.ts';
import { Emitter, type Printer } from '../writer/emitter.ts';
import { fixedLoops, lvalue, scalar } from '../writer/expressions.ts';
import { integer } from '../writer/parts-of-designators.ts';
import { componentNode, fieldName, typeTable } from '../writer/type-parts.ts';
import { assign } from './assign.ts';

function lengthCount(type: DerivedType): number {
  return type.instance?.lengths.length ?? 0;
}

export function declareSizing(printer: Printer, type: DerivedType): void {
  if (lengthCount(type) === 0) return;
  const c = type.cName;
  printer.types.push(`static void ${c}_size(${parameterList(type)});`, `static void ${c}_renew(${c} *);`);
}

function parameterList(type: DerivedType): string {
  const values = type.instance!.lengths.map(({ sym }, i) => `${cType(sym.resolved.type!)} N${i}`);
  return [`${type.cName} *p`, ...values].join(', ');
}

/**
 * Prints the functions that handle the lengths of a type, both for new objects and for objects that are reinitialised.
 */
export function printSizing(printer: Printer, type: DerivedType): void {
  if (lengthCount(type) === 0) return;
  const c = type.cName;
  const em = new Emitter(printer, type.instance!.scope);
  sizeParts(em, type);
  const { block } = em.parts;
  printer.functions.push([
    `static void ${c}_size(${parameterList(type)}) {`,
    ...linesOf({ ...block, mark: block.arena.used ? 'M_' : undefined }),
    '}',
  ]);
  const lengths = type.instance!.lengths.map((_, i) => `old.${lengthPath(type, i)}`);
  printer.functions.push([
    `static void ${c}_renew(${c} *p) {`,
    `${c} old = *p;`,
    `${c}_free(p); ${c}_init(p); ${c}_size(${['p', ...lengths].join(', ')});`,
    '}',
  ]);
}

function sizeParts(outer: Emitter, type: DerivedType): void {
  const { lengths } = type.instance!;
  lengths.forEach(({ own }, i) => {
    if (own) outer.line(`p->${fieldName(own)} = N${i};`);
  });
  const em = outer.bind(lengths.map(({ sym }, i) => [sym, `N${i}`]));
  for (const component of type.components) {
    const node = componentNode(type, '(*p)', component);
    if (component.sizes) sizeComponent(em, type, component, node);
    else sizeObjects(em, node.type, node);
  }
}

function sizeComponent(em: Emitter, type: DerivedType, component: Component, node: Typed): void {
  const { dims, length } = component.sizes!;
  const cell = `p->${fieldName(component)}`;
  const textBytes = length && em.once('int32_t', `f_extent(1, ${integerText(em, length)})`);
  const bytes = textBytes ?? elementBytes(component);
  em.line('{');
  if (dims) {
    const bounds = dims.map((d) => ({ low: integer(em, d.low), high: integerText(em, d.high!) }));
    const [lows, highs] = [em.printer.fresh('X'), em.printer.fresh('X')];
    em.line(`const int32_t ${lows}[] = {${bounds.map((b) => b.low).join(', ')}};`);
    em.line(`const int32_t ${highs}[] = {${bounds.map((b) => b.high).join(', ')}};`);
    const type = `${bytes}, ${typeTable(component.type, '')}`;
    const made = `f_allocate(&${cell}, ${dims.length}, ${lows}, ${highs}, ${type}, 0, "${component.name}")`;
    em.under(made, () => beginElements(em, node));
  } else em.line(`f_allocate_cell(&${cell}, ${bytes}, 0, "${component.name}");`);
  const initial = componentInitial(component, type.scope);
  if (initial) assign(em, node, initial);
  em.line('}');
}

function elementBytes({ type, at, name }: Component): string {
  if (type.base !== 'character') return `(int32_t)sizeof(${cType(type)})`;
  return String(constantLength(type) ?? unprintable(at, 'a sized component without length', name));
}

function beginElements(em: Emitter, node: Typed): void {
  const inner = node.type.base === 'derived' ? node.type.derived : undefined;
  if (!inner || inner.opaque || !needsInit(inner)) return;
  eachElementOf(em, node, (c) => {
    em.line(`${inner.cName}_init(&${c});`);
    sizeObject(em, node.type, c);
  });
}

/** Prints code for an object, or for each element of an array of objects. */
export function eachElementOf(em: Emitter, node: Typed, print: (c: string) => void): void {
  if (node.rank === 0) {
    print(lvalue(em, node));
    return;
  }
  const layout = layoutOf(em, node);
  fixedLoops(em, layoutValue(layout).shape, (i) => print(layoutValue(layout).at(i).c));
}

/**
 * Prints the `…_size` call that stores the declared lengths in the object `c`, or nothing if the declaration specifies
 * no lengths.
 */
export function sizeObject(em: Emitter, type: Type, c: string, known?: readonly string[]): void {
  const values = known ?? allGiven(type)?.map((value) => scalar(em, value));
  if (!values) return;
  const kinds = type.derived!.instance!.lengths.map(({ sym }) => cType(sym.resolved.type!));
  const texts = values.map((value, i) => `(${kinds[i]})(${value})`);
  em.line(`${type.derived!.cName}_size(${[`&${c}`, ...texts].join(', ')});`);
}

/** Prints the `…_size` calls for a variable or component, which may be an array. */
export function sizeObjects(em: Emitter, type: Type, node: Typed): void {
  const component = node.k === 'component' ? node.component : undefined;
  if (!allGiven(type) || component?.allocatable || component?.pointer || type.base !== 'derived') return;
  eachElementOf(em, node, (c) => sizeObject(em, type, c));
}

function allGiven(type: Type): Typed[] | undefined {
  const values = type.lengths ?? [];
  if (values.length === 0) return undefined;
  return values.every((v): v is Typed => typeof v === 'object') ? values : undefined;
}

/** Prints code that reinitialises an object, or each element of an array, but keeps its current lengths. */
export function renewElements(em: Emitter, node: Typed): void {
  eachElementOf(em, node, (c) => em.line(`${node.type.derived!.cName}_renew(&${c});`));
}
