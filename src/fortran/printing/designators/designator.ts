// Designators in C: lvalues of scalars, characters, pointers and descriptors. The layouts of arrays and sections are in
// designators/section.ts.

import { passMode } from '../../analysis/calls/pass-mode.ts';

import type { Layout } from '../../program/c/c-arrays.ts';
import { elementAddress, elementLvalue } from '../../program/c/c-arrays.ts';
import { add, type CharactersC, cType, extent, literal, subtract } from '../../program/c/c-text.ts';
import { constantLength, describeType } from '../../program/constants/constants.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { shapeKindOf, typeOf } from '../../program/declarations/resolve.ts';
import { rootSymbol } from '../../program/symbols/designator.ts';
import { checkRank } from '../../program/symbols/ranks.ts';
import type { Node, Typed } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { callValue, chars, materialise, printConstantStructure, scalar } from '../writer/expressions.ts';
import {
  fitRange,
  integer,
  longInteger,
  readRange,
  returnsPointer,
  structureLvalue,
} from '../writer/parts-of-designators.ts';
import { elementBytes, fieldName, tableOfLayout } from '../writer/type-parts.ts';
import { maybeDeclaredLength } from './declared-lengths.ts';
import { inBytes, layoutOf } from './section.ts';
import {
  cellOfSymbol,
  checkedPointer,
  descriptorOfSymbol,
  type Holder,
  heldText,
  isStringCell,
  lengthOfSymbol,
  lvalueOfSymbol,
  nameOf,
  sharedPlace,
} from './storage.ts';

/** The extent of an assumed-size array's last dimension, which has only a lower bound. */
const ENDLESS = '2147483647';

/** The lvalue of a scalar that is not of type CHARACTER. */
export function lvalue(em: Emitter, e: Typed): string {
  switch (e.k) {
    case 'variable':
      if (e.sym.k === 'constant') return printConstantStructure(em, e.sym);
      return lvalueOfSymbol(em, e.sym);
    case 'component': {
      const { component } = e;
      const declared = maybeDeclaredLength(em, e);
      if (declared !== undefined) return declared;
      const field = `${structureLvalue(em, e.base)}.${fieldName(component)}`;
      const isHeld = (component.allocatable || component.pointer) && component.type.base !== 'procedure';
      return isHeld ? `(*${checkedPointer(em, field, e.type, component)})` : field;
    }
    case 'element':
      return elementOf(em, e);
    case 'part':
      return `(${e.part === 're' ? '__real__' : '__imag__'} ${lvalue(em, e.base)})`;
    case 'narrow':
      return `(*(${cType(e.type)} *)${narrowedPointer(em, e)})`;
    case 'paren':
      return lvalue(em, e.operand);
    case 'call':
      if (returnsPointer(e)) return `(*${callValue(em, e)})`;
      break;
    case 'intrinsic':
      if (e.type.base === 'class') return scalar(em, e);
      break;
    case 'raw':
      if (e.lvalue) return e.c;
      break;
    default:
  }
  return `(*${em.temporaryPointer(cType(e.type), scalar(em, e))})`;
}

function narrowedPointer(em: Emitter, e: Node<'narrow'>): string {
  if (e.base.type.base === 'class-star') return `${pointerCell(em, e.base)}.p`;
  return `&${lvalue(em, e.base)}`;
}

/**
 * The layout of an element's array. Checks the address of an allocatable array or a pointer, because null means that
 * there are no elements.
 */
function heldLayoutOf(em: Emitter, e: Node<'element'>): Layout {
  const layout = layoutOf(em, e.base);
  const { holder } = layout;
  if (!holder || em.program.options.checkBounds) return layout;
  return { ...layout, pointer: layout.pointer.replace(holder.cell, heldText(holder.cell, holder, e.at)) };
}

function elementOf(em: Emitter, e: Node<'element'>): string {
  const layout = heldLayoutOf(em, e);
  return elementLvalue(layout, zeroBased(em, layout, e));
}

