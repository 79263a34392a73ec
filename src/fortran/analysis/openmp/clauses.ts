// The clauses of OpenMP directives: their keywords, values and variables.

import { describeType, maybeInteger } from '../../program/constants/constants.ts';
import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { lookup } from '../../program/symbols/names.ts';
import type { MaybeTyped, Scope, Sym, Type } from '../../program/symbols/semantics.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { parseExpression } from '../../syntax/parsing/expression.ts';
import { cursorOf } from '../../syntax/parsing/statement.ts';
import { type Clause, type Directive, mayRepeat } from '../../syntax/tree/openmp-directives.ts';
import { analyse } from '../expressions/expression.ts';

/**
 * Clauses with integer values: those in POSITIVE require a constant above 0, and those in INTEGER accept any integer.
 */
const POSITIVE = /^(collapse|ordered|partial)$/;
const INTEGER = /^(num_threads|thread_limit|priority|filter|safelen|simdlen|device|grainsize|num_tasks)$/;
const MODIFIERS: Readonly<Record<string, RegExp>> = {
  device: /^(ancestor|device_num):/,
  grainsize: /^strict:/,
  num_tasks: /^strict:/,
};

const MAP = '(always|close|present|iterator\\(.*?\\))';
const MAP_TYPE = 'to|from|tofrom|alloc|release|delete';
/** Clauses that accept a keyword from a list. */
const WORDS: Readonly<Record<string, RegExp>> = {
  default: /^(none|shared|private|firstprivate)$/,
  proc_bind: /^(master|primary|close|spread)$/,
  order: /^((reproducible|unconstrained):)?concurrent$/,
  bind: /^(teams|parallel|thread)$/,
  dist_schedule: /^static(,.+)?$/,
  schedule:
    /^((monotonic|nonmonotonic|simd)(,(monotonic|nonmonotonic|simd))?:)?((static|dynamic|guided)(,.+)?|auto|runtime)$/,
  atomic_default_mem_order: /^(seq_cst|acq_rel|relaxed)$/,
  device_type: /^(host|nohost|any)$/,
  fail: /^(seq_cst|acquire|relaxed)$/,
  defaultmap:
    /^(alloc|to|from|tofrom|firstprivate|none|default|present)(:(scalar|aggregate|allocatable|pointer|all))?$/,
};

/** Throws if a clause occurs too often. */
export function checkRepeats({ name, clauses }: Directive, at: Position): void {
  const ifOf = ({ text = '' }: Clause): string => /^([a-z]+):(?!:)/.exec(text)?.[1] ?? '';
  for (const [i, clause] of clauses.entries()) {
    const before = clauses.slice(0, i).filter((c) => c.name === clause.name);
    if (clause.name !== '' && before.length > 0 && !mayRepeat(clause.name))
      refuse(at, `${name.toUpperCase()} has ${clause.name.toUpperCase()} twice.`);
    const items = UNIQUE.test(clause.name) ? clauses.filter((c) => UNIQUE.test(c.name)).flatMap(itemsOf) : [];
    const twice = itemsOf(clause).find((item) => items.indexOf(item) !== items.lastIndexOf(item));
    if (twice !== undefined) refuse(at, `"${twice}" appears twice in the clauses of ${name.toUpperCase()}.`);
    if (clause.name === 'if' && before.some((c) => ifOf(c) === ifOf(clause)))
      refuse(at, `${name.toUpperCase()} has IF twice for the same directive.`);
  }
}

const UNIQUE = /^(nontemporal|has_device_addr)$/;

/** Throws if a clause has an invalid value. */
export function checkClauseValues(scope: Scope, directive: Directive, at: Position): void {
  for (const { name, text } of directive.clauses) {
    if (text === undefined) continue;
    const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (words && !words.test(text)) refuse(at, `"${text}" is not allowed in ${name.toUpperCase()}.`);
    if (name === 'if' || name === 'final') throwFault(at, logicalFault(scope, name, text, at));
    const demand = POSITIVE.test(name) ? 'positive' : INTEGER.test(name) ? 'any' : undefined;
    if (demand) throwFault(at, integerFault(scope, { name, text }, demand, at));
    const chunk = /^[a-z]+,(.+)$/.exec(text.replace(/^[a-z,]+:(?!:)/, ''))?.[1];
    if (/schedule$/.test(name) && chunk !== undefined)
      throwFault(at, integerFault(scope, { name, text: chunk }, 'any', at));
  }
  checkSchedule(directive, at);
  checkMaps(directive, at);
  if (has(directive, 'nowait') && has(directive, 'copyprivate'))
    refuse(at, 'NOWAIT and COPYPRIVATE are mutually exclusive.');
  for (const [one, other] of EXCLUSIVE)
    if (has(directive, one!) && has(directive, other!))
      refuse(at, `${one!.toUpperCase()} and ${other!.toUpperCase()} are mutually exclusive.`);
}

