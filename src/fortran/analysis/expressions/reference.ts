// References: determines whether a name with parentheses is an element, a section, a substring, a component, a call or
// a constructor.

import { foldConstant } from '../../intrinsics/folding/fold.ts';
import { intrinsicNames, isIntrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { describeType, intrinsicNode } from '../../program/constants/constants.ts';
import { makeProcedure } from '../../program/declarations/declare.ts';
import { maybeKindParameter } from '../../program/declarations/parameterized-types.ts';
import {
  dimensionsOf,
  initialOf,
  maybeTypeOf,
  procedureOf,
  rankOf,
  resultTypeOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { become, becomeProcedure, note } from '../../program/symbols/change-symbol.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { implicitProcedure } from '../../program/symbols/implicit-procedure.ts';
import {
  analyse,
  declare,
  lookup,
  maybeImplicitTypeSpec,
  namesIn,
  refuseAmbiguous,
} from '../../program/symbols/names.ts';
import type {
  MaybeTyped,
  Procedure,
  Scope,
  Subscript,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import { specificNames, specificOf } from '../../program/symbols/specific-names.ts';
import { type Position, refuse, refuseWord, throwFault } from '../../source/diagnostics.ts';
import type { Reference, ReferencePart } from '../../syntax/tree/syntax-tree.ts';
import { analyseArguments, callProcedure } from '../calls/call.ts';
import { refuseAbstract } from '../calls/call-rules.ts';
import { checkAccess, componentOf, findComponent } from '../calls/find-component.ts';
import { areCompiledApart } from '../calls/match-arguments.ts';
import { procedureNode } from '../calls/procedure-node.ts';
import { analyseBoundCall, analyseGenericCall } from './generic.ts';
import { analyseIntrinsic } from './intrinsic.ts';
import { expandStatementFunction } from './statement-function.ts';
import { analyseConstructor } from './structure.ts';
import { analyseSubscript, applyLists, isSubstringList } from './subscripts.ts';

/** Analyses a reference as a value; calls/call.ts handles calls to subroutines. */
export function analyseReference(scope: Scope, reference: Reference): Typed {
  const first = reference.parts[0]!;
  if (first.name === '') {
    const text = analyse(scope, first.lists[0]![0]!.value!);
    return applyLists(scope, text, first.lists.slice(1), first.at);
  }
  let value = analyseFirst(scope, first, reference.parts.length === 1);
  if (reference.parts.length > 1 && value.k === 'call')
    refuse(
      reference.parts[1]!.at,
      `A part of the result of "${value.target.procedure.name}" cannot be accessed directly: name the result with ASSOCIATE or assign it to a variable.`,
    );
  for (const part of reference.parts.slice(1)) value = analysePart(scope, value, part);
  return value;
}

function analyseFirst(scope: Scope, part: ReferencePart, alone: boolean): Typed {
  const symbol = findSymbol(scope, part);
  const withRest = (value: Typed): Typed => applyLists(scope, value, part.lists.slice(1), part.at);
  if (!symbol) {
    return withRest(analyseIntrinsic(scope, part.name, part.lists[0]!, part.at));
  }
  note(symbol, 'used');
  refuseAmbiguous(scope, part.name, part.at);
  if (symbol.k === 'unknown') settleUnknown(scope, symbol, part);
  const { meaning } = symbol;
  switch (meaning.k) {
    case 'constant':
    case 'variable':
      // There is only one image, so a coindexed object is an object on this image.
      if (part.selector && !symbol.written.codimensions && !symbol.association)
        refuse(part.at, `"${symbol.name}" is not a coarray.`);
      return analyseVariable(scope, symbol, part);
    case 'procedure':
      return analyseProcedureName(scope, symbol, part, alone);
    case 'intrinsic':
      if (part.lists.length === 0) return procedureValue(scope, symbol, part.at);
      return withRest(analyseIntrinsic(scope, symbol.name, part.lists[0]!, part.at));
    case 'generic':
      if (part.lists.length === 0) return genericAsProcedure(scope, symbol, part.at);
      return withRest(analyseGenericCall(scope, symbol, part.lists[0]!, part.at, true));
    case 'type':
      if (part.lists.length === 0) break;
      return analyseConstructor(scope, meaning.derived, part);
    case 'statement-function':
      return withRest(expandStatementFunction(scope, symbol, meaning, part));
    default:
  }
  refuse(part.at, `"${part.name}" is a ${symbol.k} and has no value.`);
}

// Returns undefined for the name of an undeclared intrinsic function.
function findSymbol(scope: Scope, part: ReferencePart): Sym | undefined {
  const known = lookup(scope, part.name);
  if (known) {
    if (known.scope.k === 'construct' || known.scope.k === 'block' || known.k !== 'unknown') return known;
    const plain =
      !known.written.declared && !known.written.dimensions && !known.dummy && known.words.size === 0;
    if (plain && part.lists.length > 0 && isIntrinsicFunction(part.name) && !known.noted.used)
      return undefined;
    return known;
  }
  const self = maybeSelf(scope, part);
  if (self) return self;
  if (part.lists.length > 0 && isIntrinsicFunction(part.name)) return undefined;
  return declare(scope.host, part.name, part.at);
}

// Finds a procedure that uses its own name to refer to itself: an external subroutine, or a function with RESULT.
function maybeSelf(scope: Scope, part: ReferencePart): Sym | undefined {
  const { procedure } = scope.host;
  if (procedure?.name !== part.name || procedure.result?.name === part.name) return undefined;
  const symbol = declare(scope.host, part.name, part.at);
  become(symbol, { k: 'procedure', procedure });
  return symbol;
}

// An undeclared name is a function if it has arguments and no bounds.
function settleUnknown(scope: Scope, symbol: Sym, part: ReferencePart): void {
  if (part.lists.length === 0 || symbol.written.dimensions || symbol.association) {
    if (!symbol.written.declared && !symbol.association) checkTyped(symbol, part.at);
    become(symbol, { k: 'variable' });
    return;
  }
  const type = maybeTypeOf(symbol);
  if (type?.base === 'character' && isSubstringList(part.lists[0])) {
    become(symbol, { k: 'variable' });
    return;
  }
  if (!symbol.dummy && isIntrinsicFunction(symbol.name) && !scope.program.externals.has(symbol.name)) {
    become(symbol, { k: 'intrinsic' });
    return;
  }
  const procedure = makeProcedure(symbol);
  const definition = symbol.dummy ? undefined : scope.program.externals.get(symbol.name);
  if (definition) becomeProcedure(symbol, { procedure: definition });
  else {
    if (!type)
      refuseWord(part.at, `"${symbol.name}" is neither an array nor a declared function.`, symbol.name, [
        ...namesIn(scope),
        ...intrinsicNames(),
      ]);
    procedure.isFunction = true;
    procedure.resultType = type;
  }
}

function checkTyped(symbol: Sym, at: Position): void {
  if (!symbol.written.type && !symbol.resolved.type && !maybeImplicitTypeSpec(symbol.scope, symbol.name)) {
    symbol.scope.symbols.delete(symbol.name);
    const message = `The name "${symbol.name}" is not declared, and IMPLICIT NONE is in effect.`;
    refuseWord(at, message, symbol.name, namesIn(symbol.scope));
  }
}

/** The whole variable or constant, used as a value. */
function wholeVariable(symbol: Sym, at: Position): Typed {
  const type = typeOf(symbol);
  const rank = rankOf(symbol);
  if (symbol.k === 'constant') {
    // The value of a constant may inquire about the constant's own type or shape: `huge(n)`,
    // `reshape([1, 2, 3, 4], shape(a))`.
    if (symbol.scope.program.pending.values.has(symbol) && (rank === 0 || symbol.resolved.dims))
      return { k: 'variable', at, type, rank, sym: symbol };
    const value = initialOf(symbol) ?? refuse(at, `The constant "${symbol.name}" has no value yet.`);
    if (value.k === 'const') return { ...value, at, type: typeOf(symbol) };
    return { k: 'variable', at, type: typeOf(symbol), rank: rankOf(symbol), sym: symbol };
  }
  return { k: 'variable', at, type, rank, sym: symbol };
}

function analyseVariable(scope: Scope, symbol: Sym, part: ReferencePart): Typed {
  dimensionsOf(symbol);
  // Inside a function, its name followed by arguments is a call to the function itself.
  if (symbol.result && part.lists.length > 0 && rankOf(symbol) === 0) {
    const type = typeOf(symbol);
    const procedure = ownerOf(symbol);
    if (procedure && !(type.base === 'character' && isSubstringList(part.lists[0])))
      return callProcedure(scope, procedure, analyseArguments(scope, part.lists[0]!), part.at);
  }
  return applyLists(scope, wholeVariable(symbol, part.at), part.lists, part.at);
}

function ownerOf(symbol: Sym): Procedure | undefined {
  const { procedure } = symbol.scope;
  if (!procedure) return undefined;
  if (procedure.result === symbol) return procedure;
  return procedure.entries.find((e) => e.result === symbol);
}

function analyseProcedureName(scope: Scope, symbol: Sym, part: ReferencePart, alone: boolean): Typed {
  const procedure = procedureOf(symbol)!;
  if (part.lists.length === 0) {
    if (!alone) refuse(part.at, `"${part.name}" is a procedure and has no components.`);
    return procedureValue(scope, symbol, part.at);
  }
  refuseAbstract(symbol, part.at);
  const resolved = resolveExternal(symbol, procedure, scope);
  throwFault(part.at, externalTypeFault(symbol, resolved, part.at));
  if (!resolved.isFunction && resolved.implicitInterface) {
    const type = symbol.written.type || symbol.resolved.type ? typeOf(symbol) : maybeTypeOf(symbol);
    if (!type) refuse(part.at, `The function "${part.name}" has no type.`);
    resolved.isFunction = true;
    resolved.resultType = type;
  }
  if (!resolved.isFunction)
    refuse(part.at, `"${part.name}" is a subroutine and cannot be used as a function.`);
  const list = analyseArguments(scope, part.lists[0]!);
  const call = callProcedure(scope, resolved, list, part.at, symbol);
  return applyLists(scope, call, part.lists.slice(1), part.at);
}

// A function's declared type must agree with its definition.
function externalTypeFault(symbol: Sym, definition: Procedure, at: Position): string | undefined {
  const isOwn = definition.unit && definition.place === 'external' && symbol.scope.procedure !== definition;
  if (
    !isOwn ||
    !definition.isFunction ||
    symbol.dummy ||
    !symbol.written.type ||
    areCompiledApart(definition, at)
  )
    return undefined;
  const [type, given] = [typeOf(symbol), resultTypeOf(definition)];
  if (given && (type.base !== given.base || type.kind !== given.kind))
    return `The function "${symbol.name}" is declared as ${describeType(type)} here, but is ${describeType(given)}.`;
  return undefined;
}

/** The definition of an external procedure if the program contains one, otherwise its known interface. */
export function resolveExternal(symbol: Sym, procedure: Procedure, scope: Scope): Procedure {
  if (symbol.dummy || symbol.pointer) return procedure;
  if (procedure.place !== 'external' && procedure.place !== 'interface') return procedure;
  const definition = scope.program.externals.get(procedure.name);
  if (definition && !procedure.bindC) return definition;
  if (procedure.implicitInterface && procedure.name === scope.program.mainName)
    refuse(symbol.at, `"${procedure.name}" is the main program and cannot be called.`);
  return procedure;
}

function procedureValue(scope: Scope, symbol: Sym, at: Position): Typed {
  if (symbol.k === 'intrinsic') {
    throwFault(at, actualFault(symbol.name));
    const procedure = implicitProcedure(scope, symbol.name, at, 'external');
    return procedureNode(procedure, at, symbol);
  }
  const procedure = resolveExternal(symbol, procedureOf(symbol)!, scope);
  return procedureNode(procedure, at, symbol);
}

function genericAsProcedure(scope: Scope, symbol: Sym, at: Position): Typed {
  const specific = symbol.specifics.find((s) => s.name === symbol.name) ?? symbol.specifics[0];
  if (!specific?.procedure) refuse(at, `The generic name "${symbol.name}" has no value.`);
  return procedureValue(scope, specific, at);
}

function analysePart(scope: Scope, base: Typed, part: ReferencePart): Typed {
  const inquiry = maybeTypeInquiry(scope, base, part);
  if (inquiry) return inquiry;
  const type =
    base.type.derived ?? refuse(part.at, `${describeType(base.type)} has no component "${part.name}".`);
  const kind = maybeKindParameter(type, part.name);
  if (kind) return { ...kind, at: part.at };
  const chain = findComponent(type, part.name);
  if (!chain) return analyseBoundCall(scope, base, part, true);
  let value = base;
  for (const component of chain) value = componentOf(value, component, part.at, part.lists.length > 0);
  const last = chain.at(-1)!;
  checkAccess(scope, type, last, part.at);
  if (last.type.base === 'procedure')
    return part.lists.length === 0 ? value : analyseBoundCall(scope, base, part, true);
  if (base.rank > 0 && (last.dims?.length ?? 0) > 0) return elementOfEach(scope, value, base.rank, part);
  // Parentheses after a scalar component of an array select a substring of each element.
  return applyLists(scope, value, part.lists, part.at, base.rank > 0);
}

// `array%component(i)`: keeps the array's dimensions and applies the subscripts to the component.
function elementOfEach(scope: Scope, value: Typed, whole: number, part: ReferencePart): Typed {
  const list = part.lists[0]!;
  if (list.length !== value.rank - whole) {
    refuse(
      part.at,
      `The component "${part.name}" has rank ${value.rank - whole}, but ${list.length} subscript(s) are given.`,
    );
  }
  const subscripts: Subscript[] = [
    ...Array.from({ length: whole }, () => ({ k: 'range' as const })),
    ...list.map((argument) => analyseSubscript(scope, argument)),
  ];
  if (subscripts.slice(whole).some((s) => s.k !== 'index'))
    refuse(part.at, 'Two parts of this reference are arrays; only one part may be an array.');
  const { at } = part;
  const section: Typed = { k: 'section', at, type: value.type, rank: whole, base: value, subscripts };
  return applyLists(scope, section, part.lists.slice(1), part.at, true);
}

function maybeTypeInquiry(scope: Scope, base: Typed, part: ReferencePart): MaybeTyped {
  if (base.type.base === 'complex' && (part.name === 're' || part.name === 'im')) {
    refuseLater(scope, 2008, `%${part.name.toUpperCase()} of a complex number`, part.at);
    const type: Type = { base: 'real', kind: base.type.kind };
    return foldConstant({ k: 'part', at: part.at, type, rank: base.rank, base, part: part.name });
  }
  if (base.type.derived) return undefined;
  if (part.name === 'kind' || part.name === 'len') {
    refuseLater(scope, 2003, `%${part.name.toUpperCase()}`, part.at);
    if (part.name === 'len' && base.type.base !== 'character')
      refuse(part.at, `Only characters have %LEN; this is ${describeType(base.type)}.`);
    return foldConstant(intrinsicNode(part.name, [base], { at: part.at, type: scope.kinds.integer }));
  }
  return undefined;
}

const WITHOUT_GENERIC =
  'abs acos acosd acosh aimag aint anint asin asind asinh atan atan2 atan2d atand atanh conjg cos cosd cosh cotan cotand dim dprod exp index len mod nint sign sin sind sinh sqrt tan tand tanh';
const SPECIFIC =
  'alog alog10 amod cabs ccos cdabs cdcos cdexp cdlog cdsin cdsqrt cexp clog csin csqrt dabs dacos dacosd dacosh dasin dasind dasinh datan datan2 datan2d datand datanh dconjg dcos dcosd dcosh dcotan dcotand ddim dexp dimag dint dlog dlog10 dmod dnint dsign dsin dsind dsinh dsqrt dtan dtand dtanh iabs idim idnint imag imagpart isign zabs zcos zexp zlog zsin zsqrt';

const ACTUAL: ReadonlySet<string> = new Set(`${WITHOUT_GENERIC} ${SPECIFIC}`.split(' '));

/** Reason why an intrinsic procedure can be neither an argument nor a target, or undefined if it can be either. */
function actualFault(name: string): string | undefined {
  if (ACTUAL.has(name)) return undefined;
  const generic = specificOf(name)?.generic ?? name;
  const others = [...specificNames()].filter((s) => ACTUAL.has(s) && specificOf(s)!.generic === generic);
  const hint = others.length > 0 ? `; ${others.map((s) => s.toUpperCase()).join(', ')} can` : '';
  return `The intrinsic procedure "${name}" cannot be an argument or the target of a pointer${hint}.`;
}