/** Zero-based indices of an element. With -fcheck=bounds, they are checked against the bounds. */
function zeroBased(em: Emitter, layout: Layout, e: Node<'element'>): string[] {
  return e.subscripts.map((s, i) => {
    const dim = layout.dims[i]!;
    const checked = e.isChecked || em.program.options.checkBounds;
    const index = checked ? longInteger(em, s) : integer(em, s);
    const zero = subtract(index, dim.low);
    const isOpen = i === layout.dims.length - 1 && isAssumedSize(e.base);
    if (!checked || isWithin(zero, dim.extent)) return zero;
    if (isOpen && (literal(zero) ?? -1) >= 0) return zero;
    const extent = isOpen ? ENDLESS : dim.extent;
    const name = rootSymbol(e)?.name ?? 'array';
    const { holder } = layout;
    const what = `${i + 1}, "${name}", ${placeOf(e.at)}`;
    if (holder && i === 0)
      return `f_check_held(${holder.cell}, ${holder.pointer ? 1 : 0}, ${index}, ${dim.low}, ${extent}, ${what})`;
    return `f_check(${index}, ${dim.low}, ${extent}, ${what})`;
  });
}

function isAssumedSize(e: Typed): boolean {
  return e.k === 'variable' && shapeKindOf(e.sym) === 'assumed-size';
}

function isWithin(zero: string, extent: string): boolean {
  const at = literal(zero);
  const end = literal(extent);
  return at !== undefined && end !== undefined && at >= 0 && at < end;
}

/** Address and length of a character designator. */
export function characterPlace(em: Emitter, e: Typed): CharactersC {
  switch (e.k) {
    case 'variable': {
      const place = sharedPlace(em, e.sym);
      const length = lengthOfSymbol(em, e.sym);
      if (place) return { p: `((char *)(${place.address}))`, n: length };
      if (isStringCell(typeOf(e.sym), e.sym, 0))
        return checkedCharacters(cellOfSymbol(em, e.sym), e.sym, e.at);
      if (e.sym.dummy && passMode(e.sym) === 'value') return { p: `(&${nameOf(em, e.sym)})`, n: '1' };
      return { p: nameOf(em, e.sym), n: length };
    }
    case 'component': {
      const field = `${structureLvalue(em, e.base)}.${fieldName(e.component)}`;
      if (isStringCell(e.type, e.component, 0)) return checkedCharacters(field, e.component, e.at);
      return { p: field, n: String(constantLength(e.type) ?? 1) };
    }
    case 'element': {
      const layout = heldLayoutOf(em, e);
      return { p: elementAddress(layout, zeroBased(em, layout, e)), n: layout.length };
    }
    case 'substring':
      return substringPlace(em, e);
    case 'narrow': {
      const cell = pointerCell(em, e.base);
      return { p: `((char *)${cell}.p)`, n: `${cell}.len` };
    }
    default:
      return chars(em, e);
  }
}

/** The characters in a cell; each use includes a check that they exist. */
function checkedCharacters(cell: string, holder: Holder, at: number): CharactersC {
  return { p: `((char *)${heldText(`${cell}.p`, holder, at)})`, n: `${cell}.len` };
}

/** The characters of any value, without the check for characters in a cell. */
export function givenCharacters(em: Emitter, e: Typed): CharactersC {
  return maybeCharacters(em, e) ?? chars(em, e);
}

/**
 * Address and length of the characters in a cell, which may be empty; undefined for characters that are not in a cell.
 */
export function maybeCharacters(em: Emitter, e: Typed): CharactersC | undefined {
  if (e.k !== 'variable' && e.k !== 'component') return undefined;
  const holder = e.k === 'variable' ? e.sym : e.component;
  if (!isStringCell(e.type, holder, 0) || (e.k === 'variable' && sharedPlace(em, e.sym))) return undefined;
  const cell = e.k === 'variable' ? cellOfSymbol(em, e.sym) : pointerCell(em, e);
  return { p: `${cell}.p`, n: `${cell}.len` };
}

function substringPlace(em: Emitter, e: Node<'substring'>): CharactersC {
  const base = chars(em, e.base);
  const range = readRange(em, e, { low: '1', high: base.n });
  if (em.program.options.checkBounds)
    em.line(
      `f_check_substring(${range.long.low}, ${range.long.high}, ${isWide(e.type) ? 4 : 1}, ${base.n}, "${rootSymbol(e)?.name ?? 'string'}", ${placeOf(e.at)});`,
    );
  else fitRange(em, e, range, e.at);
  return { p: add(base.p, subtract(range.low, '1')), n: extent(range.low, range.high) };
}

