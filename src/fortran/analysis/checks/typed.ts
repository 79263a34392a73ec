// Checks a typed statement as a whole for misplaced values. The C printer can print every statement that passes.

import { intrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { constantLength } from '../../program/constants/constants.ts';
import { isAssumedRank, typeOf } from '../../program/declarations/resolve.ts';
import type { CallTarget, Program, Scope, Type, Typed } from '../../program/symbols/semantics.ts';
import type { CallNode, TypedStatement } from '../../program/walking/typed-statements.ts';
import { partsOfNode, valuesOfStatement } from '../../program/walking/walk-typed.ts';
import { FortranError, type Position } from '../../source/diagnostics.ts';
import { declaringSymbol, resultMode } from '../calls/pass-mode.ts';
import { checkFlags } from './flags.ts';
import { checkIntrinsicNode } from './intrinsic-node.ts';
import { checkWideArguments } from './wide.ts';

/** Throws for a misplaced value in a statement. */
export function checkTyped(scope: Scope, s: TypedStatement): void {
  const { program } = scope;
  const visit = (e: Typed, parent: Typed | undefined, place: number): void => {
    if (e.k === 'const' || e.k === 'const-array') return;
    checkNode(program, e);
    if (e.k === 'call') program.calls.note(scope, e);
    const isObject = parent === undefined && OF_OBJECTS.has(s.k);
    if (e.k === 'variable' && isAssumedRank(e.sym) && !isObject && !takesAnyRank(parent, place))
      throw new FortranError(
        s.at,
        `"${e.sym.name}" is of assumed rank: it can be an argument or the selector of SELECT RANK, and nothing else.`,
      );
    if (e.k === 'variable') return;
    if (e.k === 'null' && !(parent ? takesNull(parent, place) : s.k === 'pointer-assignment'))
      throw new FortranError(e.at, 'NULL() has no value and is not allowed here.');
    const parts = partsOfNode(e);
    for (let i = 0; i < parts.length; i++) if (parts[i]) visit(parts[i]!, e, i);
  };
  for (const value of valuesOfStatement(s)) if (value) visit(value, undefined, 0);
}

/** Throws for a value in a declaration that cannot be computed. */
export function checkValue(program: Program, e: Typed): void {
  checkNode(program, e);
  for (const part of partsOfNode(e)) if (part) checkValue(program, part);
}

/** Statements whose objects may have any rank. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['allocate', 'deallocate', 'nullify']);

/** Intrinsic functions whose first argument may have any rank. */
const OF_ANY_RANK = new Set(
  'rank size shape lbound ubound allocated associated is_contiguous c_loc loc len c_sizeof sizeof storage_size present kind same_type_as extends_type_of'.split(
    ' ',
  ),
);

function takesAnyRank(parent: Typed | undefined, place: number): boolean {
  if (parent?.k === 'call') return !parent.target.procedure.implicitInterface;
  return parent?.k === 'intrinsic' && place === 0 && OF_ANY_RANK.has(parent.name);
}

// Inquiries about a pointer or its type, and nodes without an operation.
const OF_POINTERS = new Set(
  'associated same_type_as extends_type_of present rank null move_alloc'.split(' '),
);

function takesNull(parent: Typed, place: number): boolean {
  if (parent.k === 'intrinsic') return place > 0 || OF_POINTERS.has(parent.name) || isInquiry(parent.name);
  return parent.k === 'call' || parent.k === 'structure';
}

function isInquiry(name: string): boolean {
  return intrinsicFunction(name)?.form === 'inquiry';
}

function checkNode(program: Program, e: Typed): void {
  if (program.raisesFlags) checkFlags(e);
  if (e.k === 'intrinsic') {
    checkIntrinsicNode(e);
    checkWideArguments(e);
  } else if (e.k === 'call') checkCall(e);
  else if (e.k === 'component') checkComponent(e);
}

function checkCall({ at, type, rank, target, arguments: list }: CallNode): void {
  if (type.base === 'character' && rank === 0) checkResultLength(type, target, at);
  const { name, implicitInterface } = target.procedure;
  for (const actual of list) {
    if (implicitInterface && actual?.value?.k === 'null')
      throw new FortranError(actual.at, `"${name}" needs an explicit interface to be called with NULL().`);
    const value = actual?.byValue ? actual.value : undefined;
    if (value && (value.rank > 0 || value.type.base === 'character'))
      throw new FortranError(value.at, '%VAL takes a scalar number or logical.');
  }
}

// The caller allocates the memory for the characters, so it must know the length.
function checkResultLength(type: Type, target: CallTarget, at: Position): void {
  if (constantLength(type) !== undefined || resultMode(target.procedure) !== 'characters') return;
  if (target.k === 'pointer' && type.length === '*') {
    target.procedure.scope.program.asksForLengths = true;
    return;
  }
  const symbol = declaringSymbol(target);
  const length = symbol && typeOf(symbol).length;
  if (typeof length === 'object' || (length === '*' && !symbol!.has('external'))) return;
  throw new FortranError(at, `The length of the result of "${target.procedure.name}" is not known here.`);
}

// An array of descriptors is not an array of values.
function checkComponent(e: Typed & { k: 'component' }): void {
  const { component, base } = e;
  if (base.rank > 0 && (component.pointer || component.allocatable || component.type.base === 'procedure'))
    throw new FortranError(
      e.at,
      `The pointer or allocatable component "${component.name}" of an array cannot itself be an array here.`,
    );
}
