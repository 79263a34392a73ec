// Passes a single actual argument in C: by reference, by value, as characters, or in a cell that points to it.
// pass-array.ts passes arrays.

import { isCopiedByCaller, type PassMode, passMode } from '../../analysis/calls/pass-mode.ts';
import { layoutNode, valueNode } from '../../program/c/c-arrays.ts';
import { type CharactersC, cType } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import { resultTypeOf, typeOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isDesignator, isPointer } from '../../program/symbols/designator.ts';
import { endsWithStatement } from '../../program/symbols/needs-copy.ts';
import type { MaybeTyped, Procedure, Sym, Type, Typed } from '../../program/symbols/semantics.ts';
import type { CallNode } from '../../program/walking/typed-statements.ts';
import { withResultInMemory } from '../arrays/array.ts';
import { copyOfElements, copyOfScalar } from '../arrays/gather.ts';
import { copied, isParentPart } from '../assign/assign.ts';
import { tableOf } from '../assign/polymorphic.ts';
import { unlessAbsent, unlessEmpty } from '../designators/absent.ts';
import { checkArgument } from '../designators/argument-check.ts';
import { characterPlace, givenCharacters, maybeCharacters, pointerCell } from '../designators/designator.ts';
import { addressOfProcedure, cellOfProcedure, plainAddressOfProcedure } from '../designators/procedure.ts';
import { referenceTo } from '../designators/reference.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, callValue, chars, lvalue, scalar } from '../writer/expressions.ts';
import { hasHiddenLength, parameterType } from '../writer/signature.ts';
import { isPolymorphic, typeTable } from '../writer/type-parts.ts';
import { type Passing, packDeclaredPart, passArray, passContiguous, passDescriptor } from './pass-array.ts';

interface PassedArguments {
  values: string[];
  types: string[];
  lengths: string[];
  /** Statements after the call, which copy values back. */
  after: string[];
}

export function passAll(em: Emitter, e: CallNode): PassedArguments {
  const passed: PassedArguments = { values: [], types: [], lengths: [], after: [] };
  const { procedure } = e.target;
  if (procedure.implicitInterface) {
    for (const actual of e.arguments) {
      if (!actual?.value) continue;
      const pass = actual.byValue ? passByValue : passByActual;
      pass(em, checkArgument(em, actual.value), passed);
    }
    return passed;
  }
  procedure.dummies.forEach((dummy, i) => {
    if (!dummy) return;
    const actual = e.arguments[i]?.value;
    const length = { n: '0' };
    passed.types.push(parameterType(dummy));
    passed.values.push(
      actual ? passArgument(em, { dummy, actual, procedure, length, after: passed.after }) : absent(dummy),
    );
    if (hasHiddenLength(procedure, dummy)) passed.lengths.push(length.n);
  });
  return passed;
}

function absent(dummy: Sym): string {
  return passMode(dummy) === 'value' ? '0' : '((void *)0)';
}

function passByValue(em: Emitter, actual: Typed, passed: PassedArguments): void {
  passed.types.push(cType(actual.type));
  passed.values.push(scalar(em, actual));
}

// If there is no interface, the actual argument determines how it is passed, as in FORTRAN 77.
function passByActual(em: Emitter, actual: Typed, passed: PassedArguments): void {
  if (actual.type.base === 'procedure') {
    passed.types.push('fproc');
    passed.values.push(notingLength(em, actual, addressOfProcedure(em, actual)));
    return;
  }
  const length = { n: '0' };
  passed.types.push(`${cType(actual.type)} *`);
  if (actual.rank > 0) passed.values.push(`(void *)${passContiguous(em, actual, passed.after, length)}`);
  else if (actual.type.base === 'character') {
    const v = givenCharacters(em, actual);
    passed.values.push(`(char *)${v.p}`);
    length.n = v.n;
  } else passed.values.push(referenceTo(em, actual));
  if (actual.type.base === 'character') passed.lengths.push(length.n);
}