/** The C lvalue of a pointer or an allocation, which is a `T *`, an fstr or an fclass. */
export function pointerCell(em: Emitter, e: Typed): string {
  switch (e.k) {
    case 'variable': {
      const name = nameOf(em, e.sym);
      if (e.sym.association && !e.sym.allocatable && !e.sym.pointer) return name;
      if (e.sym.resolved.type?.base === 'class-star' && e.sym.dummy) return `(*${name})`;
      return e.sym.dummy && (e.sym.allocatable || e.sym.pointer) ? `(*${name})` : name;
    }
    case 'component':
      return `${structureLvalue(em, e.base)}.${fieldName(e.component)}`;
    case 'narrow':
      return pointerCell(em, e.base);
    case 'element':
      if (e.type.base === 'class-star') return elementCell(em, e);
      break;
    case 'call':
      if (e.type.base === 'class-star') return callValue(em, e);
      if (returnsPointer(e)) return em.temporary(`${cType(e.type)} *`, callValue(em, e));
      break;
    case 'raw':
      if (e.type.base === 'class-star') return e.c;
      break;
    case 'paren':
      return pointerCell(em, e.operand);
    case 'intrinsic':
      if (e.type.base === 'class-star' && e.name === 'merge') return chosenCell(em, e);
      break;
    default:
  }
  unprintable(e.at, 'the cell of a value', describeType(e.type));
}

// MERGE of CLASS(*) arguments: the argument that the mask selects, along with its dynamic type.
function chosenCell(em: Emitter, { arguments: [a, b, mask] }: Node<'intrinsic'>): string {
  return em.temporary('fclass', `${scalar(em, mask!)} ? ${pointerCell(em, a!)} : ${pointerCell(em, b!)}`);
}

// An element of a CLASS(*) array, with the type in the array's descriptor.
function elementCell(em: Emitter, e: Node<'element'>): string {
  const layout = heldLayoutOf(em, e);
  const address = `(void *)${elementAddress(layout, zeroBased(em, layout, e))}`;
  return em.temporary('fclass', `{${address}, ${layout.length}, ${tableOfLayout(layout)}}`);
}

/** The address of the object that a pointer or an allocatable variable refers to. */
export function heldAddress(em: Emitter, e: Typed): string {
  if (e.rank !== 0) return `${descriptorCell(em, e)}.base`;
  const cell = pointerCell(em, e);
  return e.type.base === 'character' || e.type.base === 'class-star' ? `${cell}.p` : cell;
}

/** The lvalue of the descriptor of a pointer or an allocatable array. */
export function descriptorCell(em: Emitter, e: Typed): string {
  switch (e.k) {
    case 'variable':
      return descriptorOfSymbol(em, e.sym);
    case 'component':
      return `${structureLvalue(em, e.base)}.${fieldName(e.component)}`;
    case 'narrow':
      return descriptorCell(em, e.base);
    case 'call':
      return em.temporary('fdesc', describe(em, materialise(em, e), tableOfLayout(materialise(em, e))));
    default:
      unprintable(e.at, 'the descriptor of a value', describeType(e.type));
  }
}

/** Fills a new descriptor from a layout and returns its name. */
export function describe(em: Emitter, layout: Layout, type: string): string {
  const d = em.printer.fresh('D');
  const bytes = inBytes(layout);
  checkRank(em.program, bytes.dims.length, 0);
  em.line(`fdesc ${d};`);
  const size = layout.type.base === 'character' ? layout.length : elementBytes(layout, cType(layout.type));
  em.line(
    `${d}.base = (void *)(${bytes.pointer}); ${d}.elem = ${size}; ${d}.rank = ${bytes.dims.length}; ${d}.type = ${type};`,
  );
  bytes.dims.forEach((dim, i) => {
    em.line(
      `${d}.dim[${i}].lb = ${dim.low}; ${d}.dim[${i}].ext = ${dim.extent}; ${d}.dim[${i}].stride = ${dim.stride};`,
    );
  });
  return d;
}
