// Items in input and output lists: a single call for a scalar or an array, or loops if elements must be located
// individually.

import { hasPointers, transferredComponents } from '../../analysis/statements/transfer.ts';
import { type Layout, layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { cType, multiply, stringLiteral, typeCode } from '../../program/c/c-text.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import type { IoItem, Transfer } from '../../program/walking/typed-io.ts';
import { partsOfNode } from '../../program/walking/walk-typed.ts';
import { materialiseValue } from '../arrays/array.ts';
import { describe } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import { checkHeld } from '../designators/storage.ts';
import { emitCountedLoop } from '../writer/counted-loop.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, chars, fixedLoops, loops, lvalue, rawOf, scalar } from '../writer/expressions.ts';
import { maybeTransferFunction } from './defined-io.ts';

/** Types whose values are passed to write functions directly; other types are passed by address. */
const BY_VALUE: ReadonlySet<string> = new Set(['integer4', 'integer8', 'real4', 'real8', 'logical4']);

/** Prints an item of an input or output list. */
export function printItem(em: Emitter, item: IoItem, to: Transfer): void {
  if (item.k === 'value') transfer(em, item.value, to);
  else
    emitCountedLoop(em, item, item.variable.at, () => {
      for (const inner of item.items) printItem(em, inner, to);
    });
}

function transfer(em: Emitter, value: Typed, to: Transfer): void {
  const { derived } = value.type;
  if (derived && !derived.opaque) transferStructure(em, value, to);
  else if (value.rank > 0) transferArray(em, value, to);
  else transferScalar(em, value, to);
}

function transferArray(em: Emitter, value: Typed, to: Transfer): void {
  const layout = isDesignator(value) ? layoutOf(em, value) : undefined;
  if (layout) checkHeld(em, layout);
  if (layout?.dims.some((d) => d.index)) {
    loops(em, layoutValue(layout).shape, (i) => transferScalar(em, layoutValue(layout).at(i), to));
    return;
  }
  const array = layout ?? valueInMemory(em, value);
  const kind = `${typeCode(value.type)}, ${value.type.kind}`;
  if (array.contiguous && array.unit === 'element' && value.type.base !== 'character') {
    const count = array.dims.map((d) => d.extent).reduce(multiply);
    em.line(`f_io_vector(&IO, ${kind}, ${array.pointer}, (int32_t)sizeof(${cType(value.type)}), ${count});`);
    return;
  }
  em.line(`f_io_array(&IO, ${kind}, &${describe(em, array, '0')});`);
}

function valueInMemory(em: Emitter, e: Typed): Layout {
  const value = arrayValue(em, e);
  return value.layout ?? materialiseValue(em, value);
}

function transferScalar(em: Emitter, value: Typed, to: Transfer): void {
  const { type } = value;
  if (type.base === 'character' || type.base === 'hollerith') {
    const isLiteral = type.base === 'hollerith' && value.k === 'const';
    const v = isLiteral ? stringLiteral(String(value.value)) : chars(em, value);
    if (isWide(type)) em.line(`f_io_item(&IO, F_CHARACTER, ${type.kind}, (void *)${v.p}, ${v.n});`);
    else em.line(`f_io_text(&IO, ${v.p}, ${v.n});`);
    return;
  }
  const put = `${type.base}${type.kind}`;
  if (!to.reading && to.form !== 'measured' && BY_VALUE.has(put)) {
    em.line(`f_put_${put[0]}${type.kind}(&IO, ${scalar(em, value)});`);
    return;
  }
  const code = type.derived?.opaque ? 'F_INTEGER' : typeCode(type);
  const kind = type.derived?.opaque ? 4 : type.kind;
  const place = isDesignator(value) ? lvalue(em, value) : em.temporary(cType(type), rawOf(em, value).c);
  em.line(`f_io_item(&IO, ${code}, ${kind}, &${place}, ${kind});`);
}

function transferStructure(em: Emitter, value: Typed, to: Transfer): void {
  if (value.rank > 0) {
    const layout = valueInMemory(em, value);
    fixedLoops(em, layoutValue(layout).shape, (i) => transferStructure(em, layoutValue(layout).at(i), to));
    return;
  }
  const place = placeOfStructure(em, value);
  const defined = maybeTransferFunction(em, place, to);
  if (defined === undefined) {
    transferComponents(em, place, to);
    return;
  }
  em.line(`if (f_defined_wanted(&IO)) ${defined}(&IO, (void *)&${lvalue(em, place)});`);
  if (!to.edited) return;
  // Edit descriptors other than DT apply to the components of the structure.
  em.inBraces('else', () => {
    if (hasPointers(value.type)) em.line(`f_defined_refuse(&IO, "${value.type.derived!.name}");`);
    else transferComponents(em, place, to);
  });
}

// The components of a structure are transferred one by one, but calls in its subscripts are executed only once.
function placeOfStructure(em: Emitter, value: Typed): Typed {
  const c = cType(value.type);
  if (!isDesignator(value)) return objectNode(value, em.temporary(c, rawOf(em, value).c));
  if (!hasCall(value)) return value;
  return objectNode(value, `(*${em.temporary(`${c} *`, `&${lvalue(em, value)}`)})`);
}

function hasCall(e: Typed): boolean {
  return e.k === 'call' || partsOfNode(e).some((part) => part !== undefined && hasCall(part));
}

function transferComponents(em: Emitter, place: Typed, to: Transfer): void {
  for (const component of transferredComponents(place.type)) {
    const rank = component.dims?.length ?? 0;
    transfer(em, { k: 'component', at: place.at, type: component.type, rank, base: place, component }, to);
  }
}
