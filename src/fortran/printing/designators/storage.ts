// Storage of variables: their C names, lengths and descriptors, and the layouts of arrays in memory.

import { travelsByValue } from '../../analysis/calls/pass-mode.ts';
import { maybeStorageSize } from '../../analysis/declarations/lay-out-storage.ts';
import type { ArrayValue, Layout } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { constantLength, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import { staticName } from '../../program/declarations/declare.ts';
import {
  dimensionsOf,
  initialOf,
  isAssumedRank,
  rankOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import type {
  Component,
  EquivalenceGroup,
  Scope,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter, Printer } from '../writer/emitter.ts';
import { arrayValue, fill, printConstant, rawOf, scalar, startupOfConstant } from '../writer/expressions.ts';
import { fieldName } from '../writer/type-parts.ts';
import { boundText, explicitLayout, layoutOfAnyDummy, layoutOfPolymorphicDummy } from './explicit-layout.ts';

/** True if a scalar is stored as a pointer and a length, as allocatable characters and character pointers are. */
export function isStringCell(
  type: Type,
  holder: Pick<Sym, 'allocatable' | 'pointer'>,
  rank: number,
): boolean {
  return type.base === 'character' && rank === 0 && (holder.allocatable || holder.pointer);
}

/** The C type of the cell of a pointer to data, or of an allocation. */
export function cellType(symbol: Sym): string {
  const type = typeOf(symbol);
  if (rankOf(symbol) > 0) return 'fdesc';
  if (type.base === 'character') return 'fstr';
  return type.base === 'class-star' ? 'fclass' : `${cType(type)} *`;
}

/** The C name of a symbol. Names shared with an internal procedure become static. */
export function nameOf(em: Emitter, symbol: Sym): string {
  const bound = em.bindings.get(symbol);
  if (bound !== undefined) return bound;
  noteHostUse(em, symbol);
  const { names } = em.printer;
  const known = names.get(symbol);
  if (known !== undefined) return known;
  const name = chooseName(em.printer, symbol);
  names.set(symbol, name);
  return name;
}

/**
 * Records that an internal procedure uses a variable of its host. The variable is then declared outside both functions,
 * like a static variable.
 */
function noteHostUse(em: Emitter, symbol: Sym): void {
  const home = symbol.scope.host;
  if (home === em.scope.host || home.k === 'module' || em.printer.shared.has(symbol)) return;
  if (symbol.k === 'constant' || symbol.storage.common || symbol.storage.equivalence || isStatic(symbol))
    return;
  if (symbol.scope.k === 'construct' && em.bindings.has(symbol)) return;
  em.printer.shared.add(symbol);
  if (em.printer.names.has(symbol))
    unprintable(symbol.at, 'a variable that is printed before it is shared', symbol.name);
}

function chooseName({ program, shared }: Printer, symbol: Sym): string {
  const host = symbol.scope.host;
  const { common } = symbol.storage;
  if (common && symbol.pointer)
    return pointerPlace(symbol, program.commons.get(common.block)!.cName, common.offset);
  if (symbol.bindName !== undefined && host.k === 'module') return symbol.bindName;
  if (host.k === 'module') return `${host.cPrefix}V_${symbol.name}`;
  if (shared.has(symbol)) return `${host.cPrefix}HV_${symbol.name}`;
  if (isStatic(symbol)) return staticName(symbol);
  if (symbol.scope.k !== 'procedure' && symbol.scope.k !== 'program')
    return `${symbol.name}_${symbol.scope.program.counter.next++}`;
  return `${symbol.name}_`;
}

// C lvalue of a pointer in COMMON, at an offset in its block.
function pointerPlace(symbol: Sym, block: string, offset: number): string {
  if (symbol.procedure) return `(*(fproc F_ALIAS *)(${block} + ${offset}))`;
  return `(*(${cellType(symbol)} F_ALIAS *)(${block} + ${offset}))`;
}

/** True if a variable retains its value between calls. */
export function isStatic(symbol: Sym): boolean {
  const host: Scope = symbol.scope.host;
  if (symbol.dummy || symbol.result || symbol.association) return false;
  if (symbol.has('automatic')) return false;
  if (symbol.saved || symbol.noted.inData || symbol.has('save') || symbol.has('static')) return true;
  const { saveLocals, maxStackBytes } = symbol.scope.program.options;
  const isLarge = Number.isFinite(maxStackBytes) && (maybeStorageSize(symbol) ?? 0) > maxStackBytes;
  const isSaving = saveLocals || isLarge;
  if (isSaving && host.procedure && !host.procedure.recursive) return true;
  // Variables in a BLOCK exist only until the end of the BLOCK, even in the main program.
  if (symbol.scope.k === 'block') return false;
  if (host.k === 'module' || host.k === 'program') return true;
  return host.saveAll && symbol.scope === host;
}

/** C text for an array bound or another integer in a declaration. */
export function integerText(em: Emitter, e: Typed): string {
  const n = maybeInteger(e);
  if (n !== undefined) return String(n);
  return `${e.type.kind > 4 ? 'f_size' : '(int32_t)'}(${scalar(em, e)})`;
}

/** The length of a character variable. */
export function lengthOfSymbol(em: Emitter, symbol: Sym): string {
  const type = typeOf(symbol);
  const n = constantLength(type);
  if (n !== undefined) return String(n);
  if (type.length === ':' || isStringCell(type, symbol, dimensionsOf(symbol)?.length ?? 0)) {
    if (dimensionsOf(symbol)) return `${descriptorOfSymbol(em, symbol)}.elem`;
    return `${cellOfSymbol(em, symbol)}.len`;
  }
  return `${nameOf(em, symbol)}_N`;
}

/**
 * The declared length of an allocatable or a pointer. This is its value on entry, even if variables in the expression
 * have changed since.
 */
export function declaredLength(em: Emitter, e: Typed): string {
  if (e.k === 'variable' && constantLength(e.type) === undefined)
    return e.rank > 0 ? `${descriptorOfSymbol(em, e.sym)}.elem` : lengthOfSymbol(em, e.sym);
  return typeof e.type.length === 'object' ? integerText(em, e.type.length) : '0';
}

/** The lvalue that holds the pointer and length of an allocatable or pointer character scalar. */
export function cellOfSymbol(em: Emitter, symbol: Sym): string {
  const name = nameOf(em, symbol);
  return isByPointer(symbol) ? `(*${name})` : name;
}

// True for dummies that point to the variable's own cell, and for results that are provided by the caller.
function isByPointer(symbol: Sym): boolean {
  return symbol.dummy || (symbol.association !== undefined && !symbol.allocatable && !symbol.pointer);
}

/** The lvalue of the descriptor for an allocatable or pointer array, or an assumed-shape dummy. */
export function descriptorOfSymbol(em: Emitter, symbol: Sym): string {
  const name = nameOf(em, symbol);
  return symbol.dummy ? `(*${name})` : name;
}

/** True if C accesses a scalar variable through a pointer. */
function isReference(symbol: Sym): boolean {
  if (symbol.association) return true;
  if (symbol.allocatable || symbol.pointer) return true;
  return symbol.dummy && !travelsByValue(symbol);
}

/** The lvalue of a scalar variable that is not of type CHARACTER. */
export function lvalueOfSymbol(em: Emitter, symbol: Sym): string {
  const bound = em.bindings.get(symbol);
  if (bound !== undefined) return bound;
  refuseAssumedRank(symbol, em.statementAt);
  const place = sharedPlace(em, symbol);
  if (place) return `(*(${cType(typeOf(symbol))}${place.alias} *)(${place.address}))`;
  const name = nameOf(em, symbol);
  if (!isReference(symbol)) return name;
  if (!symbol.allocatable && !symbol.pointer) return `(*${name})`;
  const cell = symbol.dummy ? `(*${name})` : name;
  return `(*${checkedPointer(em, cell, typeOf(symbol), symbol)})`;
}

/** A pointer or an allocation; each use includes a check that its target exists. */
export function checkedPointer(em: Emitter, cell: string, type: Type, holder: Holder): string {
  return `(${cType(type)} *)${heldText(cell, holder, em.statementAt)}`;
}

/** A variable or component that is a pointer or allocatable. */
export type Holder = Pick<Sym, 'name' | 'pointer'>;

/** C expression for an address, including a run-time check that the pointer is not null. */
export function heldText(cell: string, { name, pointer }: Holder, at: Position): string {
  return `f_held(${cell}, "${name}", ${pointer ? 1 : 0}, ${placeOf(at)})`;
}

/** Location of a variable in COMMON or EQUIVALENCE. */
export function sharedPlace(em: Emitter, symbol: Sym): { address: string; alias: string } | undefined {
  if (symbol.storage.equivalence) {
    const { group, offset } = symbol.storage.equivalence;
    return { address: `${groupName(em.printer, group)} + ${offset}`, alias: ' F_ALIAS' };
  }
  if (symbol.storage.cray) {
    const address = `(char *)(uintptr_t)${lvalueOfSymbol(em, symbol.storage.cray)}`;
    return { address: `(${address})`, alias: ' F_ALIAS' };
  }
  // A pointer in COMMON has no C name of its own, only the C lvalue of its cell.
  if (symbol.storage.common && symbol.pointer) return undefined;
  if (symbol.storage.common) {
    const block = em.program.commons.get(symbol.storage.common.block)!;
    return { address: `${block.cName} + ${symbol.storage.common.offset}`, alias: ' F_ALIAS' };
  }
  return undefined;
}

/** The C name of the memory of an EQUIVALENCE group, whether in COMMON or separate. */
export function groupName({ program, groups }: Printer, group: EquivalenceGroup): string {
  if (group.common !== undefined) return program.commons.get(group.common)!.cName;
  return groups.get(group) ?? unprintable(group.members[0]!.at, 'EQUIVALENCE without memory');
}

function refuseAssumedRank(symbol: Sym, at: number): void {
  if (isAssumedRank(symbol)) unprintable(at, 'elements of unknown rank', symbol.name);
}

/** The layout of an array variable. */
export function layoutOfSymbol(em: Emitter, symbol: Sym): Layout {
  refuseAssumedRank(symbol, em.statementAt);
  const type = typeOf(symbol);
  const shape = shapeKindOf(symbol);
  if (symbol.k === 'constant') return layoutOfConstant(em, symbol);
  if (shape === 'deferred') {
    const d = descriptorOfSymbol(em, symbol);
    const holder = { cell: `${d}.base`, pointer: symbol.pointer, name: symbol.name };
    return { ...layoutOfDescriptor(d, type, symbol.resolved.dims!.length, symbol.allocatable), holder };
  }
  if (shape === 'assumed-shape' || (symbol.association && !shape))
    return layoutOfAssumedShape(em, symbol, type);
  const length = type.base === 'character' ? lengthOfSymbol(em, symbol) : '1';
  const place = sharedPlace(em, symbol);
  const pointer = place ? `((${cType(type)}${place.alias} *)(${place.address}))` : nameOf(em, symbol);
  const prefix = place && !symbol.storage.cray ? '' : nameOf(em, symbol);
  if (type.base === 'class' && symbol.dummy)
    return layoutOfPolymorphicDummy(prefix, type, dimensionsOf(symbol)!);
  if (type.base === 'class-star' && symbol.dummy && !symbol.scope.procedure?.bindC)
    return layoutOfAnyDummy(prefix, type, dimensionsOf(symbol)!);
  return explicitLayout({ type, pointer, length, prefix }, dimensionsOf(symbol)!);
}

function layoutOfConstant(em: Emitter, symbol: Sym): Layout {
  const type = typeOf(symbol);
  const value = initialOf(symbol)!;
  const length = String(constantLength(type) ?? 1);
  const layoutAt = (pointer: string): Layout =>
    explicitLayout({ type, pointer, length, prefix: '' }, dimensionsOf(symbol)!);
  const name = constantPlace(em, symbol, (fresh) => {
    if (value.k === 'const-array') printConstant(em, fresh, value);
    else computeConstant(em, symbol, layoutAt(fresh), value);
  });
  return layoutAt(name);
}

/** The C name of a constant that has its own memory, which is printed on first use. */
export function constantPlace({ printer }: Emitter, symbol: Sym, print: (name: string) => void): string {
  const known = printer.names.get(symbol);
  if (known !== undefined) return known;
  const name = printer.fresh('K');
  printer.names.set(symbol, name);
  print(name);
  return name;
}

// Prints code that computes a constant at program start if only the C library can compute it.
function computeConstant(em: Emitter, symbol: Sym, layout: Layout, value: Typed): void {
  const shape = constantShape(dimensionsOf(symbol)!);
  if (!shape) unprintable(symbol.at, 'a constant without bounds', symbol.name);
  const count =
    shape.reduce((a, b) => a * b, 1) * (layout.type.base === 'character' ? Number(layout.length) : 1);
  em.printer.keep(`static ${cType(layout.type)} ${layout.pointer}[${Math.max(1, count)}]`);
  startupOfConstant(em, symbol.scope, (init) => {
    fill(init, layout, value.rank > 0 ? arrayValue(init, value) : broadcast(init, layout, value));
  });
}

function broadcast(em: Emitter, layout: Layout, value: Typed): ArrayValue {
  const node = rawOf(em, value);
  return { type: layout.type, shape: layout.dims.map((d) => d.extent), at: () => node };
}

/** Prints a check that a pointer is associated or an array allocated. */
export function checkHeld(em: Emitter, layout: Layout): void {
  const { holder } = layout;
  if (holder) em.line(`${heldText(holder.cell, holder, em.statementAt)};`);
}

export function dimensionIn(d: string, i: number): Layout['dims'][number] {
  return { low: `${d}.dim[${i}].lb`, extent: `${d}.dim[${i}].ext`, stride: `${d}.dim[${i}].stride` };
}

/** The layout of an array that a descriptor describes. */
export function layoutOfDescriptor(d: string, type: Type, rank: number, contiguous: boolean): Layout {
  const character = type.base === 'character';
  const length = character || type.base === 'class-star' ? String(constantLength(type) ?? `${d}.elem`) : '1';
  const fixedStride = contiguous && type.base !== 'class' && type.base !== 'class-star';
  const layout: Layout = { type, pointer: `(char *)${d}.base`, unit: 'byte', dims: [], length, contiguous };
  if (type.base === 'class' || type.base === 'class-star') layout.table = `${d}.type`;
  for (let i = 0; i < rank; i++) {
    const size = character ? length : `(int32_t)sizeof(${cType(type)})`;
    const dim = dimensionIn(d, i);
    layout.dims.push(i === 0 && fixedStride ? { ...dim, stride: size } : dim);
  }
  return layout;
}

function layoutOfAssumedShape(em: Emitter, symbol: Sym, type: Type): Layout {
  const name = nameOf(em, symbol);
  const dims = dimensionsOf(symbol);
  const rank = dims?.length ?? symbol.association!.rank;
  const length = type.base === 'character' ? lengthOfSymbol(em, symbol) : '1';
  const contiguous = symbol.has('contiguous');
  const layout: Layout = { type, pointer: `${name}_B`, unit: 'byte', dims: [], length, contiguous };
  if (type.base === 'class' || type.base === 'class-star')
    layout.table = symbol.association ? `${name}_T` : `${descriptorOfSymbol(em, symbol)}.type`;
  if (type.base === 'class-star')
    layout.length = symbol.association ? `${name}_N` : `${descriptorOfSymbol(em, symbol)}.elem`;
  for (let i = 0; i < rank; i++) {
    const low = dims?.[i] ? boundText(dims[i]!.low, `${name}_L${i + 1}`) : `${name}_L${i + 1}`;
    layout.dims.push({ low, extent: `${name}_E${i + 1}`, stride: `${name}_S${i + 1}` });
  }
  return layout;
}

export function layoutOfComponent(structure: string, component: Component): Layout {
  const field = `${structure}.${fieldName(component)}`;
  const type = component.type;
  if (component.allocatable || component.pointer) {
    const holder = { cell: `${field}.base`, pointer: component.pointer, name: component.name };
    return { ...layoutOfDescriptor(field, type, component.dims!.length, component.allocatable), holder };
  }
  const length = type.base === 'character' ? String(constantLength(type) ?? 1) : '1';
  const pointer = type.base === 'character' ? `((char *)${field})` : field;
  return explicitLayout({ type, pointer, length, prefix: '' }, component.dims!);
}