function passArgument(em: Emitter, given: Passing): string {
  const checked = checkArgument(em, given.actual, given.dummy);
  const value = withDynamicType(em, withoutParentheses(em, checked, given.dummy));
  const p = { ...given, actual: value };
  const { dummy, actual } = p;
  if (isCopiedByCaller(dummy) && value.k !== 'raw' && value.k !== 'layout' && value.k !== 'null') {
    const copy = passArgument(em, { ...given, actual: ownValue(em, value) });
    return unlessAbsent(em, dummy, value, copy);
  }
  const mode = passMode(dummy);
  if (mode === 'procedure')
    return dummy.pointer ? `&${procedurePointer(em, actual)}` : passProcedure(em, actual, p.procedure);
  const type = typeOf(dummy);
  if (actual.k === 'null') return mode === 'value' ? '((void *)0)' : passNull(em, dummy, mode);
  switch (mode) {
    case 'value':
      if (type.base === 'character') return `*(${chars(em, actual).p})`;
      return scalar(em, actual);
    case 'reference':
      if (type.base === 'class' && isParentPart(actual)) return passParentPart(em, p);
      if (actual.rank > 0) return `(${cType(type)} *)${passContiguous(em, actual, p.after, p.length)}`;
      return castReference(em, actual, type);
    case 'array':
      if (type.base === 'derived' && actual.type.base === 'class' && actual.rank > 0)
        return `(${cType(type)} *)${packDeclaredPart(em, actual, p)}`;
      return unlessAbsent(em, dummy, actual, `(${cType(type)} *)${passArray(em, actual, p)}`);
    case 'descriptor':
      return unlessAbsent(em, dummy, actual, passDescriptor(em, p));
    case 'characters':
      return passCharacters(em, p);
    case 'cell':
      return `&${cellFor(em, actual)}`;
    case 'pointer':
      return passPointer(em, p, type);
    case 'any':
      return unlessEmpty(em, dummy, actual, unlessAbsent(em, dummy, actual, passAny(em, actual, dummy)));
    case 'any-array':
      return unlessEmpty(em, dummy, actual, unlessAbsent(em, dummy, actual, passAnyArray(em, p)));
  }
}

// Copies the argument of a VALUE dummy.
function ownValue(em: Emitter, e: Typed): Typed {
  if (e.rank === 0) return copyOfScalar(em, e);
  if (!isPolymorphic(e.type)) return copied(em, e);
  return layoutNode(copyOfElements(em, arrayValue(em, e).layout!), e.at);
}

// Evaluates an intrinsic function with a polymorphic result only once and keeps the result's dynamic type.
function withDynamicType(em: Emitter, e: Typed): Typed {
  return e.k === 'intrinsic' && isPolymorphic(e.type) ? withResultInMemory(em, e) : e;
}

// Copies a parenthesised variable, so that the procedure cannot change its value through another argument.
function withoutParentheses(em: Emitter, e: Typed, dummy: Sym): Typed {
  if (e.k !== 'paren' || !isDesignator(e.operand)) return e;
  if (e.rank === 0 && (isPolymorphic(e.type) || endsWithStatement(e.type)))
    return copyOfScalar(em, e.operand);
  if (isPolymorphic(e.type)) {
    return dummy.intent === 'in'
      ? e.operand
      : layoutNode(copyOfElements(em, arrayValue(em, e.operand).layout!), e.at);
  }
  if (e.rank > 0) return copied(em, e.operand);
  if (e.type.base !== 'character') return e;
  const { p, n } = em.duplicate(chars(em, e.operand));
  return valueNode(e, p, n);
}

// Passes the parent part of an object, which has the parent's type during the call.
function passParentPart(em: Emitter, p: Passing): string {
  const { actual } = p;
  const part = em.temporary(`${cType(actual.type)} *`, `&${lvalue(em, actual)}`);
  const table = em.temporary('const ftype *', `f_table(${part})`);
  em.line(`*(const ftype **)${part} = ${typeTable({ ...actual.type, base: 'derived' }, '')};`);
  p.after.push(`*(const ftype **)${part} = ${table};`);
  return `(${cType(typeOf(p.dummy))} *)${part}`;
}

function passNull(em: Emitter, dummy: Sym, mode: PassMode): string {
  if (dummy.optional && !dummy.pointer && !dummy.allocatable) return '((void *)0)';
  if (mode === 'pointer') return `(${cType(typeOf(dummy))} **)&${em.temporary('void *', '0')}`;
  if (mode === 'cell') return `&${em.temporary('fstr', '{0}')}`;
  if (mode === 'descriptor') return `&${em.temporary('fdesc', '{0}')}`;
  if (mode === 'any') return `&${em.temporary('fclass', '{0}')}`;
  return '((void *)0)';
}

// C can call only plain pointers, whereas Fortran procedures also accept closures.
function passProcedure(em: Emitter, actual: Typed, { bindC, unit, place }: Procedure): string {
  const isOfC = bindC && (!unit || place === 'interface');
  return isOfC
    ? plainAddressOfProcedure(em, actual)
    : notingLength(em, actual, addressOfProcedure(em, actual));
}

