// The items of input and output lists: one call for a scalar or an array, loops where the elements must be found one by one.

import { analyseLoopVariable } from '../analysis/analyse-control.ts';
import { analyse } from '../analysis/analyse-expression.ts';
import { cType } from '../program/c-types.ts';
import { coerce } from '../program/conversions.ts';
import { checkDefinable } from '../program/definable.ts';
import { describeType } from '../program/describe-type.ts';
import { isDesignator } from '../program/designator.ts';
import type { Type, Typed } from '../program/semantics.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { Expression } from '../syntax/syntax-tree.ts';
import { multiply, stringLiteral, typeCode } from './c-text.ts';
import { arrayValue, layoutValue, loops, materialiseValue, rawOf } from './emit-array.ts';
import { maybeTransferFunction, type Transfer } from './emit-defined-io.ts';
import { describe, lvalue } from './emit-designator.ts';
import { chars, scalar } from './emit-scalar.ts';
import { layoutOf } from './emit-section.ts';
import type { Emitter } from './emitter.ts';

/** Types whose values are handed over themselves when they are written; others by their address. */
const BY_VALUE: ReadonlySet<string> = new Set(['integer4', 'integer8', 'real4', 'real8', 'logical4']);

/** Prints an item of an input or output list. */
export function printItem(em: Emitter, item: Expression, to: Transfer): void {
  if (item.k === 'implied-do') {
    printLoop(em, item, to);
    return;
  }
  const value = analyse(em.scope, item);
  if (to.reading && !isDesignator(value))
    throw new FortranError(item.at, 'READ can store only into variables.');
  if (to.reading) checkDefinable(em.scope, value, item.at);
  transfer(em, value, to);
}

function printLoop(em: Emitter, item: Extract<Expression, { k: 'implied-do' }>, to: Transfer): void {
  const variable = analyseLoopVariable(em.scope, item.loop.variable, item.loop.at);
  const c = cType(variable.type);
  const value = (e: Expression): string =>
    em.temporary(c, scalar(em, coerce(analyse(em.scope, e), variable.type, e.at)));
  const first = value(item.loop.first);
  const last = value(item.loop.last);
  const step = item.loop.step ? value(item.loop.step) : '1';
  const name = em.lvalue(variable);
  const test =
    step === '1' ? `${name} <= ${last}` : `(${step} > 0 ? ${name} <= ${last} : ${name} >= ${last})`;
  em.line(`for (${name} = ${first}; ${test}; ${name} += ${step}) {`);
  for (const inner of item.items) printItem(em, inner, to);
  em.line('}');
}

function transfer(em: Emitter, value: Typed, to: Transfer): void {
  const { type } = value;
  if (type.base === 'procedure' || type.base === 'void' || value.k === 'null')
    throw new FortranError(value.at, 'This has no value that could be read or written.');
  if (type.base === 'boz') {
    transfer(em, coerce(value, { base: 'integer', kind: 8 }, value.at), to);
    return;
  }
  if (type.derived && !type.derived.opaque) {
    transferStructure(em, value, to);
    return;
  }
  if (type.base === 'class-star') throw new FortranError(value.at, 'CLASS(*) can not be read or written.');
  if (value.rank > 0) transferArray(em, value, to);
  else transferScalar(em, value, to);
}

function transferArray(em: Emitter, value: Typed, to: Transfer): void {
  const layout = isDesignator(value) ? layoutOf(em, value) : undefined;
  if (layout?.dims.some((d) => d.index)) {
    loops(
      em,
      layout.dims.map((d) => d.extent),
      (i) => transferScalar(em, layoutValue(layout).at(i), to),
    );
    return;
  }
  const array =
    layout ??
    ((): ReturnType<typeof layoutOf> => {
      const v = arrayValue(em, value);
      return v.layout ?? materialiseValue(em, v);
    })();
  const kind = `${typeCode(value.type)}, ${value.type.kind}`;
  if (array.contiguous && array.unit === 'element') {
    const count = array.dims.map((d) => d.extent).reduce(multiply);
    em.line(`f_io_vector(&IO, ${kind}, ${array.pointer}, (int32_t)sizeof(${cType(value.type)}), ${count});`);
    return;
  }
  const d = describe(em, array, '0');
  em.line(`f_io_array(&IO, ${kind}, &${d});`);
}

