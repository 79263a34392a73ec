// Dummy arguments in C: the names of parameters, and the lengths, bounds and descriptors that are set up on entry.

import { isCopiedByCaller, passMode } from '../../analysis/calls/pass-mode.ts';
import { isProcedureDummy } from '../../analysis/calls/procedure-node.ts';
import { cType } from '../../program/c/c-text.ts';
import { constantLength, maybeInteger } from '../../program/constants/constants.ts';
import { guarded } from '../../program/declarations/declare.ts';
import {
  dimensionsOf,
  isAssumedRank,
  procedureOf,
  rankOf,
  shapeKindOf,
  typeOf,
  variableNode,
} from '../../program/declarations/resolve.ts';
import { needsCopy, needsInit } from '../../program/symbols/needs-copy.ts';
import { type Procedure, Sym, type Type, type Typed } from '../../program/symbols/semantics.ts';
import { renewElements } from '../assign/sized-parts.ts';
import { keepDeclaredLengths } from '../designators/declared-lengths.ts';
import { describe } from '../designators/designator.ts';
import { noteVariable } from '../designators/list-variables.ts';
import { integerText, layoutOfSymbol, nameOf } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { integer } from '../writer/parts-of-designators.ts';
import { parameterType } from '../writer/signature.ts';
import { declaredTable, releaseOf } from '../writer/type-parts.ts';
import { initialiseStructures } from './data.ts';
import { checkDummyLengths } from './length-checks.ts';
import { endElements, type Setter, setBounds, setVariable } from './local.ts';

/** The C parameter of a dummy: the dummy's own name, or a different one if internal procedures share the dummy. */
export function parameterName(em: Emitter, dummy: Sym): string {
  const name = nameOf(em, dummy);
  return em.printer.shared.has(dummy) ? `${dummy.name}_` : name;
}

/** Prints the declarations that belong to dummies: bounds, strides and lengths. */
export function declareDummies(em: Emitter, procedure: Procedure, assignNow: boolean): void {
  const dummies = procedure.dummies.filter((d): d is Sym => d !== undefined);
  for (const dummy of dependentLast(dummies)) guarded(em.scope, () => setUpDummy(em, dummy, assignNow));
}

// Orders variables so that each follows the variables that its bounds or length refer to.
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

