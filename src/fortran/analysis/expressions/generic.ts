// Generic names, user-defined operators and type-bound procedures: finds the specific procedure that a call refers to.

import { isIntrinsicFunction, isIntrinsicSubroutine } from '../../intrinsics/rows/intrinsics.ts';
import { describeType } from '../../program/constants/constants.ts';
import { lineage } from '../../program/constants/conversions.ts';
import { componentProcedure, procedureOf, rankOf } from '../../program/declarations/resolve.ts';
import type {
  ActualArgument,
  Actuals,
  Component,
  DerivedType,
  MaybeTyped,
  Procedure,
  Scope,
  Sym,
  TypeBinding,
  Typed,
} from '../../program/symbols/semantics.ts';
import { type Position, refuse, refuseWord } from '../../source/diagnostics.ts';
import { normalizeOperator } from '../../syntax/parsing/headings.ts';
import type { Argument, ReferencePart } from '../../syntax/tree/syntax-tree.ts';
import { analyseArguments, callProcedure, makeCall } from '../calls/call.ts';
import { bindingProcedure, componentOf, findBinding, findComponent } from '../calls/find-component.ts';
import { argumentFault, matchArguments, maybeOrder } from '../calls/match-arguments.ts';
import { analyseIntrinsic, analyseIntrinsicSubroutine } from './intrinsic.ts';
import { analyseConstructor } from './structure.ts';

/** Analyses a call through a generic name; falls back to the intrinsic of that name and then to a constructor. */
export function analyseGenericCall(
  scope: Scope,
  generic: Sym,
  list: Argument[],
  at: Position,
  isFunction: boolean,
): Typed {
  const actuals = maybeArguments(scope, list, generic);
  const specific = actuals && selectSpecific(allSpecifics(scope, generic), actuals, isFunction);
  if (specific) return callProcedure(scope, procedureOf(specific)!, actuals, at, specific);
  if (generic.derived && isFunction)
    return analyseConstructor(scope, generic.derived, { at, name: generic.name, lists: [list] });
  if (isFunction && isIntrinsicFunction(generic.name)) return analyseIntrinsic(scope, generic.name, list, at);
  if (!isFunction && isIntrinsicSubroutine(generic.name))
    return analyseIntrinsicSubroutine(scope, generic.name, list, at);
  refuse(
    at,
    `No specific ${isFunction ? 'function' : 'subroutine'} of "${generic.name}" accepts ${describeArguments(actuals ?? [])}.`,
  );
}

// Returns undefined if the name denotes only a constructor, which analyses the arguments itself and may accept
// arguments that no procedure accepts.
function maybeArguments(scope: Scope, list: Argument[], generic: Sym): ActualArgument[] | undefined {
  if (!generic.derived || generic.specifics.length > 0) return analyseArguments(scope, list);
  return undefined;
}

// A generic of the same name in a host scope contributes its procedures to this generic.
function allSpecifics(scope: Scope, generic: Sym): Sym[] {
  const all = [...generic.specifics];
  for (const s of scope.chain) {
    const other = s.symbols.get(generic.name);
    if (other && other !== generic && other.k === 'generic')
      for (const g of other.specifics) if (!all.includes(g)) all.push(g);
  }
  return all;
}

function describeArguments(list: ActualArgument[]): string {
  if (list.length === 0) return 'no arguments';
  const parts = list.map((a) =>
    a.value ? describeType(a.value.type) + (a.value.rank > 0 ? ` of rank ${a.value.rank}` : '') : 'a label',
  );
  return `(${parts.join(', ')})`;
}

/**
 * Finds the specific procedure that accepts the arguments. A procedure whose ranks match takes precedence over an
 * elemental one.
 */
function selectSpecific(specifics: readonly Sym[], list: Given, isFunction: boolean): Sym | undefined {
  let elemental: Sym | undefined;
  for (const symbol of specifics) {
    const procedure = procedureOf(symbol);
    if (!procedure || procedure.isFunction !== isFunction) continue;
    if (!fits(procedure, list)) continue;
    if (!procedure.elemental || exactRanks(procedure, list)) return symbol;
    elemental ??= symbol;
  }
  return elemental;
}

