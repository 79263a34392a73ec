// Declarations of local variables in C, the setting up of dummy arguments, and what is freed at the end.

import { isProcedureDummy } from './analyse-call.ts';
import { cType, extent, multiply } from './c-text.ts';
import { guarded } from './declare.ts';
import { FortranError } from './diagnostics.ts';
import { parameterType, passMode } from './emit-call.ts';
import { placeOf } from './emit-check.ts';
import { initialiseShared, initialiseStructures, printStatic } from './emit-data.ts';
import { describe, layoutOf } from './emit-designator.ts';
import { scalar } from './emit-scalar.ts';
import { integerText, isStatic, isStringCell, nameOf, sharedPlace } from './emit-storage.ts';
import { needsCopy, needsInit } from './emit-types.ts';
import { type Emitter, QUIET_COPY } from './emitter.ts';
import { noteVariable } from './list-variables.ts';
import {
  constantShape,
  dimensionsOf,
  initialOf,
  isAssumedRank,
  procedureOf,
  rankOf,
  shapeKindOf,
  typeOf,
} from './resolve.ts';
import { constantLength, maybeInteger, type Procedure, type Scope, Sym, type Type } from './semantics.ts';

/** Above this a local array is static, because stacks are small. */
const STACK_LIMIT_BYTES = 16_384;

/** Prints the declarations of the variables of a scope, in an order in which sizes come before arrays. */
export function declareLocals(em: Emitter, scope: Scope): void {
  const symbols = [...scope.symbols.values()].filter((s) => s.scope === scope && isLocal(s));
  // Arrays and lengths may depend on scalars and functions of scalars.
  const late = (s: Sym): number => (dimensionsOf(s) || typeOf(s).base === 'character' ? 1 : 0);
  const ready = symbols.filter((s) => {
    let ok = false;
    guarded(scope, () => {
      if (s.k === 'variable') typeOf(s);
      ok = true;
    });
    return ok;
  });
  const scalars = ready.filter((s) => s.k === 'procedure' || late(s) === 0);
  const arrays = ready.filter((s) => s.k !== 'procedure' && late(s) === 1);
  for (const s of [...scalars, ...arrays]) guarded(scope, () => declareLocal(em, s));
}

function isLocal(symbol: Sym): boolean {
  if (symbol.dummy || symbol.result || symbol.association || symbol.dummyOfEntry) return false;
  if (symbol.k === 'procedure') return symbol.pointer;
  if (symbol.k === 'unknown') {
    if (symbol.scope.k === 'module' && symbol.declared) return true;
    return symbol.used || symbol.dimensionSource !== undefined || symbol.cName !== '';
  }
  return symbol.k === 'variable';
}

function declareLocal(em: Emitter, symbol: Sym): void {
  if (symbol.k === 'unknown') symbol.k = 'variable';
  noteVariable(em, symbol);
  if (symbol.cray) checkPointee(symbol);
  if (symbol.common && symbol.pointer) return;
  if (sharedPlace(em, symbol)) {
    if (symbol.initialSource && !symbol.equivalence) initialiseShared(em, symbol);
    return;
  }
  const name = nameOf(em, symbol);
  const outside = isStatic(symbol) || symbol.hoisted;
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
}

function checkPointee(symbol: Sym): void {
  for (const { low, high } of dimensionsOf(symbol) ?? [])
    if (maybeInteger(low) === undefined || (high && maybeInteger(high) === undefined))
      throw new FortranError(symbol.at, `The bounds of the Cray pointee "${symbol.name}" must be constant.`);
}

// A variable of BIND(C) may be defined by the C part of the program too.
function storageClass(symbol: Sym): string {
  return symbol.bindName ? '__attribute__((weak)) ' : 'static ';
}

function declareProcedurePointer(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  procedureOf(symbol);
  if (outside) em.printer.statics.push(`static fproc ${name};`);
  else em.line(`fproc ${name} = 0;`);
  const value = initialOf(symbol);
  if (value && value.k !== 'null') em.line(`${name} = ${em.procedureAddress(value)};`);
}

function saveHoisted(em: Emitter, symbol: Sym, type: string, name: string): void {
  // A recursive host gets its variables back when an inner call ends.
  if (!symbol.hoisted || !em.procedure?.recursive) return;
  em.line(`${type} SAVE_${name} = ${name};`);
  em.cleanups.push(restoreText(em, name));
}

/** The statement that gives a variable back what an inner call has changed. */
export function restoreText(em: Emitter, name: string): string {
  if (!em.program.options.listVariables) return `${name} = SAVE_${name};`;
  return `${QUIET_COPY}(&${name}, &SAVE_${name}, sizeof ${name});`;
}

