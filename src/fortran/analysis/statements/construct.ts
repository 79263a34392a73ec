// Constructs that introduce names: ASSOCIATE, SELECT TYPE, SELECT RANK, BLOCK and DO CONCURRENT.

import {
  constantLength,
  INTEGER,
  integerConstant,
  intrinsicNode,
  maybeInteger,
} from '../../program/constants/constants.ts';
import { coerce, lineage } from '../../program/constants/conversions.ts';
import { isWide } from '../../program/constants/wide-characters.ts';
import { declareAll } from '../../program/declarations/declare.ts';
import {
  dimensionsOf,
  isAssumedRank,
  resolveInteger,
  resolveType,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import {
  addWords,
  become,
  becomeDummy,
  setAttributes,
  setResolved,
  setWritten,
} from '../../program/symbols/change-symbol.ts';
import { declare } from '../../program/symbols/names.ts';
import { MAX_RANK } from '../../program/symbols/ranks.ts';
import {
  type Dimension,
  type Node,
  Scope,
  type Sym,
  type Type,
  type Typed,
} from '../../program/symbols/semantics.ts';
import type {
  AssociateName,
  Construct,
  IndexLoop,
  RankCase,
  TypedOf,
  TypedStatement,
  TypeGuard,
} from '../../program/walking/typed-statements.ts';
import { refuse } from '../../source/diagnostics.ts';
import type {
  Bound,
  Expression,
  Locality,
  LocalVariable,
  LoopControl,
  Statement,
} from '../../syntax/tree/syntax-tree.ts';
import { checkBranches } from '../checks/branches.ts';
import { checkGuards, type Guard } from '../checks/guards.ts';
import { checkLocals } from '../checks/locals.ts';
import { checkLoopHeader, checkMask, checkStep } from '../checks/loops.ts';
import { requireBound } from '../checks/require-scalar.ts';
import { checkScope } from '../checks/scope.ts';
import { checkSymbols } from '../declarations/attributes.ts';
import { prepareScope } from '../declarations/prepare-scope.ts';
import { analyse, analyseName } from '../expressions/expression.ts';
import { checkReduced } from '../openmp/clauses.ts';
import { firstUnknown } from '../openmp/shared-names.ts';
import { makeAssignment } from './assignment.ts';
import { inside, type Of, type Place } from './statement-place.ts';

export function childScope(outer: Scope, k: 'construct' | 'block'): Scope {
  const scope = new Scope(outer.program, k, '', outer);
  scope.cPrefix = outer.host.cPrefix;
  return scope;
}

// ---- ASSOCIATE and SELECT TYPE ----------------------------------------------------------------------------------------

function associate(scope: Scope, name: string, value: Typed): AssociateName {
  if (value.k === 'null') refuse(value.at, 'An associate name cannot be NULL().');
  const symbol = declare(scope, name, value.at);
  become(symbol, { k: 'variable', association: value });
  setResolved(symbol, { type: associatedType(value) });
  return { symbol, value };
}

function associatedType(value: Typed): Type {
  if (value.type.base !== 'character' || constantLength(value.type) !== undefined) return value.type;
  return { ...value.type, length: '*' };
}

export function analyseAssociate(place: Place, s: Of<'associate'>): TypedOf<'associate'> {
  const construct: Construct = { name: s.name, isLoop: false };
  const scope = childScope(place.scope, 'construct');
  const names = s.items.map((item) => {
    const value = analyse(place.scope, item.value);
    if (scope.symbols.has(item.name)) refuse(value.at, `"${item.name}" is already an associate name.`);
    return associate(scope, item.name, value);
  });
  const body = place.analyseBody(inside(place, construct, scope), s.body);
  return { k: 'associate', at: s.at, construct, scope, names, body };
}

export function analyseSelectType(place: Place, s: Of<'select-type'>): TypedOf<'select-type'> {
  const construct: Construct = { name: s.name, isLoop: false };
  let selector = analyse(place.scope, s.value);
  if (selector.type.base !== 'class' && selector.type.base !== 'class-star')
    refuse(s.at, 'The selector of SELECT TYPE must be polymorphic.');
  const [first, ...more] = s.value.k === 'ref' ? s.value.parts : [];
  const isName = first !== undefined && first.lists.length === 0 && more.length === 0;
  const name = s.associate ?? (isName ? first.name : undefined);
  if (name === undefined) refuse(s.at, 'SELECT TYPE needs a name for this selector: (name => selector).');
  const isValue = selector.k === 'paren';
  while (selector.k === 'paren') selector = selector.operand;
  const guards = s.cases.map((c) => ({ ...c, type: c.type && resolveType(place.scope, c.type) }));
  checkGuards(guards, selector.type);
  const cases = inOrder(guards).map(({ guard, type, body }): TypeGuard => {
    const scope = childScope(place.scope, 'construct');
    const operand = guardedValue(selector, guard, type);
    const value: Typed = { k: 'paren', at: operand.at, type: operand.type, rank: operand.rank, operand };
    const { symbol } = associate(scope, name, isValue ? value : operand);
    return { guard, type, symbol, scope, body: place.analyseBody(inside(place, construct, scope), body) };
  });
  return { k: 'select-type', at: s.at, construct, selector, cases };
}

// CLASS IS chooses the closest type, so deeper extensions are tested first.
function inOrder<G extends Guard>(guards: readonly G[]): G[] {
  return [...guards].sort((a, b) => guardRank(b) - guardRank(a));
}

function guardRank(c: Guard): number {
  if (c.guard === 'default') return -1;
  if (c.guard === 'type' || !c.type) return 1000;
  return lineage(c.type.derived).length;
}

export function guardedValue(value: Typed, guard: Guard['guard'], type: Type | undefined): Typed {
  if (!type || guard === 'default') return value;
  const own: Type = guard === 'class' ? { ...type, base: 'class' } : type;
  return { k: 'narrow', at: value.at, type: own, rank: value.rank, base: value };
}

// ---- SELECT RANK --------------------------------------------------------------------------------------------------

export function analyseSelectRank(place: Place, s: Of<'select-rank'>): TypedOf<'select-rank'> {
  const construct: Construct = { name: s.name, isLoop: false };
  const selector = analyse(place.scope, s.value);
  if (selector.k !== 'variable' || !isAssumedRank(selector.sym))
    refuse(s.value.at, 'The selector of SELECT RANK must be an assumed-rank dummy argument.');
  const sorted = [...s.cases].sort((a, b) => Number(a.rank === 'default') - Number(b.rank === 'default'));
  const seen = new Set<RankCase['rank']>();
  const cases = sorted.map((c): RankCase => {
    const open = c.rank === '*' ? '*' : 'any';
    const rank = typeof c.rank === 'object' ? rankOfCase(place.scope, c.rank) : open;
    if (seen.has(rank)) refuse(c.at, 'This rank already has a case.');
    seen.add(rank);
    if (rank === '*' && (selector.sym.pointer || selector.sym.allocatable))
      refuse(c.at, 'RANK (*) is not allowed for a pointer or allocatable selector.');
    const scope = childScope(place.scope, 'construct');
    const symbol = declare(scope, s.associate ?? selector.sym.name, c.at);
    giveRank(symbol, selector.sym, rank);
    return { rank, symbol, scope, body: place.analyseBody(inside(place, construct, scope), c.body) };
  });
  return { k: 'select-rank', at: s.at, construct, selector, cases };
}

function rankOfCase(scope: Scope, rank: Expression): number {
  const n = resolveInteger(scope, rank);
  if (n < 0 || n > MAX_RANK) refuse(rank.at, `Arrays cannot have rank ${n}.`);
  return n;
}

// Declares the selector's name as a separate dummy with the rank of the branch.
function giveRank(symbol: Sym, selector: Sym, rank: RankCase['rank']): void {
  become(symbol, { k: 'variable' });
  const type = typeOf(selector);
  setResolved(symbol, { type });
  becomeDummy(symbol);
  setAttributes(symbol, { intent: selector.intent });
  const words = [...selector.words].filter((word) => word !== 'optional');
  addWords(symbol, words);
  if (rank === 'any') setWritten(symbol, { dimensions: 'assumed-rank' });
  else if (rank === '*') setWritten(symbol, { dimensions: [{ high: '*' }] });
  else if (rank > 0) setWritten(symbol, { dimensions: Array.from({ length: rank }, (): Bound => ({})) });
}

// ---- BLOCK ------------------------------------------------------------------------------------------------------------

/** Specifications that are allowed only in whole program units (Fortran 2018, C1107). */
const NOT_IN_BLOCK: ReadonlySet<string> = new Set(['common', 'equivalence', 'implicit', 'namelist']);

export function analyseBlock(place: Place, s: Of<'block'>): TypedOf<'block'> {
  const construct: Construct = { name: s.name, isLoop: false, closed: s.closed };
  if (s.closed) checkBranches(s.closed, s.body, place.scope.host.unit!.body);
  const scope = childScope(place.scope, 'block');
  const misplaced = s.specifications.find(({ k }) => NOT_IN_BLOCK.has(k));
  if (misplaced) refuse(misplaced.at, `BLOCK cannot have ${misplaced.k.toUpperCase()}.`);
  declareAll(scope, s.specifications);
  if (s.locality) checkLocality(place.scope, s.locality, s.body);
  const { locals = [] } = s.locality ?? {};
  const initial = locals.flatMap((local) => declareLocalVariable(place.scope, scope, local));
  const { data } = prepareScope(scope, s.specifications, s.body);
  checkScope(scope);
  checkSymbols(scope);
  const body = place.analyseBody(inside(place, construct, scope), s.body);
  checkLocals(scope);
  return { k: 'block', at: s.at, construct, scope, data, body: [...initial, ...body] };
}

// A variable can have only one role and must not be a loop index. With DEFAULT(NONE), each variable needs a role.
function checkLocality(scope: Scope, { locals, shared, noneAt }: Locality, body: readonly Statement[]): void {
  const known = new Set(scope.symbols.keys());
  for (const { at, name } of [...locals, ...shared]) {
    if (known.has(name)) refuse(at, `"${name}" already has a locality spec.`);
    known.add(name);
  }
  for (const { at, name, operator } of shared) {
    const value = analyseName(scope, name, at);
    if (value.k !== 'variable') refuse(at, `"${name}" is not a variable, so it is not allowed in SHARED.`);
    if (operator !== undefined) checkReduced(operator, name, value.type, at);
  }
  const missing = noneAt && firstUnknown(scope, body, known);
  if (missing !== undefined)
    refuse(noneAt!, `DEFAULT(NONE): "${missing}" is not listed in any locality spec of DO CONCURRENT.`);
}

// A LOCAL variable has the type and shape of the variable outside; a LOCAL_INIT variable also has its value.
function declareLocalVariable(outer: Scope, scope: Scope, local: LocalVariable): TypedStatement[] {
  const { at, name, isInitial } = local;
  const value = analyseName(outer, name, at);
  if (value.k !== 'variable' || value.sym.k !== 'variable')
    refuse(at, `"${name}" is not a variable, so it is not allowed in LOCAL.`);
  const { sym, type } = value;
  const isSized = sym.pointer || /^(undefined|explicit|assumed-shape)$/.test(String(shapeKindOf(sym)));
  const lengths = isWide(type) ? [type.length] : type.lengths;
  const varies = lengths?.some(
    (n) => n !== undefined && (typeof n !== 'object' || maybeInteger(n) === undefined),
  );
  if (!isSized || varies || sym.allocatable || sym.association)
    refuse(at, `LOCAL for "${name}", which has no declared size, is not supported.`);
  const symbol = declare(scope, name, at);
  become(symbol, { k: 'variable' });
  addWords(
    symbol,
    ['pointer', 'target'].filter((word) => sym.has(word)),
  );
  if (sym.pointer) setWritten(symbol, { dimensions: sym.written.dimensions });
  const dims = sym.pointer ? dimensionsOf(sym) : boundsOf(value);
  setResolved(symbol, { type: sizedType(value), hasDims: true, dims });
  const target: Typed = { ...value, sym: symbol };
  if (!isInitial) return [];
  return sym.pointer
    ? [{ k: 'pointer-assignment', at, pointer: target, value, bounds: { lower: [] } }]
    : [makeAssignment(scope, target, value, at)];
}

// The current bounds of a variable: its declaration may refer to values that have changed since.
function boundsOf(value: Node<'variable'>): Dimension[] | undefined {
  const bound = (name: string, i: number): Typed =>
    intrinsicNode(name, [value, integerConstant(i + 1)], { at: value.at, type: INTEGER });
  return dimensionsOf(value.sym)?.map(({ low, high }, i) =>
    maybeInteger(low) !== undefined && maybeInteger(high) !== undefined
      ? { low, high }
      : { low: bound('lbound', i), high: bound('ubound', i) },
  );
}

function sizedType(value: Node<'variable'>): Type {
  const { type, at } = value;
  if (type.base !== 'character' || constantLength(type) !== undefined) return type;
  return { ...type, length: intrinsicNode('len', [value], { at, type: INTEGER }) };
}

// ---- DO CONCURRENT ----------------------------------------------------------------------------------------------------

export function analyseConcurrent(place: Place, s: Of<'do-concurrent'>): TypedOf<'do-concurrent'> {
  checkLoopHeader(s.loops);
  checkBranches('DO CONCURRENT', s.body, place.scope.host.unit!.body);
  const construct: Construct = { name: s.name, isLoop: true, closed: 'DO CONCURRENT' };
  const scope = childScope(place.scope, 'construct');
  scope.purity = 'DO CONCURRENT';
  const loops = analyseIndexLoops(place.scope, scope, s.loops);
  const mask = s.mask && analyse(scope, s.mask);
  if (mask) checkMask(mask);
  const body = place.analyseBody(inside(place, construct, scope), s.body);
  return { k: 'do-concurrent', at: s.at, construct, scope, loops, mask, body };
}

/** Loops over index variables that are declared in a new scope. */
export function analyseIndexLoops(outer: Scope, scope: Scope, header: readonly LoopControl[]): IndexLoop[] {
  return header.map((loop) => {
    // Bounds may refer to variables of enclosing loops, but not to those of this loop.
    const bounds = new Scope(outer.program, 'construct', '', outer);
    for (const [name, symbol] of scope.symbols) bounds.symbols.set(name, symbol);
    if (scope.symbols.has(loop.variable))
      refuse(loop.at, `"${loop.variable}" is already an index of this statement.`);
    const variable = declare(scope, loop.variable, loop.at);
    become(variable, { k: 'variable' });
    scope.host.loopVariables.add(variable);
    const type = loop.type ? resolveType(outer, loop.type) : analyseName(outer, loop.variable, loop.at).type;
    if (type.base !== 'integer') refuse(loop.at, `The index "${loop.variable}" must be an integer.`);
    setResolved(variable, { type });
    const value = (e: Expression): Typed => coerce(requireBound(analyse(bounds, e), false), type, e.at);
    const step = loop.step && value(loop.step);
    checkStep(step);
    return { variable, type, first: value(loop.first), last: value(loop.last), step };
  });
}