function transferScalar(em: Emitter, value: Typed, to: Transfer): void {
  const { type } = value;
  if (type.base === 'character' || type.base === 'hollerith') {
    const v =
      type.base === 'hollerith' && value.k === 'const'
        ? stringLiteral(String(value.value))
        : chars(em, value);
    em.line(`f_io_text(&IO, ${v.p}, ${v.n});`);
    return;
  }
  const put = `${type.base}${type.kind}`;
  if (!to.reading && to.form !== 'measured' && BY_VALUE.has(put)) {
    em.line(`f_put_${put[0]}${type.kind}(&IO, ${scalar(em, value)});`);
    return;
  }
  const code = type.derived?.opaque ? 'F_INTEGER' : typeCode(type);
  const kind = type.derived?.opaque ? 4 : type.kind;
  const p = isDesignator(value)
    ? `&${lvalue(em, value)}`
    : `&${em.temporary(cType(type), rawOf(em, value).c)}`;
  em.line(`f_io_item(&IO, ${code}, ${kind}, ${p}, ${kind});`);
}

function transferStructure(em: Emitter, value: Typed, to: Transfer): void {
  if (value.rank > 0) {
    const array = arrayValue(em, value);
    const layout = array.layout ?? materialiseValue(em, array);
    loops(
      em,
      layout.dims.map((d) => em.fixed(d.extent)),
      (i) => transferStructure(em, layoutValue(layout).at(i), to),
    );
    return;
  }
  const place: Typed = isDesignator(value)
    ? value
    : { ...rawOf(em, value), lvalue: true, c: em.temporary(cType(value.type), rawOf(em, value).c) };
  const defined = maybeTransferFunction(em, place, to);
  if (defined === undefined) {
    transferComponents(em, place, to);
    return;
  }
  em.line(`if (f_defined_wanted(&IO)) ${defined}(&IO, (void *)&${lvalue(em, place)});`);
  if (!to.edited) return;
  // Edit descriptors other than DT take the components.
  em.line('else {');
  if (hasPointers(value.type)) em.line(`f_defined_refuse(&IO, "${value.type.derived!.name}");`);
  else transferComponents(em, place, to);
  em.line('}');
}

function hasPointers(type: Type): boolean {
  if (type.base === 'class') return true;
  return (type.derived?.components ?? []).some(
    (c) => c.pointer || c.allocatable || c.type.base === 'procedure' || hasPointers(c.type),
  );
}

function transferComponents(em: Emitter, place: Typed, to: Transfer): void {
  if (place.type.base === 'class' && to.form !== 'measured')
    throw new FortranError(
      place.at,
      `A polymorphic value, ${describeType(place.type)}, can only be read or written by a procedure of its type, bound as ${to.reading ? 'READ' : 'WRITE'}(${to.form.toUpperCase()}).`,
    );
  if (place.type.derived!.instance)
    throw new FortranError(
      place.at,
      `${describeType(place.type)} has type parameters: read or write its components one by one.`,
    );
  for (const component of place.type.derived!.components) {
    if (component.pointer || component.allocatable || component.type.base === 'procedure') {
      const what = component.allocatable ? 'ALLOCATABLE' : 'a pointer';
      throw new FortranError(
        place.at,
        `The component "${component.name}" is ${what}; this value can not be read or written as a whole.`,
      );
    }
    const rank = component.dims?.length ?? 0;
    transfer(em, { k: 'component', at: place.at, type: component.type, rank, base: place, component }, to);
  }
}