function declareHeld(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const rank = rankOf(symbol);
  const c =
    rank > 0
      ? 'fdesc'
      : isStringCell(type, symbol, rank)
        ? 'fstr'
        : type.base === 'class-star'
          ? 'fclass'
          : `${cType(type)} *`;
  const zero = c.endsWith('*') ? '0' : '{0}';
  if (isStatic(symbol)) {
    printStatic(em, symbol, `${storageClass(symbol)}${c} ${name}`);
    if (c === 'fstr' && constantLength(type) !== undefined) em.line(`${name}.len = ${constantLength(type)};`);
    return;
  }
  if (outside) {
    em.printer.statics.push(`static ${c} ${name};`);
    saveHoisted(em, symbol, c, name);
    em.line(`${name} = (${c})${zero === '0' ? '0' : '{0}'};`);
  } else em.line(`${c} ${name} = ${zero};`);
  if (type.base === 'character' && type.length !== ':') {
    const n = typeof type.length === 'object' ? integerText(em, type.length) : '0';
    if (rank > 0) em.line(`${name}.elem = ${n};`);
    else em.line(`${name}.len = ${n};`);
  }
  if (symbol.allocatable) em.cleanups.unshift(freeText(symbol, name, type, rank));
}

function freeText(_symbol: Sym, name: string, type: Type, rank: number): string {
  const inner = type.derived;
  const deep = inner && !inner.opaque && type.base === 'derived' && needsCopy(inner);
  if (rank > 0) return `f_free_array(&${name}, ${deep ? `(ffree)${inner.cName}_free` : '0'});`;
  if (type.base === 'character' || type.base === 'class-star') return `free(${name}.p);`;
  if (type.base === 'class') return `f_destroy(${name});`;
  return deep ? `if (${name}) { ${inner.cName}_free(${name}); free(${name}); }` : `free(${name});`;
}

function declareScalar(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const c = cType(type);
  if (type.base === 'class' || type.base === 'class-star')
    throw new FortranError(
      symbol.at,
      `"${symbol.name}" is polymorphic: it must be a dummy argument, a pointer or allocatable.`,
    );
  if (isStatic(symbol)) {
    printStatic(em, symbol, `${storageClass(symbol)}${c} ${name}`);
    return;
  }
  const structure = type.base === 'derived' && !type.derived!.opaque;
  if (outside) {
    em.printer.statics.push(`static ${c} ${name};`);
    saveHoisted(em, symbol, c, name);
  } else if (structure) em.line(`${c} ${name};`);
  else em.declareZeroed(c, name);
  if (!structure) return;
  if (needsInit(type.derived!)) em.line(`${c}_init(&${name});`);
  if (needsCopy(type.derived!)) em.cleanups.unshift(`${c}_free(&${name});`);
}

function declareCharacter(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const n = constantLength(type);
  if (n !== undefined) {
    if (outside && isStatic(symbol))
      printStatic(em, symbol, `${storageClass(symbol)}char ${name}[${Math.max(1, n)}]`);
    else if (outside) em.printer.statics.push(`static char ${name}[${Math.max(1, n)}];`);
    else em.line(`char ${name}[${Math.max(1, n)}];`);
    return;
  }
  if (typeof type.length !== 'object')
    throw new FortranError(
      symbol.at,
      `The length of "${symbol.name}" must be given; "*" is for dummy arguments and constants.`,
    );
  setLength(em, symbol, name, outside);
  setVariable(em, outside, 'char *', name, `(char *)f_new(${name}_N)`);
  em.cleanups.unshift(`free(${name});`);
}

// A variable of the C function, or a static one that internal procedures share.
function setVariable(em: Emitter, outside: boolean, type: string, name: string, value: string): void {
  if (outside) {
    em.printer.statics.push(`static ${type} ${name};`);
    if (em.procedure?.recursive) {
      em.line(`${type} SAVE_${name} = ${name};`);
      em.cleanups.push(restoreText(em, name));
    }
    em.line(`${name} = ${value};`);
  } else em.line(`${type} ${name} = ${value};`);
}

function setLength(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  if (typeof type.length !== 'object' || constantLength(type) !== undefined) return;
  const value = scalar(em, type.length);
  setVariable(em, outside, 'int32_t', `${name}_N`, `f_extent(1, ${value})`);
}

