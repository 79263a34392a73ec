// The representation of values that programs see: the bytes that STORAGE_SIZE and SIZEOF count and TRANSFER copies.
// Structures of extensible types also contain pointers to type tables; a second version of the structure omits these
// pointers.

import type { Layout } from '../../program/c/c-arrays.ts';
import { elementAddress } from '../../program/c/c-arrays.ts';
import { type CharactersC, cType, multiply, sizeProduct, stringLiteral } from '../../program/c/c-text.ts';
import { constantShape } from '../../program/constants/constants.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import { type Part, partsOf } from '../../program/symbols/overlays.ts';
import type { Component, DerivedType, Type, Typed } from '../../program/symbols/semantics.ts';
import { anyValue } from '../assign/assign.ts';
import { addressOfValue, tableOf } from '../assign/polymorphic.ts';
import { layoutOf } from '../designators/section.ts';
import type { Emitter, Printer } from '../writer/emitter.ts';
import {
  arrayValue,
  characterLength,
  chars,
  dynamicType,
  fill,
  loops,
  lvalue,
  materialise,
  scalar,
} from '../writer/expressions.ts';
import { fieldName, tableOfLayout } from '../writer/type-parts.ts';
import { temporaryArray } from './array.ts';

// ---- structures -----------------------------------------------------------------------------------------------------

// True if a type's C structure contains anything besides the components.
function differs(type: DerivedType): boolean {
  if (type.opaque) return false;
  return type.extensible || type.components.length === 0 || type.components.some(maybeInner);
}

/** A type's C structure without the pointers to tables. */
export function bareName(type: DerivedType): string {
  return differs(type) ? `${type.cName}_bare` : type.cName;
}

/** Declares a type's components as members of its structure; unions and maps are unnamed in C. */
export function printMembers(type: DerivedType, member: (component: Component) => string): string[] {
  const print = (part: Part): string =>
    'component' in part
      ? member(part.component)
      : `union { ${part.maps.map((map) => `struct { ${map.map(print).join(' ')} };`).join(' ')} };`;
  return partsOf(type.components).map(print);
}

/**
 * Prints the structure without pointers to tables if it differs; `members` are the members of the structure that has
 * the pointers.
 */
export function printBareStructure(
  printer: Printer,
  type: DerivedType,
  member: (component: Component) => string,
): void {
  if (!differs(type)) return;
  const members = printMembers(type, (component) => {
    const inner = maybeInner(component);
    return inner
      ? `${bareName(inner)} ${fieldName(component)}${component.dims ? `[${partCount(component)}]` : ''};`
      : member(component);
  });
  printer.types.push(`typedef struct { ${members.join(' ')} } ${bareName(type)};`);
}

function isPart(component: Component): boolean {
  return component.type.base === 'derived' && !component.allocatable && !component.pointer;
}

// The type of a component, if its structure without pointers to tables differs; otherwise undefined.
function maybeInner(component: Component): DerivedType | undefined {
  const inner = isPart(component) ? component.type.derived! : undefined;
  return inner && differs(inner) ? inner : undefined;
}

function partCount(component: Component): number {
  return component.dims ? (constantShape(component.dims) ?? []).reduce((a, b) => a * b, 1) : 1;
}

/** Declares and prints, once, the functions that convert a value to the structure without pointers and back. */
export function requireBareMoves(printer: Printer, type: DerivedType): void {
  const c = type.cName;
  if (printer.declared.has(`${c}_strip`)) return;
  printer.prototype(`${c}_strip`, `static void ${c}_strip(${bareName(type)} *, const ${c} *);`);
  printer.prototype(`${c}_dress`, `static void ${c}_dress(${c} *, const ${bareName(type)} *);`);
  const strip: string[] = [];
  const dress: string[] = [];
  for (const component of type.components) {
    const field = fieldName(component);
    const inner = maybeInner(component);
    if (inner) {
      requireBareMoves(printer, inner);
      const index = component.dims ? '[I_]' : '';
      const loop = `for (int32_t I_ = 0; I_ < ${partCount(component)}; I_++)`;
      strip.push(`${loop} ${inner.cName}_strip(&to->${field}${index}, &from->${field}${index});`);
      dress.push(`${loop} ${inner.cName}_dress(&to->${field}${index}, &from->${field}${index});`);
    } else {
      strip.push(`memcpy(&to->${field}, &from->${field}, sizeof to->${field});`);
      dress.push(`memcpy(&to->${field}, &from->${field}, sizeof from->${field});`);
    }
  }
  if (type.extensible) dress.push(`*(const ftype **)to = &${c}_type;`);
  printer.functions.push(
    [
      `static void ${c}_strip(${bareName(type)} *to, const ${c} *from) {`,
      'memset(to, 0, sizeof *to);',
      ...strip,
      '}',
    ],
    [`static void ${c}_dress(${c} *to, const ${bareName(type)} *from) {`, ...dress, '}'],
  );
}

// ---- sizes ----------------------------------------------------------------------------------------------------------

/** The C type that has the bytes of a value. */
export function bareType(type: Type): string {
  return type.derived && differs(type.derived) ? bareName(type.derived) : cType(type);
}