// Records the length of the result for a CHARACTER(*) dummy function. The length in the caller's declaration takes
// precedence over the procedure's own.
function notingLength(em: Emitter, actual: Typed, address: string): string {
  if (!em.program.asksForLengths || actual.k !== 'procedure') return address;
  const { sym, procedure } = actual;
  const declared = sym?.written.type && typeOf(sym);
  const type = declared?.base === 'character' && declared.length !== '*' ? declared : resultTypeOf(procedure);
  if (type?.base !== 'character') return address;
  const n = constantLength(type);
  if (n !== undefined) return `f_note_length(${address}, ${n})`;
  if (type !== declared || typeof type.length !== 'object') return address;
  return `f_note_length(${address}, ${em.fixed(scalar(em, type.length))})`;
}

function procedurePointer(em: Emitter, actual: Typed): string {
  if (actual.k === 'procedure' && actual.sym?.pointer) return cellOfProcedure(em, actual.sym);
  if (actual.k === 'component') return lvalue(em, actual);
  return em.temporary('fproc', actual.k === 'null' ? '0' : addressOfProcedure(em, actual));
}

function castReference(em: Emitter, actual: Typed, type: Type): string {
  const same = cType(actual.type) === cType(type);
  const reference = referenceTo(em, actual);
  return same ? reference : `(${cType(type)} *)${reference}`;
}

function passCharacters(em: Emitter, p: Passing): string {
  const { actual } = p;
  if (actual.rank > 0) return `(char *)${passContiguous(em, actual, p.after, p.length)}`;
  if (actual.type.base !== 'character') {
    p.length.n = String(actual.type.kind);
    return `(char *)${referenceTo(em, actual)}`;
  }
  if (isDesignator(actual)) {
    const place = maybeCharacters(em, actual) ?? characterPlace(em, actual);
    p.length.n = em.once('int32_t', place.n);
    return `(char *)${place.p}`;
  }
  const v = ownCharacters(em, actual);
  p.length.n = v.n;
  return `(char *)${v.p}`;
}

// Copies a value that may be in a variable, because the callee could change the variable while reading the value.
function ownCharacters(em: Emitter, actual: Typed): CharactersC {
  const v = chars(em, actual);
  const inPlace = actual.k === 'paren' || (actual.k === 'intrinsic' && actual.arguments.some(mayBeVariable));
  return inPlace ? em.duplicate(v) : { p: v.p, n: em.once('int32_t', v.n) };
}

function mayBeVariable(e: MaybeTyped): boolean {
  return e !== undefined && e.type.base === 'character' && e.k !== 'const' && e.k !== 'call';
}

function cellFor(em: Emitter, actual: Typed): string {
  if (actual.k !== 'call' && (isPointer(actual) || isAllocatable(actual))) return pointerCell(em, actual);
  const v = givenCharacters(em, actual);
  return em.temporary('fstr', `{(char *)${v.p}, ${v.n}}`);
}

function passPointer(em: Emitter, p: Passing, type: Type): string {
  const { actual } = p;
  if (actual.k !== 'call' && (isPointer(actual) || isAllocatable(actual))) {
    if (actual.type.base === 'class-star') return `(${cType(type)} **)&${pointerCell(em, actual)}.p`;
    return `(${cType(type)} **)&${pointerCell(em, actual)}`;
  }
  const target = actual.k === 'call' ? callValue(em, actual) : `&${lvalue(em, actual)}`;
  return `&${em.temporary(`${cType(type)} *`, `(${cType(type)} *)${target}`)}`;
}

function passAny(em: Emitter, actual: Typed, dummy: Sym): string {
  const held = dummy.allocatable || dummy.pointer;
  if (actual.type.base === 'class-star') return `&${pointerCell(em, actual)}`;
  if (held && (isPointer(actual) || isAllocatable(actual))) return `(fclass *)&${pointerCell(em, actual)}`;
  if (actual.type.base === 'character') {
    const v = givenCharacters(em, actual);
    return `&${em.temporary('fclass', `{(void *)(${v.p}), ${v.n}, ${typeTable(actual.type, '')}}`)}`;
  }
  const reference = em.temporary('void *', `(void *)${referenceTo(em, actual)}`);
  return `&${em.temporary('fclass', `{${reference}, 0, ${typeTable(actual.type, reference)}}`)}`;
}

// Passes contiguous elements along with their dynamic type and character length.
function passAnyArray(em: Emitter, p: Passing): string {
  const { actual } = p;
  const table = em.once('const ftype *', tableOf(em, actual));
  const elements = em.once('void *', `(void *)${passArray(em, actual, p)}`);
  return `&${em.temporary('fclass', `{${elements}, ${p.length.n}, ${table}}`)}`;
}