function setBounds(em: Emitter, symbol: Sym, name: string, outside: boolean): string {
  const type = typeOf(symbol);
  let size =
    type.base === 'character'
      ? constantLength(type) === undefined
        ? `${name}_N`
        : String(constantLength(type))
      : `(int32_t)sizeof(${cType(type)})`;
  dimensionsOf(symbol)!.forEach((dim, i) => {
    const low = maybeInteger(dim.low);
    const high = maybeInteger(dim.high);
    const lowText = low === undefined ? `${name}_L${i + 1}` : String(low);
    if (low === undefined) setVariable(em, outside, 'int32_t', lowText, integerText(em, dim.low));
    if (low !== undefined && high !== undefined) size = multiply(size, String(Math.max(0, high - low + 1)));
    else if (dim.high) {
      setVariable(em, outside, 'int32_t', `${name}_E${i + 1}`, extent(lowText, integerText(em, dim.high)));
      size = multiply(size, `${name}_E${i + 1}`);
    }
  });
  return size;
}

function declareArray(em: Emitter, symbol: Sym, name: string, outside: boolean): void {
  const type = typeOf(symbol);
  const shape = constantShape(dimensionsOf(symbol)!);
  const kind = shapeKindOf(symbol);
  if (kind !== 'explicit')
    throw new FortranError(
      symbol.at,
      `"${symbol.name}" must be a dummy argument, allocatable or a pointer to have these bounds.`,
    );
  const length = type.base === 'character' ? constantLength(type) : 1;
  const structure = type.base === 'derived' && !type.derived!.opaque;
  if (shape && length !== undefined) {
    const count = Math.max(1, shape.reduce((a, b) => a * b, 1) * length);
    const bytes = count * (type.base === 'complex' ? 2 * type.kind : type.kind || 64);
    const declaration = `${cType(type)} ${name}[${count}]`;
    if (isStatic(symbol)) printStatic(em, symbol, `${storageClass(symbol)}${declaration}`);
    else if (outside && !em.procedure?.recursive) em.printer.statics.push(`static ${declaration};`);
    else if (outside || (bytes > STACK_LIMIT_BYTES && em.procedure?.recursive)) {
      setVariable(
        em,
        outside,
        `${cType(type)} *`,
        name,
        `(${cType(type)} *)f_new(${count} * sizeof(${cType(type)}))`,
      );
      em.cleanups.unshift(`free(${name});`);
    } else em.line(`${bytes > STACK_LIMIT_BYTES ? 'static ' : ''}${declaration};`);
    if (structure && !isStatic(symbol)) {
      if (needsInit(type.derived!)) initialiseStructures(em, symbol);
      endLater(em, symbol);
    }
    return;
  }
  if (type.base === 'character') setLength(em, symbol, name, outside);
  const size = setBounds(em, symbol, name, outside);
  setVariable(em, outside, `${cType(type)} *`, name, `(${cType(type)} *)f_new(${size})`);
  em.cleanups.unshift(`free(${name});`);
  if (structure && needsInit(type.derived!)) initialiseStructures(em, symbol);
  if (structure) endLater(em, symbol);
}

// Elements of an array that goes with the procedure are finalised, and what they hold is freed.
function endLater(em: Emitter, symbol: Sym): void {
  const inner = typeOf(symbol).derived!;
  if (needsCopy(inner)) em.cleanups.unshift(...endElements(em, symbol));
}

function endElements(em: Emitter, symbol: Sym): string[] {
  const inner = typeOf(symbol).derived!;
  const whole = {
    k: 'variable' as const,
    at: symbol.at,
    type: typeOf(symbol),
    rank: rankOf(symbol),
    sym: symbol,
  };
  return em.capture(() => {
    em.line('{');
    const d = describe(em, layoutOf(em, whole), `&${inner.cName}_type`);
    em.line(`f_end_elements(&${d}, (ffree)${inner.cName}_free); }`);
  });
}

// ---- dummy arguments ----------------------------------------------------------------------------------------------------

/** The C parameter of a dummy: its own name, or another one when the dummy is shared with internal procedures. */
export function parameterName(em: Emitter, dummy: Sym): string {
  const name = nameOf(em, dummy);
  return dummy.hoisted ? `${dummy.name}_` : name;
}

/** Prints declarations that go with dummies: bounds, strides, lengths. */
export function declareDummies(em: Emitter, procedure: Procedure, assignNow: boolean): void {
  const dummies = procedure.dummies.filter((d): d is Sym => d !== undefined);
  for (const dummy of dependentLast(dummies)) guarded(em.scope, () => setUpDummy(em, dummy, assignNow));
}