/** C expression for the size of a scalar or an array element in bytes, excluding pointers to tables. */
export function bareSize(em: Emitter, e: Typed): string {
  if (e.type.base === 'character') return characterLength(em, e);
  if (e.type.base === 'class') return `${dynamicType(em, e)}->bare`;
  if (e.type.base !== 'class-star') return `(int32_t)sizeof(${bareType(e.type)})`;
  if (e.rank === 0) return `f_any_bare(${anyValue(em, e)})`;
  const layout = layoutOf(em, e);
  return layout.table === undefined
    ? '(int32_t)sizeof(char)'
    : `f_bare_bytes(${layout.table}, ${layout.length})`;
}

// ---- TRANSFER -------------------------------------------------------------------------------------------------------

/** Address and size in bytes of the SOURCE argument of TRANSFER. */
export function sourceBytes(em: Emitter, e: Typed): CharactersC {
  if (e.type.base === 'class-star' || (e.type.base === 'class' && isDesignator(e)))
    return dynamicBytes(em, e);
  const { derived } = e.type;
  const bare = derived && differs(derived) ? derived : undefined;
  if (e.rank > 0) {
    const layout = contiguousLayout(em, e);
    const count = layout.dims.map((d) => d.extent).reduce(multiply, '1');
    if (bare) return strippedBytes(em, bare, layout.pointer, em.fixed(count));
    const size = layout.type.base === 'character' ? layout.length : `(int32_t)sizeof(${cType(layout.type)})`;
    return { p: layout.pointer, n: em.fixed(multiply(size, count)) };
  }
  if (e.type.base === 'character' || e.type.base === 'hollerith') {
    const v = e.type.base === 'hollerith' && e.k === 'const' ? stringLiteral(String(e.value)) : chars(em, e);
    return { p: v.p, n: em.once('int32_t', v.n) };
  }
  const p = isDesignator(e) ? `&${lvalue(em, e)}` : `&${em.temporary(cType(e.type), scalar(em, e))}`;
  if (bare) return strippedBytes(em, bare, p, '1');
  return { p, n: `(int32_t)sizeof(${cType(e.type)})` };
}

function strippedBytes(em: Emitter, type: DerivedType, from: string, count: string): CharactersC {
  requireBareMoves(em.printer, type);
  const bare = bareName(type);
  const n = em.fixed(sizeProduct(`(int32_t)sizeof(${bare})`, count));
  const p = em.inArena(`${bare} *`, `f_alloc(${n})`);
  em.line(`for (int32_t I_ = 0; I_ < ${count}; I_++) ${type.cName}_strip(${p} + I_, ${from} + I_);`);
  return { p, n };
}

// The size of a polymorphic value depends on its dynamic type.
function dynamicBytes(em: Emitter, e: Typed): CharactersC {
  em.printer.stripsAny = true;
  em.arena.used = true;
  return e.rank > 0 ? dynamicElements(em, layoutOf(em, e)) : dynamicScalar(em, e);
}

function dynamicScalar(em: Emitter, e: Typed): CharactersC {
  const known = (): string => `(fclass){${addressOfValue(em, e)}, 0, ${tableOf(em, e)}}`;
  const value = em.temporary('fclass', e.type.base === 'class-star' ? anyValue(em, e) : known());
  const n = em.temporary('int32_t', `f_any_bare(${value})`);
  const p = em.temporary('char *', `f_alloc(${n})`);
  em.line(`f_strip(${p}, ${value}.p, ${value}.t, f_any_size(${value}));`);
  return { p, n };
}

function dynamicElements(em: Emitter, layout: Layout): CharactersC {
  const table = em.temporary('const ftype *', tableOfLayout(layout));
  const length = em.fixed(layout.length);
  const bare = em.temporary('int32_t', `f_bare_bytes(${table}, ${length})`);
  const extents = layout.dims.map((d) => em.fixed(d.extent));
  const n = em.fixed(extents.reduce(sizeProduct, bare));
  const copy = em.temporary('char *', `f_alloc(${n})`);
  const at = em.temporary('char *', copy);
  loops(em, extents, (i) => {
    em.line(
      `f_strip(${at}, ${elementAddress(layout, i)}, ${table}, f_element_bytes(${table}, ${length})); ${at} += ${bare};`,
    );
  });
  return { p: copy, n };
}

/** A contiguous array in memory. */
export function contiguousLayout(em: Emitter, e: Typed): Layout {
  const layout = materialise(em, e);
  if (layout.contiguous) return layout;
  const shape = layout.dims.map((d) => d.extent);
  const copy = temporaryArray(em, layout.type, shape, layout.length);
  fill(em, copy, arrayValue(em, e));
  return copy;
}

/** Prints code that fills `count` zeroed values at `target` with the bytes of a source. */
export function fillFromBytes(
  em: Emitter,
  type: Type,
  target: string,
  count: string,
  from: CharactersC,
): void {
  const size = `(int32_t)sizeof(${bareType(type)})`;
  const { derived } = type;
  if (derived && differs(derived)) {
    requireBareMoves(em.printer, derived);
    const n = em.fixed(sizeProduct(count, size));
    const bare = em.inArena(`${bareName(derived)} *`, `f_alloc(${n})`);
    em.line(`memset(${bare}, 0, ${n}); memcpy(${bare}, ${from.p}, f_least(${from.n}, ${n}));`);
    em.line(
      `for (int32_t I_ = 0; I_ < ${count}; I_++) ${derived.cName}_dress(${target} + I_, ${bare} + I_);`,
    );
    return;
  }
  em.line(`memcpy(${target}, ${from.p}, f_least(${from.n}, ${multiply(count, size)}));`);
}