/** Visits the variables in an expression. */
export function visitSymbols(e: unknown, visit: (symbol: Sym) => void): void {
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

/** Prints zeroed auxiliary variables for a dummy of a procedure with ENTRY. They are set later. */
export function declareAuxiliaries(em: Emitter, dummy: Sym): void {
  const mode = passMode(dummy);
  const name = nameOf(em, dummy);
  const rank = mode === 'procedure' ? 0 : Math.max(0, rankOf(dummy));
  if (em.printer.shared.has(dummy)) return;
  if (mode !== 'procedure')
    keepDeclaredLengths(em, dummy, (type, variable) => em.line(`${type} ${variable} = 0;`));
  if (rank === 0) return;
  em.line(
    `int32_t ${auxiliaries(rank)
      .map((x) => `${name}_${x} = 0`)
      .join(', ')};`,
  );
  if (mode === 'descriptor') em.line(`char *${name}_B = 0;`);
  else if (mode === 'any-array') em.line(`int32_t ${name}_Z = 0;`);
  else if (typeOf(dummy).base === 'class') em.line(`const ftype *${name}_T = 0;`);
}

function setUpDummy(em: Emitter, dummy: Sym, declareNow: boolean): void {
  setUpPlace(em, dummy, declareNow);
  if (passMode(dummy) !== 'procedure' && !isAssumedRank(dummy)) checkDummyLengths(em, dummy);
}

function setUpPlace(em: Emitter, dummy: Sym, declareNow: boolean): void {
  noteVariable(em, dummy);
  const mode = passMode(dummy);
  const name = nameOf(em, dummy);
  const set: Setter = (type, variable, value) => {
    if (em.printer.shared.has(dummy)) setVariable(em, true, type, variable, value);
    else if (declareNow) em.line(`${type} ${variable} = ${value};`);
    else em.line(`${variable} = ${value};`);
  };
  if (em.printer.shared.has(dummy))
    setVariable(em, true, parameterType(dummy), name, parameterName(em, dummy));
  if (mode === 'procedure') {
    procedureOf(dummy);
    return;
  }
  const type = typeOf(dummy);
  if (type.base === 'character') {
    setUpLength(em, dummy, mode, set);
    checkActualLength(em, dummy, mode, name);
  }
  keepDeclaredLengths(em, dummy, set);
  if (isAssumedRank(dummy)) {
    if (dummy.intent === 'out') clearAnyRank(em, dummy, name, type);
    return;
  }
  if (rankOf(dummy) === 0) {
    if (mode === 'characters' && dummy.has('value')) copyCharacters(em, dummy, name);
    if (mode === 'reference' && dummy.has('value') && !isCopiedByCaller(dummy))
      copyValue(em, name, cType(type));
    if (dummy.intent === 'out') clearOut(em, dummy, name, type);
    return;
  }
  if (mode === 'array' || mode === 'any-array') setUpExplicit(em, dummy, name, set);
  else setUpDescriptor(em, dummy, name, set);
  if (dummy.intent === 'out' && shapeKindOf(dummy) !== 'assumed-size') clearElements(em, dummy, name, type);
}

function clearAnyRank(em: Emitter, dummy: Sym, name: string, type: Type): void {
  if (dummy.allocatable) em.line(`${guardOf(dummy, name)}f_free_array(${name}, ${releaseOf(type, name)});`);
  else clearElements(em, dummy, name, type);
}

function guardOf(dummy: Sym, name: string): string {
  return dummy.optional ? `if (${name}) ` : '';
}

// Prints code that gives the elements of an INTENT(OUT) array their initial values.
function clearElements(em: Emitter, dummy: Sym, name: string, type: Type): void {
  const inner = type.derived;
  if (!inner || inner.opaque || dummy.allocatable || dummy.pointer) return;
  const given = dummy.optional ? name : undefined;
  if (type.base === 'class') {
    em.under(given, () => {
      const whole =
        passMode(dummy) === 'descriptor' ? name : `&${describe(em, layoutOfSymbol(em, dummy), `${name}_T`)}`;
      em.line(`f_reset_array(${whole});`);
    });
    return;
  }
  if (!needsInit(inner)) return;
  if (isAssumedRank(dummy)) {
    em.line(`${guardOf(dummy, name)}{ ${name}->type = &${inner.cName}_type; f_reset_array(${name}); }`);
    return;
  }
  em.under(given, () => {
    if (inner.instance?.lengths.length) renewElements(em, variableNode(dummy));
    else {
      if (needsCopy(inner)) for (const line of endElements(em, dummy)) em.line(line);
      initialiseStructures(em, dummy);
    }
  });
}

// The actual argument must be at least as long as the dummy. Elements in a descriptor must be exactly as long as the
// dummy.
function checkActualLength(em: Emitter, dummy: Sym, mode: string, name: string): void {
  const type = typeOf(dummy);
  const procedure = em.procedure;
  if (!em.program.options.checkBounds || !procedure || procedure.bindC) return;
  if (type.length === '*' || type.length === ':' || dummy.has('value')) return;
  const held = dummy.allocatable || dummy.pointer;
  const own = constantLength(type) ?? (held ? integerText(em, type.length as Typed) : `${name}_N`);
  const d = parameterName(em, dummy);
  const rest = `${own}, "${dummy.name}", ${placeOf(procedure.at)}`;
  const [base, length] = mode === 'cell' ? [`${d}->p`, `${d}->len`] : [`${d}->base`, `${d}->elem`];
  if (mode === 'cell' || (mode === 'descriptor' && !isAssumedRank(dummy)))
    em.line(
      `if (${d} && (${base} || ${length}) && ${length} != ${own}) f_length_mismatch(${length}, ${rest});`,
    );
  const guard = dummy.optional ? `${name} && ` : '';
  if (mode === 'characters') em.line(`if (${guard}${d}_NX < ${own}) f_length_fault(${d}_NX, ${rest});`);
}

// Copies characters that are passed by value, so that the procedure can change them.
function copyCharacters(em: Emitter, dummy: Sym, name: string): void {
  const n = constantLength(typeOf(dummy));
  const length = n === undefined ? `${name}_N` : String(n);
  em.line(`${guardOf(dummy, name)}${name} = (char *)memcpy(f_new(${length}), ${name}, ${length});`);
  em.cleanups.unshift(`free(${name});`);
}

// Copies an optional value, which is passed as a pointer, so that changes remain local.
function copyValue(em: Emitter, name: string, type: string): void {
  const copy = em.printer.fresh();
  em.line(`${type} ${copy}; if (${name}) ${name} = memcpy(&${copy}, ${name}, sizeof ${copy});`);
}

function setUpLength(em: Emitter, dummy: Sym, mode: string, set: Setter): void {
  const type = typeOf(dummy);
  const name = nameOf(em, dummy);
  if (constantLength(type) !== undefined || dummy.allocatable || dummy.pointer) return;
  if (typeof type.length === 'object') set('int32_t', `${name}_N`, integerText(em, type.length));
  else if (mode === 'descriptor')
    set('int32_t', `${name}_N`, `${parameterName(em, dummy)} ? ${parameterName(em, dummy)}->elem : 0`);
  else if (em.printer.shared.has(dummy)) set('int32_t', `${name}_N`, `${parameterName(em, dummy)}_N`);
}

// On entry, allocated memory is freed, and the parts are set to their initial values.
function clearOut(em: Emitter, dummy: Sym, name: string, type: Type): void {
  const inner = type.derived;
  const guard = guardOf(dummy, name);
  if (dummy.allocatable) {
    if (type.base === 'class-star') em.line(`${guard}f_end_any(${name});`);
    else if (type.base === 'character') em.line(`${guard}{ free(${name}->p); ${name}->p = 0; }`);
    else if (type.base === 'class') em.line(`${guard}{ f_destroy(*${name}); *${name} = 0; }`);
    else {
      const parts =
        inner && !inner.opaque && needsCopy(inner) ? `if (*${name}) ${inner.cName}_free(*${name}); ` : '';
      em.line(`${guard}{ ${parts}free(*${name}); *${name} = 0; }`);
    }
  } else if (type.base === 'class' && !dummy.pointer) {
    em.line(`${guard}f_renew(${name});`);
  } else if (inner && !inner.opaque && type.base === 'derived' && !dummy.pointer && needsInit(inner)) {
    if (inner.instance?.lengths.length) em.line(`${guard}${inner.cName}_renew(${name});`);
    else {
      const old = needsCopy(inner) ? `${inner.cName}_free(${name}); ` : '';
      em.line(`${guard}{ ${old}${inner.cName}_init(${name}); }`);
    }
  }
}

function setUpExplicit(em: Emitter, dummy: Sym, name: string, set: Setter): void {
  setBounds(em, dummy, set);
  if (passMode(dummy) === 'any-array')
    set(
      'int32_t',
      `${name}_Z`,
      `${dummy.optional ? `${name} ? ` : ''}f_any_size(*${name})${dummy.optional ? ' : 0' : ''}`,
    );
  if (typeOf(dummy).base === 'class') set('const ftype *', `${name}_T`, tableOfElements(dummy, name));
}

// The first element, if any, determines the dynamic type.
function tableOfElements(dummy: Sym, name: string): string {
  const declared = declaredTable(typeOf(dummy));
  const extents = dimensionsOf(dummy)!.flatMap((dim, i) =>
    dim.high && (maybeInteger(dim.low) === undefined || maybeInteger(dim.high) === undefined)
      ? [`${name}_E${i + 1} > 0`]
      : [],
  );
  return `${[name, ...extents].join(' && ')} ? f_table_or(${name}, ${declared}) : ${declared}`;
}

function setUpDescriptor(em: Emitter, dummy: Sym, name: string, set: Setter): void {
  const type = typeOf(dummy);
  if (shapeKindOf(dummy) === 'deferred') {
    if (dummy.allocatable && dummy.intent === 'out') clearAnyRank(em, dummy, name, type);
    return;
  }
  const p = parameterName(em, dummy);
  const read = (field: string): string => (dummy.optional ? `${p} ? ${p}->${field} : 0` : `${p}->${field}`);
  set('char *', `${name}_B`, dummy.optional ? `${p} ? (char *)${p}->base : (char *)0` : `(char *)${p}->base`);
  dimensionsOf(dummy)!.forEach((dim, i) => {
    if (maybeInteger(dim.low) === undefined) set('int32_t', `${name}_L${i + 1}`, integer(em, dim.low));
    set('int32_t', `${name}_E${i + 1}`, read(`dim[${i}].ext`));
    set('int32_t', `${name}_S${i + 1}`, read(`dim[${i}].stride`));
  });
}