function fits(procedure: Procedure, list: ActualArgument[]): boolean {
  const ordered = maybeOrder(procedure, list);
  if (!ordered) return false;
  return procedure.dummies.every((dummy, i) => {
    const actual = ordered[i];
    if (!dummy) return actual?.label !== undefined;
    if (!actual) return dummy.optional;
    return argumentFault(dummy, actual, procedure, true) === undefined;
  });
}

function exactRanks(procedure: Procedure, list: ActualArgument[]): boolean {
  const ordered = maybeOrder(procedure, list);
  return procedure.dummies.every((dummy, i) => {
    const value = ordered?.[i]?.value;
    return !dummy || !value || rankOf(dummy) === value.rank;
  });
}

/** Applies a user-defined operator to operands; returns undefined if no procedure accepts them. */
export function analyseOperatorCall(scope: Scope, op: string, operands: Typed[], at: Position): MaybeTyped {
  const name = `operator(${normalizeOperator(op)})`;
  return maybeOperatorCall(scope, name, operands, at, true);
}

/** Finds the user's `assignment(=)` for two values, if there is one. */
export function maybeDefinedAssignment(scope: Scope, target: Typed, value: Typed, at: Position): MaybeTyped {
  return maybeOperatorCall(scope, 'assignment(=)', [target, value], at, false);
}

/** The call to a procedure for defined input or output (`read(formatted)` and the like), or undefined. */
export function maybeDefinedTransfer(
  scope: Scope,
  name: string,
  operands: Typed[],
  at: Position,
): MaybeTyped {
  const call = maybeOperatorCall(scope, name, operands, at, false);
  const type = operands[0]!.type.derived!;
  if (!call && bindingsNamed(type, name).length > 0)
    refuse(
      at,
      `The procedures that the type "${type.name}" binds as ${name.toUpperCase()} do not have the required dummy arguments.`,
    );
  return call;
}

/** The call to an `assignment(=)` bound to the target's type, or undefined. */
export function maybeBoundAssignment(scope: Scope, target: Typed, value: Typed, at: Position): MaybeTyped {
  const list: ActualArgument[] = [target, value].map((v) => ({ value: v, at: v.at }));
  return boundOperator(scope, target, 'assignment(=)', list, at, false);
}

function maybeOperatorCall(
  scope: Scope,
  name: string,
  operands: Typed[],
  at: Position,
  isFunction: boolean,
): MaybeTyped {
  const list: ActualArgument[] = operands.map((value) => ({ value, at: value.at }));
  for (const s of scope.chain) {
    const generic = s.symbols.get(name);
    const specific = generic && selectSpecific(generic.specifics, list, isFunction);
    if (specific) return callProcedure(scope, procedureOf(specific)!, list, at, specific);
  }
  for (const operand of operands) {
    const bound = operand.type.derived && boundOperator(scope, operand, name, list, at, isFunction);
    if (bound) return bound;
  }
  return undefined;
}

function boundOperator(
  scope: Scope,
  object: Typed,
  name: string,
  list: ActualArgument[],
  at: Position,
  isFunction: boolean,
): MaybeTyped {
  const type = object.type.derived!;
  for (const generic of bindingsNamed(type, name)) {
    for (const specific of generic.specifics) {
      const binding = findBinding(type, specific);
      const procedure = binding && bindingProcedure(type, binding);
      if (!binding || !procedure || procedure.isFunction !== isFunction) continue;
      const passed = passedIndex(procedure, binding);
      // This operand must be the passed object.
      if (list[passed]?.value !== object || !fits(procedure, list)) continue;
      return makeBoundCall(scope, object, binding, matchArguments(procedure, list, at), at);
    }
  }
  return undefined;
}

export function bindingsNamed(type: DerivedType, name: string): TypeBinding[] {
  const bindings = lineage(type).flatMap((t) => t.bindings);
  return bindings.filter((b) => b.name === name && b.k === 'generic');
}

function passedIndex(procedure: Procedure, binding: { pass?: string | undefined }): number {
  if (binding.pass === undefined) return 0;
  const place = procedure.dummies.findIndex((d) => d?.name === binding.pass);
  return Math.max(0, place);
}

