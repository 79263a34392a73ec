// Compares interfaces: those of an override and of the procedure that it overrides, of a procedure pointer or dummy
// procedure and its target, and of specific procedures that a call cannot distinguish.

import { constantCharacters, constantShape, describeType } from '../../program/constants/constants.ts';
import { lineage, sameType } from '../../program/constants/conversions.ts';
import { guarded } from '../../program/declarations/declare.ts';
import {
  dimensionsOf,
  procedureOf,
  rankOf,
  resultTypeOf,
  shapeKindOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import type {
  DerivedType,
  Procedure,
  Program,
  Sym,
  Type,
  TypeBinding,
} from '../../program/symbols/semantics.ts';
import { bindingProcedure } from './find-component.ts';
import { isProcedureDummy } from './procedure-node.ts';

/**
 * Reason why one interface cannot replace another, or undefined if it can. `passed` is the position of the passed
 * object, whose type may differ.
 */
export function interfaceFault(wanted: Procedure, given: Procedure, passed = -1): string | undefined {
  if (wanted.implicitInterface || given.implicitInterface) return partlyKnownFault(wanted, given);
  if (wanted.isFunction !== given.isFunction)
    return wanted.isFunction
      ? 'expected a function, got a subroutine'
      : 'expected a subroutine, got a function';
  if (wanted.pure && !given.pure) return 'it is not PURE';
  if (wanted.dummies.length !== given.dummies.length)
    return `expected ${wanted.dummies.length} argument(s), got ${given.dummies.length}`;
  for (const [i, dummy] of wanted.dummies.entries()) {
    const other = given.dummies[i];
    if (!dummy !== !other)
      return `argument ${i + 1} is an alternate return in only one of the two declarations`;
    const fault = dummy && other && i !== passed ? dummyFault(dummy, other) : undefined;
    if (fault) return fault;
  }
  return wanted.isFunction ? resultFault(wanted, given) : undefined;
}

// A declaration may specify only the result type. If the expected procedure has no interface, nothing is known about
// its arguments.
function partlyKnownFault(wanted: Procedure, given: Procedure): string | undefined {
  if (wanted.implicitInterface && !given.implicitInterface && given.place !== 'external') {
    const reason = explicitReason(given);
    if (reason) return `its interface must be explicit because ${reason}`;
  }
  if (given.isFunction && !wanted.isFunction && !wanted.implicitInterface)
    return 'expected a subroutine, got a function';
  if (wanted.resultType && !given.isFunction && !given.implicitInterface)
    return 'expected a function, got a subroutine';
  if (!wanted.isFunction || !given.isFunction) return undefined;
  const [type, other] = [resultTypeOf(wanted), resultTypeOf(given)];
  return type && other && !isSame(type, other)
    ? `expected a result of type ${describeType(type)}, got ${describeType(other)}`
    : undefined;
}

/** Reason why a procedure can be called only through an explicit interface, or undefined if it needs none. */
export function explicitReason(procedure: Procedure): string | undefined {
  if (procedure.elemental) return 'it is ELEMENTAL';
  for (const dummy of procedure.dummies) {
    if (!dummy) continue;
    const word = ['allocatable', 'optional', 'pointer', 'target', 'value', 'volatile', 'asynchronous'].find(
      (w) => dummy.has(w),
    );
    if (word && !isProcedureDummy(dummy)) return `its argument "${dummy.name}" has ${word.toUpperCase()}`;
    if (isProcedureDummy(dummy)) continue;
    const shape = shapeKindOf(dummy);
    if (shape === 'assumed-shape' || shape === 'assumed-rank')
      return `its argument "${dummy.name}" has assumed ${shape.slice(8)}`;
    if (typeOf(dummy).base.startsWith('class')) return `its argument "${dummy.name}" is polymorphic`;
  }
  const { result } = procedure;
  if (!result || result.k === 'procedure') return undefined;
  if (rankOf(result) > 0) return 'its result is an array';
  if (result.pointer || result.allocatable) return 'its result is a pointer or allocatable';
  return undefined;
}

function dummyFault(a: Sym, b: Sym): string | undefined {
  const name = `the argument "${b.name}"`;
  if (isProcedureDummy(a) !== isProcedureDummy(b))
    return `${name} is a procedure in only one of the two declarations`;
  if (isProcedureDummy(a)) return procedureDummyFault(name, a, b);
  const [wanted, given] = [typeOf(a), typeOf(b)];
  if (!isSame(wanted, given) && !a.has('c_any') && !b.has('c_any'))
    return `${name} must be ${describeType(wanted)}, not ${describeType(given)}`;
  const isAnyRank = [a, b].some((s) => s.has('c_any'));
  if (rankOf(a) !== rankOf(b) && !isAnyRank) return `${name} must have rank ${rankOf(a)}, not ${rankOf(b)}`;
  const [wantsShape, givesShape] = [a, b].map((s) => /^assumed-(shape|rank)$/.test(`${shapeKindOf(s)}`));
  if (wantsShape !== givesShape && !isAnyRank)
    return `${name} takes its shape from the actual argument in only one of the two declarations`;
  const shapes = [a, b].map((s) =>
    shapeKindOf(s) === 'explicit' ? constantShape(dimensionsOf(s) ?? []) : undefined,
  );
  if (shapes[0] && shapes[1]?.some((n, i) => n !== shapes[0]![i]))
    return `${name} must have the shape (${shapes[0].join(', ')}), not (${shapes[1].join(', ')})`;
  if (a.intent !== b.intent) return `expected ${intentOf(a)} for ${name}, got ${intentOf(b)}`;
  for (const word of ['optional', 'pointer', 'allocatable', 'value'])
    if (a.has(word) !== b.has(word))
      return `${name} has the attribute ${word.toUpperCase()} in only one of the two declarations`;
  return undefined;
}

function procedureDummyFault(name: string, a: Sym, b: Sym): string | undefined {
  const [wanted, given] = [a, b].map((s) => (s.k === 'procedure' ? procedureOf(s) : undefined));
  const fault = wanted && given && wanted !== given ? interfaceFault(given, wanted) : undefined;
  return fault && `${name} is a procedure with a different interface: ${fault}`;
}

function intentOf(dummy: Sym): string {
  return dummy.intent ? `INTENT(${dummy.intent.toUpperCase()})` : 'no INTENT';
}

function resultFault(a: Procedure, b: Procedure): string | undefined {
  const [wanted, given] = [resultTypeOf(a), resultTypeOf(b)];
  if (!wanted || !given) return undefined;
  if (!isSame(wanted, given))
    return `expected a result of type ${describeType(wanted)}, got ${describeType(given)}`;
  const lengths = [constantCharacters(wanted), constantCharacters(given)];
  if (lengths.every((n) => n !== undefined) && lengths[0] !== lengths[1])
    return `expected a result of length ${lengths[0]}, got ${lengths[1]}`;
  if (!a.result || !b.result || wanted.base === 'procedure') return undefined;
  if (rankOf(a.result) !== rankOf(b.result))
    return `expected a result of rank ${rankOf(a.result)}, got ${rankOf(b.result)}`;
  if (a.result.pointer !== b.result.pointer || a.result.allocatable !== b.result.allocatable)
    return 'the results differ in the attribute POINTER or ALLOCATABLE';
  return undefined;
}

function isSame(a: Type, b: Type): boolean {
  if (a.derived && b.derived && a.base === b.base)
    return a.derived === b.derived || (a.derived.sequence && a.derived.name === b.derived.name);
  return sameType(a, b);
}

// ---- overriding -----------------------------------------------------------------------------------------------------

/** Reports bindings that are not allowed to override those of the parent type. */
export function checkOverrides(program: Program, types: readonly DerivedType[]): void {
  for (const type of types) {
    for (const binding of type.bindings) guarded(type.scope, () => checkOverride(program, type, binding));
  }
}

function checkOverride(program: Program, type: DerivedType, binding: TypeBinding): void {
  const inherited = binding.k === 'procedure' ? inheritedBinding(type.parent, binding.name) : undefined;
  if (!inherited) return;
  const fault = overrideFault(type, inherited, binding);
  if (fault)
    program.diagnostics.error(
      binding.at,
      `"${binding.name}" cannot override the binding of the parent type: ${fault}.`,
    );
}

function inheritedBinding(parent: DerivedType | undefined, name: string): TypeBinding | undefined {
  const bindings = lineage(parent).flatMap((t) => t.bindings);
  return bindings.find((b) => b.k === 'procedure' && b.name === name && b.access !== 'private');
}

function overrideFault(type: DerivedType, inherited: TypeBinding, own: TypeBinding): string | undefined {
  if (inherited.isFinal) return 'it is NON_OVERRIDABLE';
  if (own.access === 'private') return 'the inherited binding is PUBLIC, but this one is PRIVATE';
  if (inherited.nopass !== own.nopass) return 'only one of the two bindings has NOPASS';
  const wanted = bindingProcedure(type, inherited);
  const given = bindingProcedure(type, own);
  const place = passedPlace(inherited, wanted);
  if (place !== passedPlace(own, given)) return 'the passed object is a different argument';
  if (wanted.pure && !given.pure) return 'it is not PURE';
  if (wanted.elemental !== given.elemental) return 'only one of the two procedures is ELEMENTAL';
  const names = wanted.dummies.findIndex(
    (d, i) => d && given.dummies[i] && d.name !== given.dummies[i]!.name,
  );
  if (names >= 0)
    return `its argument "${given.dummies[names]!.name}" must be named "${wanted.dummies[names]!.name}"`;
  return interfaceFault(wanted, given, place);
}

function passedPlace(binding: TypeBinding, procedure: Procedure): number {
  if (binding.nopass) return -1;
  return binding.pass === undefined ? 0 : procedure.dummies.findIndex((d) => d?.name === binding.pass);
}
