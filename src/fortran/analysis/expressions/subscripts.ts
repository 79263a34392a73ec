// Parenthesised lists after a name: subscripts, sections and substrings.

import { foldConstant } from '../../intrinsics/folding/fold.ts';
import { constantLength, describeType, INTEGER, maybeInteger } from '../../program/constants/constants.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { bytesOfCharacters, firstByte } from '../../program/constants/wide-characters.ts';
import { analyseScalarInteger, shapeKindOf } from '../../program/declarations/resolve.ts';
import { analyse } from '../../program/symbols/names.ts';
import type { Scope, Subscript, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Argument } from '../../syntax/tree/syntax-tree.ts';

/** Applies argument lists to a value: subscripts first, then a substring. */
export function applyLists(
  scope: Scope,
  base: Typed,
  lists: Argument[][],
  at: Position,
  isSubscripted = false,
): Typed {
  let value = base;
  let subscripted = isSubscripted;
  for (const list of lists) {
    if (value.rank > 0 && !subscripted) {
      value = applySubscripts(scope, value, list, at);
      subscripted = true;
    } else if (value.type.base === 'character' && value.k !== 'substring' && isSubstringList(list)) {
      value = applySubstring(scope, value, list[0]!, at);
    } else {
      refuse(at, describeWrongList(value));
    }
  }
  return value;
}

function describeWrongList(value: Typed): string {
  const name = value.k === 'variable' ? `"${value.sym.name}"` : 'This value';
  return `${name} is a scalar of type ${describeType(value.type)}: it cannot be subscripted.`;
}

function applySubstring(scope: Scope, base: Typed, argument: Argument, at: Position): Typed {
  const range = argument.range!;
  const first = range.low ? maybeInteger(analyseScalarInteger(scope, range.low)) : 1;
  const last = range.high ? maybeInteger(analyseScalarInteger(scope, range.high)) : undefined;
  const { kind } = base.type;
  const bytes = constantLength(base.type);
  const length = bytes === undefined ? undefined : bytes / kind;
  const isRange = last !== undefined && first !== undefined && last >= first;
  if (isRange && (first < 1 || (length !== undefined && last > length)))
    refuse(
      at,
      `The substring ${first}:${last} is outside the ${length === undefined ? 'characters' : `${length} character(s)`}.`,
    );
  return foldConstant({
    k: 'substring',
    at,
    type: { base: 'character', kind },
    rank: base.rank,
    base,
    low: range.low ? firstByte(analyseScalarInteger(scope, range.low), kind) : undefined,
    high: range.high ? bytesOfCharacters(analyseScalarInteger(scope, range.high), kind) : undefined,
  });
}

function applySubscripts(scope: Scope, base: Typed, list: Argument[], at: Position): Typed {
  if (list.length !== base.rank) {
    refuse(
      at,
      `The array has rank ${base.rank}, but ${list.length} subscript${list.length === 1 ? ' is' : 's are'} given.`,
    );
  }
  const subscripts = list.map((argument) => analyseSubscript(scope, argument));
  const last = subscripts.at(-1);
  if (last?.k === 'range' && !last.high && base.k === 'variable' && shapeKindOf(base.sym) === 'assumed-size')
    refuse(at, `"${base.sym.name}" has assumed size: its last subscript range needs an upper bound.`);
  const rank = subscripts.filter((s) => s.k !== 'index').length;
  if (rank > 0) return foldConstant({ k: 'section', at, type: base.type, rank, base, subscripts });
  const indices = subscripts.map((s) => (s as { value: Typed }).value);
  warnOutOfBounds(scope, base, indices);
  return foldConstant({ k: 'element', at, type: base.type, rank: 0, base, subscripts: indices });
}

// Warns about constant subscripts that are outside constant bounds.
function warnOutOfBounds(scope: Scope, base: Typed, indices: readonly Typed[]): void {
  const symbol = base.k === 'variable' && !base.sym.allocatable && !base.sym.pointer ? base.sym : undefined;
  symbol?.resolved.dims?.forEach((dim, i) => {
    const index = maybeInteger(indices[i]);
    const low = maybeInteger(dim.low);
    const high = maybeInteger(dim.high);
    if (index === undefined || low === undefined || high === undefined || (index >= low && index <= high))
      return;
    // Old programs declare dummies with a last bound of 1 to mean that they may have any size.
    if (symbol.dummy && i === symbol.resolved.dims!.length - 1 && high === 1) return;
    scope.program.diagnostics.warn(
      indices[i]!.at,
      `The subscript ${index} is outside the bounds ${low}:${high} of dimension ${i + 1} of "${symbol.name}".`,
      '-Wout-of-bounds',
    );
  });
}

export function analyseSubscript(scope: Scope, argument: Argument): Subscript {
  if (argument.range) {
    const { low, high, step } = argument.range;
    if (step && maybeInteger(analyse(scope, step)) === 0)
      refuse(step.at, 'The stride of a section cannot be zero.');
    return {
      k: 'range',
      low: low && analyseScalarInteger(scope, low),
      high: high && analyseScalarInteger(scope, high),
      step: step && analyseScalarInteger(scope, step),
    };
  }
  if (!argument.value) refuse(argument.at, 'Expected a subscript.');
  const value = analyse(scope, argument.value);
  if (value.type.base === 'real' && value.rank === 0)
    return { k: 'index', value: coerce(value, INTEGER, argument.at) };
  if (value.type.base !== 'integer')
    refuse(argument.at, `A subscript must be an integer; this is ${describeType(value.type)}.`);
  if (value.rank > 1) refuse(argument.at, 'A vector subscript must have rank 1.');
  return value.rank === 1 ? { k: 'vector', value } : { k: 'index', value };
}

/** True if the list in parentheses may be the bounds of a substring. */
export function isSubstringList(list: Argument[] | undefined): boolean {
  return list?.length === 1 && list[0]!.range !== undefined && list[0]!.range.step === undefined;
}