/** Analyses `object%name(…)`: a procedure component, a type-bound procedure or a type-bound generic. */
export function analyseBoundCall(
  scope: Scope,
  object: Typed,
  part: ReferencePart,
  isFunction: boolean,
): Typed {
  const type =
    object.type.derived ?? refuse(part.at, `${describeType(object.type)} has no component "${part.name}".`);
  const list = analyseArguments(scope, part.lists[0] ?? []);
  const chain = findComponent(type, part.name);
  if (chain) return callComponent(scope, object, chain, list, part.at);
  const binding =
    findBinding(type, part.name) ??
    refuseWord(
      part.at,
      `The type "${type.name}" has no component or procedure "${part.name}".`,
      part.name,
      memberNames(type),
    );
  checkBoundName(scope, type, binding, part);
  if (object.type.base === 'derived' && type.abstract)
    refuse(
      part.at,
      `This part has the type "${type.name}", which is ABSTRACT: its procedures cannot be called through this part.`,
    );
  const call = (bound: TypeBinding): Typed => {
    const procedure = bindingProcedure(type, bound);
    const matched = matchArguments(procedure, withObject(procedure, bound, object, list), part.at);
    return makeBoundCall(scope, object, bound, matched, part.at);
  };
  if (binding.k === 'procedure') return call(binding);
  for (const generic of bindingsNamed(type, part.name)) {
    for (const name of generic.specifics) {
      const specific = findBinding(type, name);
      const procedure = specific && bindingProcedure(type, specific);
      if (procedure?.isFunction !== isFunction) continue;
      if (fits(procedure, withObject(procedure, specific!, object, list))) return call(specific!);
    }
  }
  refuse(part.at, `No specific procedure of "${part.name}" accepts ${describeArguments(list)}.`);
}

// A PRIVATE binding may be referenced only in the module that defines its type.
function checkBoundName(scope: Scope, type: DerivedType, binding: TypeBinding, part: ReferencePart): void {
  if (binding.access !== 'private') return;
  const owner = lineage(type).find((t) => t.bindings.includes(binding)) ?? type;
  if (scope.isWithin(owner.scope)) return;
  refuse(part.at, `The procedure "${part.name}" of the type "${owner.name}" is private.`);
}

function memberNames(type: DerivedType): string[] {
  return lineage(type).flatMap((t) => [...t.components, ...t.bindings].map((member) => member.name));
}

type Given = ActualArgument[];
type Passing = Partial<Pick<TypeBinding, 'nopass' | 'pass'>>;

function withObject(procedure: Procedure, binding: Passing, object: Typed, list: Given): Given {
  if (binding.nopass) return list;
  const index = passedIndex(procedure, binding);
  const passed: ActualArgument = { value: object, at: object.at };
  if (index > list.length || list.slice(0, index).some((a) => a.keyword !== undefined))
    return [...list, { ...passed, keyword: procedure.dummies[index]!.name }];
  return [...list.slice(0, index), passed, ...list.slice(index)];
}

function makeBoundCall(
  scope: Scope,
  object: Typed,
  binding: TypeBinding,
  list: Actuals,
  at: Position,
): Typed {
  const type = object.type.derived!;
  const procedure = bindingProcedure(type, binding);
  // The dynamic type matters only if the object is polymorphic; otherwise the declared type's procedure is called.
  if (object.type.base === 'class')
    return makeCall(scope, { k: 'bound', procedure, object, binding, type }, list, at);
  if (binding.deferred) refuse(at, `"${binding.name}" is deferred and has no implementation.`);
  return makeCall(scope, { k: 'direct', procedure, sym: binding.target }, list, at);
}

function callComponent(scope: Scope, object: Typed, chain: Component[], list: Given, at: Position): Typed {
  const component = chain.at(-1)!;
  if (component.type.base !== 'procedure')
    refuse(at, `The component "${component.name}" is not a procedure.`);
  let pointer = object;
  for (const step of chain) pointer = componentOf(pointer, step, at);
  const procedure = componentProcedure(component);
  const all = procedure.implicitInterface
    ? list
    : matchArguments(procedure, withObject(procedure, component, object, list), at);
  return makeCall(scope, { k: 'pointer', procedure, pointer }, all, at);
}
