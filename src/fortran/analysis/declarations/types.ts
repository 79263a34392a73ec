// Rules that concern a derived type as a whole: its parent, the names of its parts, its bound procedures and its final
// procedures.

import { constantLength, constantShape } from '../../program/constants/constants.ts';
import { descends } from '../../program/constants/conversions.ts';
import { componentProcedure, procedureOf, rankOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Component, DerivedType, Procedure, Sym, TypeBinding } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import { refuse } from '../../source/diagnostics.ts';
import { bindingProcedure, findBinding, findComponent } from '../calls/find-component.ts';
import { isProcedureDummy } from '../calls/procedure-node.ts';
import { operatorFault } from './operators.ts';

type Report = (at: Position, message: string) => void;

/** Reports errors in a derived type; `attempt` runs a step and reports its FortranError. */
export function checkDerivedType(type: DerivedType, attempt: (step: () => void) => void): void {
  const report: Report = (at, message) => type.scope.program.diagnostics.error(at, message);
  if (type.parent?.sequence || type.parent?.bind)
    report(type.at, `"${type.name}" cannot extend "${type.parent.name}", which has SEQUENCE or BIND(C).`);
  const excluded = type.parent
    ? 'extend a type'
    : type.abstract
      ? 'be ABSTRACT'
      : type.instance && 'have type parameters';
  if (type.sequence && excluded && (type.bind || !type.instance))
    report(type.at, `"${type.name}" has SEQUENCE or BIND(C) and cannot ${excluded}.`);
  if (type.sequence && type.bindings.length > 0)
    report(type.bindings[0]!.at, `"${type.name}" has SEQUENCE or BIND(C) and cannot bind procedures.`);
  checkComponentNames(type, report);
  if (!type.template) {
    for (const component of type.components) attempt(() => checkSize(component));
    attempt(() => checkProcedureComponents(type, report));
  }
  for (const binding of type.bindings) attempt(() => checkBinding(type, binding, report));
  const finals: typeof type.finals = [];
  for (const final of type.finals)
    attempt(() => {
      if (hasOtherKinds(type, finalDummy(final))) return;
      checkFinal(type, final, finals, report);
      finals.push(final);
    });
  type.finals = finals;
}

// The size of a component stored inside the structure must be known.
function checkSize({ name, at, type, dims, allocatable, pointer, sizes }: Component): void {
  if (allocatable || pointer || sizes || type.base === 'procedure') return;
  const isOpen = dims?.some((d) => !d.high) === true;
  if (dims && !isOpen && !constantShape(dims))
    refuse(at, `The bounds of the component "${name}" are not constant.`);
  if ((type.base === 'character' && constantLength(type) === undefined) || type.lengths?.includes(':'))
    refuse(at, `The length of the component "${name}" is not constant.`);
}

function checkComponentNames(type: DerivedType, report: Report): void {
  for (const component of type.components) {
    if (component.parentComponent || !type.parent) continue;
    if (findComponent(type.parent, component.name))
      report(component.at, `The parent type of "${type.name}" already has a component "${component.name}".`);
    else if (findBinding(type.parent, component.name))
      report(
        component.at,
        `The parent type of "${type.name}" already binds a procedure "${component.name}".`,
      );
  }
}

// The object passed to a procedure component must fit the component's argument, as with a binding.
function checkProcedureComponents(type: DerivedType, report: Report): void {
  for (const component of type.components) {
    if (component.type.base !== 'procedure' || component.nopass) continue;
    const procedure = componentProcedure(component);
    const fault =
      !procedure || procedure.implicitInterface
        ? 'it has no interface'
        : passedFault(type, component.pass, procedure);
    if (fault)
      report(
        component.at,
        `The component "${component.name}" cannot pass its object: ${fault}. Add NOPASS if the procedure does not need the object.`,
      );
  }
}

function checkBinding(type: DerivedType, binding: TypeBinding, report: Report): void {
  if (findComponent(type, binding.name))
    report(binding.at, `The type "${type.name}" already has a component "${binding.name}".`);
  if (type.bindings.find((b) => b.name === binding.name) !== binding)
    report(binding.at, `The type "${type.name}" already binds a procedure "${binding.name}".`);
  if (binding.deferred && binding.isFinal)
    report(binding.at, `"${binding.name}" cannot have both DEFERRED and NON_OVERRIDABLE.`);
  if (binding.k === 'generic') {
    checkGenericBinding(type, binding, report);
    return;
  }
  const procedure = bindingProcedure(type, binding);
  if (procedure.place === 'internal')
    report(binding.at, `"${binding.targetName}" is an internal procedure and cannot be bound.`);
  if (binding.nopass || procedure.implicitInterface) return;
  const fault = passedFault(type, binding.pass, procedure);
  if (fault) report(binding.at, `"${binding.name}" cannot be bound to "${type.name}": ${fault}.`);
}