/** Reports modifiers that belong to other directives. */
export function modifiersFault(directive: Directive): string | undefined {
  const { name, clauses } = directive;
  const own = clauses
    .filter((c) => /^((first|last)?private|linear|reduction)$/.test(c.name))
    .flatMap(itemsOf);
  for (const clause of clauses) {
    const text = clause.text ?? '';
    if (clause.name === 'lastprivate' && /^conditional:/.test(text) && /^(distribute|taskloop)$/.test(name))
      return `${name.toUpperCase()} cannot have CONDITIONAL in LASTPRIVATE.`;
    const modifiers = text.includes(':') ? text.slice(text.indexOf(':') + 1).split(/[:,]/) : [];
    const isByAddress = /^(ref|uval)\(/.test(text) || modifiers.some((word) => /^(ref|uval)$/.test(word));
    if (clause.name === 'linear' && isByAddress && name !== 'declare simd')
      return 'REF and UVAL in LINEAR are allowed only on DECLARE SIMD.';
    if (clause.name !== 'allocate' || /^target/.test(name)) continue;
    const open = splitList(text.replace(/^(?:[^:()]|\([^()]*\))*:(?!:)/, '')).find(
      (item) => !own.includes(item),
    );
    if (open !== undefined && name !== 'taskgroup')
      return `"${open}" in ALLOCATE must also be in a clause that makes it private to the region.`;
  }
  return undefined;
}

const EXCLUSIVE: readonly (readonly string[])[] = [
  ['inbranch', 'notinbranch'],
  ['grainsize', 'num_tasks'],
  ['nogroup', 'reduction'],
  ['detach', 'mergeable'],
  ['ordered', 'order'],
  ['full', 'partial'],
];

const has = ({ clauses }: Directive, name: string): boolean => clauses.some((c) => c.name === name);

// Returns undefined if the value refers to something that only a complete omp_lib would define.
function maybeValue(scope: Scope, text: string, at: Position): MaybeTyped {
  if (/\bomp_/.test(text)) return undefined;
  const c = cursorOf({ text, label: undefined, offsets: [0], positions: [at], free: false });
  const expression = parseExpression(c);
  c.expectEnd();
  return analyse(scope, expression);
}

function logicalFault(scope: Scope, name: string, text: string, at: Position): string | undefined {
  const value = maybeValue(scope, text.replace(/^[a-z]+:(?!:)/, ''), at);
  if (value && (value.type.base !== 'logical' || value.rank > 0))
    return `${name.toUpperCase()} needs a logical scalar; this is ${value.rank > 0 ? 'an array of type ' : ''}${describeType(value.type)}.`;
  return undefined;
}

function integerFault(
  scope: Scope,
  { name, text = '' }: Clause,
  demand: 'any' | 'positive',
  at: Position,
): string | undefined {
  const modifier = Object.hasOwn(MODIFIERS, name) ? MODIFIERS[name]! : /^$/;
  const value = maybeValue(scope, text.replace(modifier, ''), at);
  if (!value) return undefined;
  const number = maybeInteger(value);
  if (value.type.base !== 'integer' || value.rank > 0)
    return `${name.toUpperCase()} needs an integer scalar; this is ${value.rank > 0 ? 'an array of type ' : ''}${describeType(value.type)}.`;
  if (demand === 'positive' && (number === undefined || number <= 0))
    return `${name.toUpperCase()} needs an integer constant above 0.`;
  return undefined;
}

function checkSchedule(directive: Directive, at: Position): void {
  const schedule = directive.clauses.find((c) => c.name === 'schedule')?.text ?? '';
  if (!schedule.includes('monotonic')) return;
  if (/(^|,)nonmonotonic/.test(schedule) && /(^|,)monotonic/.test(schedule))
    refuse(at, 'MONOTONIC and NONMONOTONIC are mutually exclusive.');
  if (/(^|,)nonmonotonic/.test(schedule) && has(directive, 'ordered'))
    refuse(at, 'NONMONOTONIC and ORDERED are mutually exclusive.');
}

/** Map types that these directives allow in a MAP clause. */
const MAPPED: Readonly<Record<string, RegExp>> = {
  'target enter data': /^(to|alloc|tofrom)$/,
  'target exit data': /^(from|release|delete|tofrom)$/,
  'target data': /^(to|from|tofrom|alloc)$/,
};

function checkMaps(directive: Directive, at: Position): void {
  const { name, clauses } = directive;
  const shown = name.toUpperCase();
  const isData = Object.hasOwn(MAPPED, name);
  if (isData && !clauses.some((c) => c.name === 'map' || c.name.startsWith('use_device')))
    refuse(at, `${shown} needs a MAP clause.`);
  if (name === 'target update' && !has(directive, 'to') && !has(directive, 'from'))
    refuse(at, `${shown} needs a TO or FROM clause.`);
  const types = isData ? MAPPED[name]! : /^(to|from|tofrom|alloc)$/;
  for (const { text = '' } of clauses.filter((c) => c.name === 'map')) {
    const written = new RegExp(`^(?:${MAP},?)*(${MAP_TYPE})?:(?!:)`).exec(text);
    const type = written?.[2] ?? (isData && name !== 'target data' && !written ? undefined : 'tofrom');
    if (type !== undefined && !types.test(type))
      refuse(at, `${shown} cannot have ${type.toUpperCase()} in MAP.`);
  }
}

/**
 * Clauses that list variables: those in WHOLE require whole variables, and those in PARTS also accept parts of
 * variables.
 */
const WHOLE =
  /^(private|firstprivate|lastprivate|shared|copyin|copyprivate|linear|uniform|nontemporal|is_device_ptr)$/;
const PARTS = /^(reduction|in_reduction|task_reduction|map)$/;

/** Clauses that give a variable its role in the region. Each variable has one role. */
const SHARING =
  /^(private|firstprivate|lastprivate|shared|reduction|in_reduction|linear|copyin|is_device_ptr|has_device_addr)$/;
/** Clauses that create separate variables for the region. */
const OWN = /^(private|firstprivate|lastprivate|linear|reduction)$/;

/** The variables that a clause lists, without any modifiers before them. */
export function itemsOf({ name, text = '' }: Clause): string[] {
  const isLinear = name === 'linear';
  const before = isLinear || name === 'lastprivate' ? /^conditional:/ : /^(?:[^:()%]|\([^()]*\))*:(?!:)/;
  const plain = isLinear ? text.split(':', 1)[0]!.replace(/^(val|ref|uval)\((.*)\)$/, '$2') : text;
  return splitList(
    WHOLE.test(name) && !isLinear && name !== 'lastprivate' ? plain : plain.replace(before, ''),
  );
}

function splitList(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')') depth--;
    if (i < text.length && (text[i] !== ',' || depth > 0)) continue;
    items.push(text.slice(start, i));
    start = i + 1;
  }
  return items;
}

