// Memory for results whose size depends on the procedure: arrays of explicit shape, and characters whose length is not
// constant.

import { resultMode } from '../../analysis/calls/pass-mode.ts';
import { cType, multiply } from '../../program/c/c-text.ts';
import { constantLength, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import { dimensionsOf, shapeKindOf, typeOf, variableNode } from '../../program/declarations/resolve.ts';
import { needsInit } from '../../program/symbols/needs-copy.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import { layoutOf } from '../designators/section.ts';
import { integerText, isStringCell, nameOf } from '../designators/storage.ts';
import { linesOf } from '../writer/c-tree.ts';
import type { Emitter } from '../writer/emitter.ts';
import { typeTable } from '../writer/type-parts.ts';
import { initialiseStructures } from './data.ts';
import { type Setter, setBounds, setVariable } from './local.ts';

/** Prints the length, bounds and memory of a result; returns the statements that pass the result to the caller. */
export function sizeResult(em: Emitter, symbol: Sym, set: Setter): string[] {
  const type = typeOf(symbol);
  const name = nameOf(em, symbol);
  const isCharacter = type.base === 'character';
  if (hasOpenLength(symbol))
    set(
      'int32_t',
      `${name}_N`,
      typeof type.length === 'object' ? `f_extent(1, ${integerText(em, type.length)})` : '0',
    );
  const size = setBounds(em, symbol, set);
  set(`${cType(type)} *`, name, `(${cType(type)} *)f_new(${size})`);
  if (!dimensionsOf(symbol)) return [`RESULT_->p = ${name}; RESULT_->len = ${name}_N;`];
  if (type.base === 'derived' && !type.derived!.opaque && needsInit(type.derived!))
    initialiseStructures(em, symbol);
  const block = em.capture(() => {
    const layout = layoutOf(em, variableNode(symbol));
    const bytes = isCharacter ? layout.length : `(int32_t)sizeof(${cType(type)})`;
    em.line(
      `RESULT_->base = ${name}; RESULT_->elem = ${bytes}; RESULT_->rank = ${layout.dims.length}; RESULT_->type = ${typeTable(type, '')};`,
    );
    let stride = bytes;
    layout.dims.forEach((d, i) => {
      em.line(
        `RESULT_->dim[${i}].lb = ${d.low}; RESULT_->dim[${i}].ext = ${d.extent}; RESULT_->dim[${i}].stride = ${stride};`,
      );
      stride = multiply(stride, d.extent);
    });
  });
  return linesOf(block);
}

/** True for a function with ENTRY if a result's size depends on the arguments of the entry point. */
export function isSizedByEntry(procedure: Procedure): boolean {
  const { result } = procedure;
  if (!result) return false;
  const mode = resultMode(procedure);
  if (mode === 'cell') return !isStringCell(typeOf(result), result, 0);
  if (mode !== 'descriptor' || shapeKindOf(result) === 'deferred') return false;
  return !constantShape(dimensionsOf(result)!) || hasOpenLength(result);
}

function hasOpenLength(symbol: Sym): boolean {
  return typeOf(symbol).base === 'character' && constantLength(typeOf(symbol)) === undefined;
}

/** Declares, for a function with ENTRY, the results whose size is set by each entry point. */
export function declareSizedResults(em: Emitter, all: readonly Procedure[]): void {
  for (const p of all)
    if (isSizedByEntry(p)) {
      const symbol = p.result!;
      const outside = em.printer.shared.has(symbol);
      for (const variable of sizesOf(em, symbol)) setVariable(em, outside, 'int32_t', variable.name, '0');
      setVariable(em, outside, `${cType(typeOf(symbol))} *`, nameOf(em, symbol), '0');
    }
}

/** Prints the size of an entry point's result, which shares its storage with the results of the other entry points. */
export function setUpResult(em: Emitter, procedure: Procedure): void {
  if (!isSizedByEntry(procedure)) return;
  const own = procedure.result!;
  const root = procedure.entryOf ?? procedure;
  const set: Setter = (_, variable, value) => em.line(`${variable} = ${value};`);
  const given = sizeResult(em, own, set);
  em.line(`{ ${dimensionsOf(own) ? 'fdesc' : 'fstr'} *const RESULT = RESULT_;`);
  for (const line of given) em.line(line.replaceAll('RESULT_->', 'RESULT->'));
  em.line('}');
  const layout = dimensionsOf(own) && layoutOf(em, variableNode(own));
  for (const { result } of [root, ...root.entries]) {
    if (!result || result === own) continue;
    for (const { name, dimension, isLow } of sizesOf(em, result)) {
      const d = dimension === undefined ? undefined : layout?.dims[dimension];
      set('int32_t', name, d ? (isLow ? d.low : d.extent) : lengthOf(em, own));
    }
    set('', nameOf(em, result), `(${cType(typeOf(result))} *)${nameOf(em, own)}`);
  }
}

function lengthOf(em: Emitter, symbol: Sym): string {
  return String(constantLength(typeOf(symbol)) ?? `${nameOf(em, symbol)}_N`);
}

// The C variables for a result's length and bounds, except for constant ones.
function sizesOf(em: Emitter, symbol: Sym): { name: string; dimension?: number; isLow?: boolean }[] {
  const name = nameOf(em, symbol);
  const list: { name: string; dimension?: number; isLow?: boolean }[] = [];
  if (hasOpenLength(symbol)) list.push({ name: `${name}_N` });
  for (const [dimension, { low, high }] of (dimensionsOf(symbol) ?? []).entries()) {
    const isOpen = maybeInteger(low) === undefined;
    if (isOpen) list.push({ name: `${name}_L${dimension + 1}`, dimension, isLow: true });
    if (isOpen || !high || maybeInteger(high) === undefined)
      list.push({ name: `${name}_E${dimension + 1}`, dimension, isLow: false });
  }
  return list;
}