// Bounds and lengths may name other variables of the list, which then come first.
function dependentLast(symbols: readonly Sym[]): Sym[] {
  const ordered = new Set<Sym>();
  const busy = new Set<Sym>();
  const visit = (symbol: Sym): void => {
    if (ordered.has(symbol) || busy.has(symbol) || !symbols.includes(symbol)) return;
    busy.add(symbol);
    guarded(symbol.scope, () => {
      if (isProcedureDummy(symbol)) return;
      for (const e of [...(dimensionsOf(symbol) ?? []), typeOf(symbol).length]) visitSymbols(e, visit);
    });
    ordered.add(symbol);
  };
  for (const symbol of symbols) visit(symbol);
  return [...ordered];
}

function visitSymbols(e: unknown, visit: (symbol: Sym) => void): void {
  if (Array.isArray(e)) for (const part of e) visitSymbols(part, visit);
  else if (e instanceof Sym) visit(e);
  else if (e && typeof e === 'object' && Object.getPrototypeOf(e) === Object.prototype)
    for (const [key, part] of Object.entries(e)) {
      if (key !== 'type' && key !== 'target' && key !== 'component' && typeof part === 'object')
        visitSymbols(part, visit);
    }
}

const auxiliaries = (rank: number): string[] =>
  Array.from({ length: rank }, (_, i) => [`L${i + 1}`, `E${i + 1}`, `S${i + 1}`]).flat();

/** Prints zeroed variables that go with a dummy, for procedures with ENTRY, whose dummies are set up later. */
export function declareAuxiliaries(em: Emitter, dummy: Sym): void {
  const mode = passMode(dummy);
  const name = nameOf(em, dummy);
  const rank = mode === 'procedure' ? 0 : Math.max(0, rankOf(dummy));
  if (rank === 0 || dummy.hoisted) return;
  em.line(
    `int32_t ${auxiliaries(rank)
      .map((x) => `${name}_${x} = 0`)
      .join(', ')};`,
  );
  if (mode === 'descriptor') em.line(`char *${name}_B = 0;`);
}

function setUpDummy(em: Emitter, dummy: Sym, declareNow: boolean): void {
  noteVariable(em, dummy);
  const mode = passMode(dummy);
  const name = nameOf(em, dummy);
  const set = (type: string, variable: string, value: string): void => {
    if (dummy.hoisted) setVariable(em, true, type, variable, value);
    else if (declareNow) em.line(`${type} ${variable} = ${value};`);
    else em.line(`${variable} = ${value};`);
  };
  if (dummy.hoisted) setVariable(em, true, parameterType(dummy), name, parameterName(em, dummy));
  if (mode === 'procedure') {
    procedureOf(dummy);
    return;
  }
  const type = typeOf(dummy);
  if (type.base === 'character') {
    setUpLength(em, dummy, mode, set);
    checkActualLength(em, dummy, mode, name);
  }
  if (isAssumedRank(dummy)) return;
  if (rankOf(dummy) === 0) {
    if (mode === 'characters' && dummy.has('value')) copyValue(em, dummy, name);
    if (dummy.intent === 'out') clearOut(em, dummy, name, type);
    return;
  }
  if (mode === 'array') setUpExplicit(em, dummy, name, set);
  else setUpDescriptor(em, dummy, name, set);
  if (dummy.intent === 'out' && shapeKindOf(dummy) !== 'assumed-size') clearElements(em, dummy, name, type);
}

// Elements of an array that is INTENT(OUT) begin with their initial values.
function clearElements(em: Emitter, dummy: Sym, name: string, type: Type): void {
  const inner = type.derived;
  if (!inner || inner.opaque || dummy.allocatable || dummy.pointer || !needsInit(inner)) return;
  if (type.base === 'class') {
    if (passMode(dummy) === 'descriptor')
      em.line(`${dummy.optional ? `if (${name}) ` : ''}f_reset_array(${name});`);
    return;
  }
  if (dummy.optional) em.line(`if (${name}) {`);
  if (needsCopy(inner)) for (const line of endElements(em, dummy)) em.line(line);
  initialiseStructures(em, dummy);
  if (dummy.optional) em.line('}');
}

// The characters that are given must be as many as the dummy has.
function checkActualLength(em: Emitter, dummy: Sym, mode: string, name: string): void {
  const type = typeOf(dummy);
  const procedure = em.procedure;
  if (!em.program.options.checkBounds || mode !== 'characters' || !procedure || procedure.bindC) return;
  if (type.length === '*' || dummy.has('value')) return;
  const own = constantLength(type) ?? `${name}_N`;
  const given = `${parameterName(em, dummy)}_NX`;
  const guard = dummy.optional ? `${name} && ` : '';
  em.line(
    `if (${guard}${given} < ${own}) f_length_fault(${given}, ${own}, "${dummy.name}", ${placeOf(procedure.at)});`,
  );
}