/** Reason why a variable is not allowed in its clause. */
export function clauseVariablesFault(scope: Scope, directive: Directive, at: Position): string | undefined {
  const seen = new Map<string, string>();
  const mapped = new Set(
    directive.name === 'target' ? directive.clauses.filter((c) => c.name === 'map').flatMap(itemsOf) : [],
  );
  for (const clause of directive.clauses) {
    if (!(WHOLE.test(clause.name) || PARTS.test(clause.name)) || clause.text === undefined) continue;
    for (const item of itemsOf(clause)) {
      checkItem(scope, clause, item, at);
      if (!SHARING.test(clause.name)) continue;
      if (mapped.has(item) && clause.name !== 'shared')
        return `"${item}" appears in two clauses, MAP and ${clause.name.toUpperCase()}.`;
      const before = seen.get(item);
      const isPair = before !== undefined && /^(first|last)private$/.test(before) && before !== clause.name;
      if (before !== undefined && !(isPair && /^(first|last)private$/.test(clause.name)))
        return `"${item}" appears in two clauses, ${before.toUpperCase()} and ${clause.name.toUpperCase()}.`;
      seen.set(item, clause.name);
    }
  }
  return undefined;
}

function checkItem(scope: Scope, clause: Clause, item: string, at: Position): void {
  const shown = clause.name.toUpperCase();
  const refuseItem = (why: string): never => refuse(at, `"${item}" is not allowed in ${shown}: ${why}.`);
  if (/^\/\w+\/$/.test(item)) return;
  const name = /^[a-z_$][a-z0-9_$]*/.exec(item)?.[0] ?? refuseItem('it is not a variable');
  if (WHOLE.test(clause.name) && name !== item) refuseItem('it is not a whole variable');
  const symbol = lookup(scope, name!);
  const why = symbol && symbolFault(scope, symbol, clause.name);
  if (why) refuseItem(why);
}