// Reason why the passed-object argument of a procedure does not fit a type.
function passedFault(type: DerivedType, pass: string | undefined, procedure: Procedure): string | undefined {
  const dummy = pass === undefined ? procedure.dummies[0] : procedure.dummies.find((d) => d?.name === pass);
  if (!dummy)
    return pass === undefined ? 'it has no argument for the passed object' : `it has no argument "${pass}"`;
  if (isProcedureDummy(dummy)) return 'its argument for the passed object is a procedure';
  if (rankOf(dummy) !== 0) return `its argument "${dummy.name}" must be a scalar`;
  if (dummy.pointer || dummy.allocatable)
    return `its argument "${dummy.name}" cannot be a POINTER or ALLOCATABLE`;
  const { base, derived, lengths } = typeOf(dummy);
  if (base === 'class-star') return undefined;
  if (lengths?.some((n) => n !== '*'))
    return `the length parameters of its argument "${dummy.name}" must be "*"`;
  if (!descends(type, derived) && !hasOtherKinds(type, dummy))
    return `its argument "${dummy.name}" has a different type`;
  if (base === 'derived' && !type.sequence)
    return `its argument "${dummy.name}" must be CLASS(${type.name.toUpperCase()})`;
  return undefined;
}

// True if a parameterized type has this procedure as a binding or FINAL procedure for objects with different kind
// parameters.
function hasOtherKinds(type: DerivedType, dummy: Sym | undefined): boolean {
  const derived = dummy && typeOf(dummy).derived;
  return derived?.instance !== undefined && derived !== type && derived.instance.of === type.instance?.of;
}

function checkGenericBinding(type: DerivedType, binding: TypeBinding, report: Report): void {
  const isOperator = binding.name.includes('(');
  const twice = binding.specifics.find((name, i) => binding.specifics.indexOf(name) < i);
  if (twice !== undefined) report(binding.at, `"${twice}" appears twice in "${binding.name}".`);
  for (const name of binding.specifics) {
    const specific = findBinding(type, name);
    if (!specific) {
      report(
        binding.at,
        `"${binding.name}" refers to "${name}", but the type "${type.name}" has no procedure with that name.`,
      );
      continue;
    }
    if (specific.k === 'generic') {
      report(binding.at, `"${name}" is a generic name, but "${binding.name}" needs specific procedures.`);
      continue;
    }
    if (!isOperator) continue;
    if (specific.nopass)
      report(binding.at, `"${name}" has NOPASS, so it is not allowed in "${binding.name}".`);
    else checkOperator(binding, bindingProcedure(type, specific), report);
  }
}

function checkOperator({ name, at }: TypeBinding, procedure: Procedure, report: Report): void {
  const fault = procedure.implicitInterface ? undefined : operatorFault(name, procedure);
  if (fault) report(at, `The binding "${name}" is invalid: ${fault}.`);
}

function checkFinal(type: DerivedType, final: Sym, earlier: readonly Sym[], report: Report): void {
  if (final.k !== 'procedure') report(final.at, `"${final.name}" is not a procedure and cannot be FINAL.`);
  const procedure = procedureOf(final);
  const dummy = procedure?.dummies[0];
  if (!procedure || procedure.implicitInterface) return;
  const isOnly = procedure.dummies.length === 1 && dummy;
  const shape = isOnly ? finalFault(type, dummy, earlier) : 'must have one argument';
  const fault = procedure.isFunction ? 'is a function' : shape;
  if (fault) report(procedure.at, `The final procedure "${final.name}" of "${type.name}" ${fault}.`);
}

function finalDummy(final: Sym): Sym | undefined {
  return final.k === 'procedure' ? procedureOf(final)?.dummies[0] : undefined;
}

function finalFault(type: DerivedType, dummy: Sym, earlier: readonly Sym[]): string | undefined {
  const { base, derived, lengths } = typeOf(dummy);
  if (base !== 'derived' || derived !== type)
    return `must have an argument of TYPE(${type.name.toUpperCase()})`;
  if (lengths?.some((n) => n !== '*')) return 'must have "*" for the length parameters of its argument';
  const word = ['pointer', 'allocatable', 'optional', 'value'].find((w) => dummy.has(w));
  if (word) return `cannot have an argument with ${word.toUpperCase()}`;
  if (dummy.intent === 'out') return 'cannot have an argument with INTENT(OUT)';
  const others = earlier.map(finalDummy);
  const isTaken = others.some((other) => other && rankOf(other) === rankOf(dummy));
  return isTaken ? 'is for a rank that already has a final procedure' : undefined;
}
