// Checks a program's declarations before its statements are read: runs the checks in order, and applies the rules that
// concern a derived type as a whole. No call may match two specific procedures of a generic binding.

import { isCompatibleDerived, lineage } from '../../program/constants/conversions.ts';
import { guarded } from '../../program/declarations/declare.ts';
import { typeWithParameters } from '../../program/declarations/declare-type.ts';
import { NO_UNSIGNED, typeOf } from '../../program/declarations/resolve.ts';
import type {
  DerivedType,
  Procedure,
  Program,
  Scope,
  Sym,
  TypeBinding,
} from '../../program/symbols/semantics.ts';
import { suggest } from '../../source/spelling.ts';
import { bodyFault } from '../calls/call-rules.ts';
import { bindingProcedure, findBinding } from '../calls/find-component.ts';
import { checkOverrides } from '../calls/interfaces.ts';
import { bindingsNamed } from '../expressions/generic.ts';
import { areAmbiguous } from './ambiguity.ts';
import { checkAttributes, checkProcedure } from './attributes.ts';
import { checkGlobalNames } from './global-names.ts';
import { checkProcedures } from './procedures.ts';
import { checkDerivedType } from './types.ts';

/**
 * Reports errors in a program's declarations; `scopes` are the scopes of all its units other than procedures.
 *
 * @returns the number of types that were checked; later steps add instances of parameterized types
 */
export function checkDeclarations(program: Program, scopes: readonly Scope[], global: Scope): number {
  checkTypes(program, program.types);
  const checked = program.types.slice();
  for (const scope of scopes) checkProcedures(scope, scope.children);
  checkProcedures(
    global,
    [...program.externals.values()].filter((p) => p.unit && !p.entryOf),
  );
  checkGlobalNames(program, scopes);
  checkBindings(program, checked);
  for (const scope of scopes) checkAttributes(scope);
  for (const procedure of program.externals.values()) if (!procedure.entryOf) checkProcedure(procedure);
  return checked.length;
}

/** Reports errors in types that procedures and statements have added after the first `first` types. */
export function checkLaterTypes(program: Program, first: number): void {
  const types = program.types.slice(first);
  checkTypes(program, types);
  checkBindings(program, types);
}

function checkBindings(program: Program, types: readonly DerivedType[]): void {
  checkOverrides(program, types);
  for (const type of types) guarded(type.scope, () => checkGenericBindings(program, type));
}

// Reports types that are used but not defined.
function checkDefined(program: Program): void {
  const names = program.types.filter((t) => t.defined).map((t) => t.name);
  for (const type of program.types.filter((t) => !t.defined)) {
    const isUnsigned = type.name === 'unsigned' && !program.options.unsigned;
    const [message] = suggest(`The type "${type.name}" is not defined.`, type.name, names);
    program.diagnostics.error(type.at, isUnsigned ? NO_UNSIGNED : message);
  }
}

// Reports types that are used but not defined, and extensions that fail to override deferred procedures.
function checkTypes(program: Program, types: readonly DerivedType[]): void {
  checkDefined(program);
  for (const type of types) if (isUnused(type)) guarded(type.scope, () => instantiateUnused(type));
  checkRecursion(program);
  for (const type of types) if (type.defined) checkDerivedType(type, (step) => guarded(type.scope, step));
  for (const type of types)
    for (const { at, procedure } of type.bindings) {
      const fault = procedure && bodyFault(procedure);
      if (fault) program.diagnostics.error(at, fault);
    }
  for (const type of types) {
    if (type.defined && !type.abstract) {
      const open = openBindings(type)[0];
      if (open)
        program.diagnostics.error(
          type.at,
          `The type "${type.name}" is not ABSTRACT, but its procedure "${open}" is deferred: bind a procedure with that name.`,
        );
    }
  }
}

function isUnused({ template }: DerivedType): boolean {
  return template?.instances.size === 0 && template.parameters.every((p) => p.k === 'len' || p.initial);
}

// Creates an instance of a parameterized type that has no objects, so that its definition is checked too.
function instantiateUnused({ scope, name, at, template }: DerivedType): void {
  const lengths = template!.parameters.filter((p) => p.k === 'len');
  const parameters = lengths.map((p) => ({ at, keyword: p.name, value: ':' as const }));
  typeWithParameters(scope, { k: 'derived', at, name, polymorphic: false, parameters });
}

// A type cannot contain itself, except through a pointer or an allocatable component.
function checkRecursion(program: Program): void {
  const state = new Map<DerivedType, 'busy' | 'done'>();
  const visit = (type: DerivedType): void => {
    state.set(type, 'busy');
    for (const c of type.components) {
      const inner = c.pointer || c.allocatable || c.type.base !== 'derived' ? undefined : c.type.derived;
      if (!inner) continue;
      if (state.get(inner) === 'busy')
        program.diagnostics.error(
          c.at,
          `The component "${c.name}" makes the type "${inner.name}" contain itself.`,
        );
      else if (!state.has(inner)) visit(inner);
    }
    state.set(type, 'done');
  };
  for (const type of program.types) if (!state.has(type)) visit(type);
}

function openBindings(type: DerivedType): string[] {
  const closed = new Set<string>();
  const open: string[] = [];
  for (const b of lineage(type).flatMap((t) => t.bindings)) {
    if (b.deferred && !closed.has(b.name)) open.push(b.name);
    else if (b.k === 'procedure') closed.add(b.name);
  }
  return open;
}

/** Reports a type's generic bindings if a call cannot tell their specific procedures apart. */
function checkGenericBindings(program: Program, type: DerivedType): void {
  for (const binding of type.bindings) {
    if (binding.k !== 'generic') continue;
    const isOperator = binding.name.includes('(') || !/^[a-z]\w*$/.test(binding.name);
    const names = new Set(bindingsNamed(type, binding.name).flatMap((b) => b.specifics));
    const bound = [...names].flatMap((name) => {
      const found = findBinding(type, name);
      if (found?.k !== 'procedure') return [];
      const procedure = bindingProcedure(type, found);
      const object = passedObject(found, procedure);
      // A binding whose passed object has different kind parameters is never called for this type.
      if (object && !isCompatibleDerived({ base: 'derived', kind: 0, derived: type }, typeOf(object)))
        return [];
      if (isOperator) return [procedure];
      return [{ ...procedure, dummies: procedure.dummies.filter((d) => d !== object) }];
    });
    for (const [i, procedure] of bound.entries()) {
      const rival = bound
        .slice(0, i)
        .find((p) => p.name !== procedure.name && areAmbiguous(procedure, p, isOperator));
      if (!rival) continue;
      program.diagnostics.error(
        binding.at,
        `A call to "${binding.name}" would be ambiguous: the arguments of "${procedure.name}" and "${rival.name}" are too similar.`,
      );
      break;
    }
  }
}

// The dummy argument that receives the object before the `%`.
function passedObject({ nopass, pass }: TypeBinding, { dummies }: Procedure): Sym | undefined {
  return nopass ? undefined : dummies.find((d, i) => (pass === undefined ? i === 0 : d?.name === pass));
}
