// Declarations of local variables in C, and code that frees their memory at the end of their scope. Dummy arguments are
// in declarations/dummy.ts.

import { cType, extent, sizeProduct } from '../../program/c/c-text.ts';
import { constantLength, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import {
  dimensionsOf,
  initialOf,
  procedureOf,
  rankOf,
  typeOf,
  variableNode,
} from '../../program/declarations/resolve.ts';
import { isFinalised, needsCopy, needsInit } from '../../program/symbols/needs-copy.ts';
import type { Scope, Sym } from '../../program/symbols/semantics.ts';
import { sizeObject } from '../assign/sized-parts.ts';
import { keepDeclaredLengths } from '../designators/declared-lengths.ts';
import { describe } from '../designators/designator.ts';
import { noteVariable } from '../designators/list-variables.ts';
import { addressOfProcedure } from '../designators/procedure.ts';
import { layoutOf } from '../designators/section.ts';
import { cellType, integerText, isStatic, nameOf, sharedPlace } from '../designators/storage.ts';
import { linesOf } from '../writer/c-tree.ts';
import type { Emitter } from '../writer/emitter.ts';
import { hasFrames, shareVariable } from '../writer/frame.ts';
import { integer } from '../writer/parts-of-designators.ts';
import { freeText } from '../writer/type-parts.ts';
import { initialiseShared, initialiseStructures, printStatic, startup } from './data.ts';
import { assignLocalInitial, assignPartsInitial } from './local-initial.ts';

/** Larger local arrays are static, because stacks are small. */
const STACK_LIMIT_BYTES = 16_384;

/**
 * Prints declarations for variables in a scope, sizes before arrays: either for the given variables only, or for all
 * variables that are not yet declared.
 */
export function declareLocals(
  em: Emitter,
  scope: Scope,
  choice: { only?: ReadonlySet<Sym>; but?: ReadonlySet<Sym> } = {},
): void {
  const symbols = [...scope.symbols.values()].filter(
    (s) => s.scope === scope && isLocal(em, s) && !choice.but?.has(s) && choice.only?.has(s) !== false,
  );
  // Arrays and lengths may depend on scalars and on functions that have scalar arguments.
  const late = (s: Sym): number => (dimensionsOf(s) || typeOf(s).base === 'character' ? 1 : 0);
  const scalars = symbols.filter((s) => s.k === 'procedure' || late(s) === 0);
  const arrays = symbols.filter((s) => s.k !== 'procedure' && late(s) === 1);
  for (const s of [...scalars, ...arrays]) declareLocal(em, s);
}

function isLocal(em: Emitter, symbol: Sym): boolean {
  if (symbol.dummy || symbol.result || symbol.association || symbol.dummyOfEntry) return false;
  if (symbol.k === 'procedure') return symbol.pointer;
  if (symbol.k === 'unknown') {
    if (symbol.scope.k === 'module' && symbol.written.declared) return true;
    if (symbol.noted.used || symbol.written.dimensions !== undefined || em.printer.names.has(symbol))
      return true;
    // Unused variables must be finalised, too.
    const type = symbol.written.type?.k === 'derived' ? typeOf(symbol) : undefined;
    return type?.base === 'derived' && isFinalised(type.derived!);
  }
  return symbol.k === 'variable';
}

function declareLocal(em: Emitter, symbol: Sym): void {
  noteVariable(em, symbol);
  if (symbol.storage.common && symbol.pointer) return;
  if (sharedPlace(em, symbol)) {
    if (symbol.written.initial && !symbol.storage.equivalence) initialiseShared(em, symbol);
    if (symbol.storage.cray) sizePointee(em, symbol);
    return;
  }
  const name = nameOf(em, symbol);
  const outside = isStatic(symbol) || em.printer.shared.has(symbol);
  if (symbol.k === 'procedure') {
    declareProcedurePointer(em, symbol, name, outside);
    return;
  }
  const type = typeOf(symbol);
  const held = symbol.allocatable || symbol.pointer;
  if (held) declareHeld(em, symbol, name, outside);
  else if (dimensionsOf(symbol)) declareArray(em, symbol, name, outside);
  else if (type.base === 'character') declareCharacter(em, symbol, name, outside);
  else declareScalar(em, symbol, name, outside);
  if (!isStatic(symbol)) assignLocalInitial(em, symbol);
  else startup(em, symbol.scope, (init) => assignPartsInitial(init, symbol));
}

// The program's C code may define a BIND(C) variable as well.
function storageClass(symbol: Sym): string {
  return symbol.bindName ? '__attribute__((weak)) ' : 'static ';
}

function declareProcedurePointer(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  procedureOf(symbol);
  if (outside && !isStatic(symbol)) {
    shareVariable(em, 'fproc', name);
    em.line(`${name} = 0;`);
  } else if (outside) em.printer.keep(`static fproc ${name}`);
  else em.line(`fproc ${name} = 0;`);
  const value = initialOf(symbol);
  if (value && value.k !== 'null') em.line(`${name} = ${addressOfProcedure(em, value)};`);
}

function declareHeld(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const rank = rankOf(symbol);
  const c = cellType(symbol);
  const zero = c.endsWith('*') ? '0' : '{0}';
  if (isStatic(symbol)) {
    printStatic(em, symbol, `${storageClass(symbol)}${c} ${name}`);
    if (c === 'fstr' && constantLength(type) !== undefined) em.line(`${name}.len = ${constantLength(type)};`);
    return;
  }
  if (outside) {
    shareVariable(em, c, name);
    em.line(`${name} = (${c})${zero};`);
  } else em.line(`${c} ${name} = ${zero};`);
  if (type.base === 'character' && type.length !== ':') {
    const n = typeof type.length === 'object' ? integerText(em, type.length) : '0';
    em.line(`${name}.${rank > 0 ? 'elem' : 'len'} = ${n};`);
  }
  keepDeclaredLengths(em, symbol, setterOf(em, outside));
  if (symbol.allocatable) em.cleanups.unshift(freeText(name, type, rank));
}

function declareScalar(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const c = cType(type);
  if (isStatic(symbol)) {
    printStatic(em, symbol, `${storageClass(symbol)}${c} ${name}`);
    return;
  }
  const structure = type.base === 'derived' && !type.derived!.opaque;
  if (outside) shareVariable(em, c, name);
  else if (structure) em.line(`${c} ${name};`);
  else em.declareZeroed(c, name);
  if (!structure) return;
  if (needsInit(type.derived!)) em.line(`${c}_init(&${name});`);
  sizeObject(em, type, name);
  if (needsCopy(type.derived!)) em.cleanups.unshift(`${c}_free(&${name});`);
}

function declareCharacter(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const n = constantLength(type);
  if (n !== undefined) {
    if (outside && isStatic(symbol))
      printStatic(em, symbol, `${storageClass(symbol)}char ${name}[${Math.max(1, n)}]`);
    else if (outside) shareVariable(em, 'char', name, `[${Math.max(1, n)}]`);
    else em.line(`char ${name}[${Math.max(1, n)}];`);
    return;
  }
  setLength(em, symbol, name, outside);
  setVariable(em, outside, 'char *', name, `(char *)f_new(${name}_N)`);
  em.cleanups.unshift(`free(${name});`);
}

// Declares and sets a local C variable, or a static one if internal procedures share it.
export function setVariable(em: Emitter, outside: boolean, type: string, name: string, value: string): void {
  if (outside) {
    shareVariable(em, type, name);
    em.line(`${name} = ${value};`);
  } else em.line(`${type} ${name} = ${value};`);
}

/** Declares or assigns a C variable that holds a length, a bound or an address. */
export type Setter = (type: string, variable: string, value: string) => void;

function setterOf(em: Emitter, outside: boolean): Setter {
  return (type, variable, value) => setVariable(em, outside, type, variable, value);
}

function setLength(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  if (typeof type.length !== 'object' || constantLength(type) !== undefined) return;
  const value = integerText(em, type.length);
  setVariable(em, outside, 'int32_t', `${name}_N`, `f_extent(1, ${value})`);
}

// A pointee has no memory of its own. Its length and bounds are those found on entry to the procedure.
function sizePointee(em: Emitter, symbol: Sym): void {
  const [name, outside] = [nameOf(em, symbol), em.printer.shared.has(symbol)];
  if (typeOf(symbol).base === 'character') setLength(em, symbol, name, outside);
  if (dimensionsOf(symbol)) setBounds(em, symbol, setterOf(em, outside));
}

/** Sets the bounds and extents that are not constant; returns the size of the variable in bytes. */
export function setBounds(em: Emitter, symbol: Sym, set: Setter): string {
  const type = typeOf(symbol);
  const name = nameOf(em, symbol);
  const length = String(constantLength(type) ?? `${name}_N`);
  let size = type.base === 'character' ? length : `(int32_t)sizeof(${cType(type)})`;
  dimensionsOf(symbol)?.forEach((dim, i) => {
    const low = maybeInteger(dim.low);
    const high = maybeInteger(dim.high);
    const lowText = low === undefined ? `${name}_L${i + 1}` : String(low);
    if (low === undefined) set('int32_t', lowText, integer(em, dim.low));
    if (low !== undefined && high !== undefined)
      size = sizeProduct(size, String(Math.max(0, high - low + 1)));
    else if (dim.high) {
      set('int32_t', `${name}_E${i + 1}`, extent(lowText, integerText(em, dim.high)));
      size = sizeProduct(size, `${name}_E${i + 1}`);
    }
  });
  return size;
}

function declareArray(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const shape = constantShape(dimensionsOf(symbol)!);
  const length = type.base === 'character' ? constantLength(type) : 1;
  keepDeclaredLengths(em, symbol, setterOf(em, outside));
  const structure = type.base === 'derived' && !type.derived!.opaque;
  if (shape && length !== undefined) {
    const count = Math.max(1, shape.reduce((a, b) => a * b, 1) * length);
    const bytes = count * (type.base === 'complex' ? 2 * type.kind : type.kind || 64);
    const declaration = `${cType(type)} ${name}[${count}]`;
    if (isStatic(symbol)) printStatic(em, symbol, `${storageClass(symbol)}${declaration}`);
    else if (outside && !hasFrames(em.procedure)) em.printer.keep(`static ${declaration}`);
    else if (outside || (bytes > STACK_LIMIT_BYTES && em.procedure?.recursive)) {
      const size = sizeProduct(String(count), `(int32_t)sizeof(${cType(type)})`);
      setVariable(em, outside, `${cType(type)} *`, name, `(${cType(type)} *)f_new(${size})`);
      em.cleanups.unshift(`free(${name});`);
    } else em.line(`${bytes > STACK_LIMIT_BYTES ? 'static ' : ''}${declaration};`);
    if (structure && !isStatic(symbol)) {
      if (needsInit(type.derived!)) initialiseStructures(em, symbol);
      endLater(em, symbol);
    }
    return;
  }
  if (type.base === 'character') setLength(em, symbol, name, outside);
  const size = setBounds(em, symbol, setterOf(em, outside));
  setVariable(em, outside, `${cType(type)} *`, name, `(${cType(type)} *)f_new(${size})`);
  em.cleanups.unshift(`free(${name});`);
  if (structure && needsInit(type.derived!)) initialiseStructures(em, symbol);
  if (structure) endLater(em, symbol);
}

// When the procedure returns, it finalises the elements of a local array and frees their memory.
function endLater(em: Emitter, symbol: Sym): void {
  const inner = typeOf(symbol).derived!;
  if (needsCopy(inner)) em.cleanups.unshift(...endElements(em, symbol));
}

export function endElements(em: Emitter, symbol: Sym): string[] {
  const inner = typeOf(symbol).derived!;
  const block = em.capture(() => {
    const d = describe(em, layoutOf(em, variableNode(symbol)), `&${inner.cName}_type`);
    em.line(`f_end_elements(&${d}, (ffree)${inner.cName}_free);`);
  });
  return linesOf({ ...block, braces: 'always' });
}
