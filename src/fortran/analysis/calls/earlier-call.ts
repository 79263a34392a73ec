// Checks calls to procedures without a known interface: all calls in a source must pass arguments of the same types.
import { describeType } from '../../program/constants/describe-type.ts';
import type { ActualArgument, MaybeTyped, Procedure, Scope, Typed } from '../../program/symbols/semantics.ts';
import { fileOf, refuse } from '../../source/diagnostics.ts';
import { isFixedFormName } from '../../source/reader.ts';

/** Throws if an argument's type differs from that in the first call, or if a scalar is passed instead of an array. */
export function checkEarlierCall(scope: Scope, procedure: Procedure, list: readonly ActualArgument[]): void {
  const { diagnostics, options, firstCalls } = scope.program;
  const at = list[0]?.at;
  if (at === undefined || options.allowArgumentMismatch || procedure.place === 'dummy') return;
  // Old programs often pass mismatched arguments.
  if (isFixedFormName(diagnostics.fileNameAt(at))) return;
  const key = `${fileOf(at)} ${procedure.name}`;
  const first = firstCalls.get(key);
  if (!first) firstCalls.set(key, list);
  else for (const [i, actual] of list.entries()) compare(procedure, first[i]?.value, actual);
}

const COMPARED = /^(integer|real|complex|logical|character)$/;

function compare({ name }: Procedure, first: MaybeTyped, actual: ActualArgument): void {
  const { value } = actual;
  if (!first || !value || !COMPARED.test(first.type.base) || !COMPARED.test(value.type.base)) return;
  const [a, b] = [first.type, value.type];
  if (a.base !== b.base || (a.base !== 'character' && a.kind !== b.kind))
    refuse(
      actual.at,
      `"${name}" has no interface here, and this argument is ${describeType(b)}, but was ${describeType(a)} in an earlier call.`,
    );
  if (a.base === 'character' || isElement(first) || isElement(value)) return;
  if (first.rank > 0 !== value.rank > 0)
    refuse(
      actual.at,
      `"${name}" has no interface here, and this argument is ${value.rank > 0 ? 'an array' : 'a scalar'}, unlike in an earlier call.`,
    );
}

function isElement(e: Typed): boolean {
  return e.k === 'element';
}
