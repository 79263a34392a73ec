// Checks a typed statement as a whole for misplaced values. The C printer can print every statement that passes.

import { maybeRow, maybeWhole } from '../../intrinsics/rows/function-rows.ts';
import { intrinsicFunction, placeOfArgument } from '../../intrinsics/rows/intrinsics.ts';
import { constantLength, describeType, maybeInteger } from '../../program/constants/constants.ts';
import { isAssumedRank, typeOf } from '../../program/declarations/resolve.ts';
import type {
  CallTarget,
  IntrinsicNode,
  MaybeTyped,
  Program,
  Scope,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import type { CallNode, TypedStatement } from '../../program/walking/typed-statements.ts';
import { partsOfNode, valuesOfStatement } from '../../program/walking/walk-typed.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import { declaringSymbol, resultMode } from '../calls/pass-mode.ts';
import { checkWideArguments } from './wide.ts';

/** Throws if a value in a statement is misplaced. */
export function checkTyped(scope: Scope, s: TypedStatement): void {
  const { program } = scope;
  const visit = (e: Typed, parent: MaybeTyped, place: number): void => {
    if (e.k === 'const' || e.k === 'const-array') return;
    checkNode(program, e);
    if (e.k === 'call') program.calls.note(scope, e);
    const isObject = parent === undefined && OF_OBJECTS.has(s.k);
    if (e.k === 'variable' && isAssumedRank(e.sym) && !isObject && !takesAnyRank(parent, place))
      refuse(
        s.at,
        `"${e.sym.name}" has assumed rank: it can only be an argument or the selector of SELECT RANK.`,
      );
    if (e.k === 'variable') return;
    if (e.k === 'null' && !(parent ? takesNull(parent, place) : s.k === 'pointer-assignment'))
      refuse(e.at, 'NULL() has no value and is not allowed here.');
    const parts = partsOfNode(e);
    for (let i = 0; i < parts.length; i++) if (parts[i]) visit(parts[i]!, e, i);
  };
  for (const value of valuesOfStatement(s)) if (value) visit(value, undefined, 0);
}

/** Throws if a value in a declaration cannot be computed. */
export function checkValue(program: Program, e: Typed): void {
  checkNode(program, e);
  for (const part of partsOfNode(e)) if (part) checkValue(program, part);
}

/** Statements that accept objects of any rank. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['allocate', 'deallocate', 'nullify']);

/** Intrinsic functions whose first argument may have any rank. */
const OF_ANY_RANK = new Set(
  'rank size shape lbound ubound allocated associated is_contiguous c_loc loc len c_sizeof sizeof storage_size present kind same_type_as extends_type_of'.split(
    ' ',
  ),
);

function takesAnyRank(parent: MaybeTyped, place: number): boolean {
  if (parent?.k === 'call') return !parent.target.procedure.implicitInterface;
  return parent?.k === 'intrinsic' && place === 0 && OF_ANY_RANK.has(parent.name);
}

// Intrinsic procedures that accept NULL() as the first argument because they do not need its value.
const OF_POINTERS = new Set(
  'associated same_type_as extends_type_of present rank null move_alloc'.split(' '),
);

function takesNull(parent: Typed, place: number): boolean {
  if (parent.k === 'intrinsic')
    return place > 0 || OF_POINTERS.has(parent.name) || intrinsicFunction(parent.name)?.form === 'inquiry';
  return parent.k === 'call' || parent.k === 'structure';
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
      refuse(actual.at, `"${name}" needs an explicit interface to be called with NULL().`);
    const value = actual?.byValue ? actual.value : undefined;
    if (value && (value.rank > 0 || value.type.base === 'character'))
      refuse(value.at, '%VAL needs a scalar number or logical value.');
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
  refuse(at, `The length of the result of "${target.procedure.name}" is not known here.`);
}

// Rejects a pointer or allocatable component of an array of structures, because the elements of such a component are
// descriptors rather than values.
function checkComponent(e: Typed & { k: 'component' }): void {
  const { component, base } = e;
  if (base.rank > 0 && (component.pointer || component.allocatable || component.type.base === 'procedure'))
    refuse(
      e.at,
      `The pointer or allocatable component "${component.name}" of an array cannot itself be an array here.`,
    );
}

/** Throws if the function does not accept one of its arguments. */
function checkIntrinsicNode(e: IntrinsicNode): void {
  checkDimension(e);
  const [first] = e.arguments;
  if (!first) return;
  if (e.name === 'present' && first.k !== 'variable' && !(first.k === 'procedure' && first.sym))
    refuse(first.at, 'PRESENT needs the name of a dummy argument.');
  if (e.name === 'kind')
    refuse(first.at, `KIND needs a value of an intrinsic type; this is ${describeType(first.type)}.`);
  if (OF_VALUES.has(e.name) && first.k === 'null')
    refuse(first.at, `NULL() has no value and cannot be an argument of "${e.name}".`);
  if (e.name === 'c_funloc' && !isProcedure(first)) refuse(first.at, 'Expected a procedure.');
}

/** Functions that use the value or the address of their argument. */
const OF_VALUES = new Set('is_contiguous adjustl adjustr len len_trim trim repeat'.split(' '));

function checkDimension({ name, arguments: list }: IntrinsicNode): void {
  const array = list[0];
  const asked = /^(size|[lu]bound)$/.test(name) ? list[1] : undefined;
  const place = maybeInteger(asked);
  if (array && asked && place !== undefined && array.rank > 0 && (place < 1 || place > array.rank))
    refuse(asked.at, `The array has no dimension ${place}.`);
  const intrinsic = intrinsicFunction(name);
  const dim = intrinsic && list[placeOfArgument(intrinsic, 'dim')];
  const n = maybeInteger(dim);
  if (!array || !dim || n === undefined || /cobound|image/.test(name)) return;
  if (array.rank <= 0 && name !== 'spread') return;
  const most = name === 'spread' ? array.rank + 1 : array.rank;
  if (n < 1 || n > most) refuse(dim.at, `DIM is ${n}, but the array has ${most} dimension(s).`);
}

function isProcedure(e: Typed): boolean {
  return e.type.base === 'procedure' || e.k === 'null' || e.k === 'call';
}

/** Throws if an operation cannot raise its IEEE flags. */
function checkFlags(e: Typed): void {
  const what =
    e.k === 'binary'
      ? ofBinary(e)
      : e.k === 'convert'
        ? ofConversion(e)
        : e.k === 'intrinsic'
          ? ofFunction(e)
          : undefined;
  if (what)
    refuse(
      e.k === 'convert' ? e.operand.at : e.at,
      `This program reads IEEE flags, but ${what} does not raise them.`,
    );
}

function ofBinary({ op, left, right }: Typed & { k: 'binary' }): string | undefined {
  const { type } = left;
  if ((type.base !== 'real' && type.base !== 'complex') || op === '==' || op === '/=') return undefined;
  if (type.base === 'complex' || type.kind === 16) return `arithmetic of ${describeType(type)}`;
  return op === '**' && right.type.base !== 'integer' ? '** with a real exponent' : undefined;
}

function ofConversion({ operand, type: to }: Typed & { k: 'convert' }): string | undefined {
  const from = operand.type;
  const isWide = from.kind === 16 || to.kind === 16;
  if (from.base === 'real' && to.base === 'real')
    return isWide && to.kind < from.kind ? 'a conversion of REAL(16)' : undefined;
  const pair = [from, to].map(({ base }) => base).join();
  const isInexact = !/^(real|complex),(real|complex)$/.test(pair) || to.kind < from.kind;
  if (/complex|unsigned.*real|real.*unsigned/.test(pair) && isInexact)
    return `a conversion of ${describeType(from)} to ${describeType(to)}`;
  const isReal = from.base === 'real' || to.base === 'real';
  const isInteger = from.base === 'integer' || to.base === 'integer';
  return isWide && isReal && isInteger ? 'a conversion to or from a 16-byte type' : undefined;
}

function ofFunction({ name, arguments: list }: Typed & { k: 'intrinsic' }): string | undefined {
  const type = list[0]?.type;
  if (type?.base !== 'real' && type?.base !== 'complex') return undefined;
  const flags = maybeRow(name)?.flags;
  if (flags === 'missing') return name.toUpperCase();
  // The second argument of an array function is DIM, MASK or, for a product, the other factor.
  const isPlain =
    type.base === 'real' && type.kind !== 16 && (maybeWhole(name) || flags === 'exact' || !list[1]);
  return flags && !isPlain ? `${name.toUpperCase()} of ${describeType(type)}` : undefined;
}