function symbolFault(scope: Scope, symbol: Sym, clause: string): string | undefined {
  const isFunctionItself = scope.host.procedure?.isFunction && symbol.k === 'procedure';
  if (symbol.k === 'constant' && !/^(shared|firstprivate)$/.test(clause)) return 'it is a named constant';
  if (/^(procedure|generic|type|namelist|intrinsic)$/.test(symbol.k) && !symbol.pointer && !isFunctionItself)
    return 'it is not a variable';
  if (symbol.association && SHARING.test(clause)) return 'it is an associate name';
  if (symbol.storage.cray && SHARING.test(clause)) return 'it is a Cray pointee';
  const isThreadPrivate = symbol.has('threadprivate');
  if (clause === 'copyin' && !isThreadPrivate) return 'it is not THREADPRIVATE';
  if (isThreadPrivate && SHARING.test(clause) && clause !== 'copyin') return 'it is THREADPRIVATE';
  if (!OWN.test(clause)) return undefined;
  if (symbol.intent === 'in' && symbol.pointer) return 'it is a pointer with INTENT(IN)';
  return symbol.dummy && shapeKindOf(symbol) === 'assumed-size' ? 'it is an assumed-size array' : undefined;
}

/** Types that each REDUCTION operator supports. */
const REDUCED: readonly (readonly [operators: RegExp, types: RegExp])[] = [
  [/^[+*-]$/, /^(integer|unsigned|real|complex)$/],
  [/^\.(and|or|n?eqv)\.$/, /^logical$/],
  [/^(max|min)$/, /^(integer|real)$/],
  [/^(iand|ior|ieor)$/, /^integer$/],
];

const reducedBy = (operator: string): RegExp | undefined =>
  REDUCED.find(([operators]) => operators.test(operator))?.[1];

/** Throws if a reduction has no valid operator, or if its operator does not support the types. */
export function checkReductions(scope: Scope, directive: Directive, at: Position): void {
  for (const clause of directive.clauses.filter((c) => c.name.endsWith('reduction'))) {
    const [, modifier, operator = ''] = /^(?:(inscan|task|default),)?([^:]*):/.exec(clause.text ?? '') ?? [];
    if (modifier === 'task') throwFault(at, taskModifierFault(directive));
    if (!reducedBy(operator))
      refuse(at, `"${operator}" is neither an intrinsic nor a declared REDUCTION operator.`);
    for (const item of itemsOf(clause)) {
      const type = maybeValue(scope, item, at)?.type;
      if (type) checkReduced(operator, item, type, at);
    }
  }
}

/** Throws if the operator of a reduction does not support a variable's type. */
export function checkReduced(operator: string, name: string, type: Type, at: Position): void {
  if (!reducedBy(operator)!.test(type.base))
    refuse(at, `"${operator}" cannot be applied to "${name}", which is ${describeType(type)}.`);
}

function taskModifierFault(directive: Directive): string | undefined {
  const takes = /(^| )(parallel|do|sections|scope)$/.test(directive.name);
  if (!takes || has(directive, 'nowait'))
    return `${directive.name.toUpperCase()}${takes ? ' with NOWAIT' : ''} cannot have the REDUCTION modifier TASK.`;
  return undefined;
}