// Characters passed by value are a copy of the procedure's own.
function copyValue(em: Emitter, dummy: Sym, name: string): void {
  const n = constantLength(typeOf(dummy));
  const length = n === undefined ? `${name}_N` : String(n);
  em.line(`${name} = (char *)memcpy(f_new(${length}), ${name}, ${length});`);
  em.cleanups.unshift(`free(${name});`);
}

type Setter = (type: string, variable: string, value: string) => void;

function setUpLength(em: Emitter, dummy: Sym, mode: string, set: Setter): void {
  const type = typeOf(dummy);
  const name = nameOf(em, dummy);
  if (constantLength(type) !== undefined || dummy.allocatable || dummy.pointer) return;
  if (typeof type.length === 'object') set('int32_t', `${name}_N`, integerText(em, type.length));
  else if (mode === 'descriptor')
    set('int32_t', `${name}_N`, `${parameterName(em, dummy)} ? ${parameterName(em, dummy)}->elem : 0`);
  else if (dummy.hoisted) set('int32_t', `${name}_N`, `${parameterName(em, dummy)}_N`);
}

// What is allocated is freed, and parts get their initial values, when the procedure begins.
function clearOut(em: Emitter, dummy: Sym, name: string, type: Type): void {
  const inner = type.derived;
  const guard = dummy.optional ? `if (${name}) ` : '';
  if (dummy.allocatable) {
    if (type.base === 'character' || type.base === 'class-star')
      em.line(`${guard}{ free(${name}->p); ${name}->p = 0; }`);
    else if (type.base === 'class') em.line(`${guard}{ f_destroy(*${name}); *${name} = 0; }`);
    else
      em.line(
        `${guard}{ ${inner && !inner.opaque && needsCopy(inner) ? `if (*${name}) ${inner.cName}_free(*${name}); ` : ''}free(*${name}); *${name} = 0; }`,
      );
  } else if (type.base === 'class' && !dummy.pointer) {
    em.line(`${guard}f_renew(${name});`);
  } else if (inner && !inner.opaque && type.base === 'derived' && !dummy.pointer && needsInit(inner)) {
    em.line(
      `${guard}{ ${needsCopy(inner) ? `${inner.cName}_free(${name}); ` : ''}${inner.cName}_init(${name}); }`,
    );
  }
}

function setUpExplicit(em: Emitter, dummy: Sym, name: string, set: Setter): void {
  dimensionsOf(dummy)!.forEach((dim, i) => {
    const low = maybeInteger(dim.low);
    const high = maybeInteger(dim.high);
    const lowText = low === undefined ? `${name}_L${i + 1}` : String(low);
    if (low === undefined) set('int32_t', lowText, integerText(em, dim.low));
    if (dim.high && (low === undefined || high === undefined))
      set('int32_t', `${name}_E${i + 1}`, extent(lowText, integerText(em, dim.high)));
  });
}

function setUpDescriptor(em: Emitter, dummy: Sym, name: string, set: Setter): void {
  const type = typeOf(dummy);
  const guard = dummy.optional ? `if (${name}) ` : '';
  if (shapeKindOf(dummy) === 'deferred') {
    const inner = type.derived;
    const deep = inner && !inner.opaque && needsCopy(inner);
    if (dummy.allocatable && dummy.intent === 'out')
      em.line(
        `${guard}f_free_array(${name}, ${deep && type.base === 'derived' ? `(ffree)${inner.cName}_free` : '0'});`,
      );
    return;
  }
  const p = parameterName(em, dummy);
  const read = (field: string): string => (dummy.optional ? `${p} ? ${p}->${field} : 0` : `${p}->${field}`);
  set('char *', `${name}_B`, dummy.optional ? `${p} ? (char *)${p}->base : (char *)0` : `(char *)${p}->base`);
  dimensionsOf(dummy)!.forEach((dim, i) => {
    if (maybeInteger(dim.low) === undefined) set('int32_t', `${name}_L${i + 1}`, integerText(em, dim.low));
    set('int32_t', `${name}_E${i + 1}`, read(`dim[${i}].ext`));
    set('int32_t', `${name}_S${i + 1}`, read(`dim[${i}].stride`));
  });
}
