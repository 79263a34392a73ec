// References to statement functions, each of which is replaced with the function's body.

import { describeType } from '../../program/constants/constants.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { typeOf } from '../../program/declarations/resolve.ts';
import { setResolved } from '../../program/symbols/change-symbol.ts';
import { analyse, declare, lookup } from '../../program/symbols/names.ts';
import { Scope, type StatementFunctionMeaning, Sym, type Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Argument, Expression, ReferencePart } from '../../syntax/tree/syntax-tree.ts';
import { requireScalar } from '../checks/require-scalar.ts';

/** Replaces a reference to a statement function with its body, using the given arguments. */
export function expandStatementFunction(
  scope: Scope,
  symbol: Sym,
  { parameters: names, body }: StatementFunctionMeaning,
  part: ReferencePart,
): Typed {
  const list = part.lists[0];
  if (list?.length !== names.length) {
    refuse(part.at, `The statement function "${symbol.name}" takes ${names.length} argument(s).`);
  }
  const parameters = names.map((name) => {
    const outer = lookup(symbol.scope, name) ?? declare(symbol.scope, name, symbol.at);
    const parameter = new Sym(name, symbol.scope, symbol.at, { k: 'variable' });
    setResolved(parameter, { type: typeOf(outer) });
    return parameter;
  });
  const inner = new Scope(symbol.scope.program, 'construct', '', symbol.scope);
  for (const p of parameters) inner.symbols.set(p.name, p);
  const type = typeOf(symbol);
  const values = list.map((a, i) => statementArgument(scope, symbol, parameters[i]!, a));
  const { at } = part;
  const value = coerce(analyseBody(symbol, body, inner, at), type, at);
  return {
    k: 'statement-function',
    at,
    type,
    rank: 0,
    sym: symbol,
    parameters,
    arguments: values,
    body: value,
  };
}

function statementArgument(scope: Scope, { name }: Sym, parameter: Sym, a: Argument): Typed {
  if (a.keyword !== undefined)
    refuse(a.at, `The statement function "${name}" does not accept keyword arguments.`);
  if (!a.value) refuse(a.at, `An argument of the statement function "${name}" must be a value.`);
  const value = requireScalar(analyse(scope, a.value));
  const type = parameter.resolved.type!;
  if (value.type.base !== type.base || value.type.kind !== type.kind)
    refuse(
      a.at,
      `The argument "${parameter.name}" of "${name}" is ${describeType(type)}, but this is ${describeType(value.type)}.`,
    );
  return coerce(value, type, a.at);
}

/**
 * Maximum number of nested bodies in a program. Each reference copies the body, which may double the number of
 * references inside it.
 */
const MOST_INNER_BODIES = 20_000;

function analyseBody(symbol: Sym, body: Expression, inner: Scope, at: Position): Typed {
  const { pending } = symbol.scope.program;
  const { bodies } = pending;
  if (bodies.has(symbol)) refuse(at, `The statement function "${symbol.name}" refers to itself.`);
  if (bodies.size > 0) pending.innerBodies += 1;
  if (pending.innerBodies > MOST_INNER_BODIES)
    refuse(
      at,
      `Statement functions refer to each other more than ${MOST_INNER_BODIES} times; make "${symbol.name}" an internal function.`,
    );
  bodies.add(symbol);
  try {
    return analyse(inner, body);
  } finally {
    bodies.delete(symbol);
  }
}
