// Rejects arithmetic that does not raise its IEEE exception flags in programs that read the flags: a missing flag
// would produce a wrong result.

import { maybeRow, maybeWhole } from '../../intrinsics/rows/function-rows.ts';
import { describeType } from '../../program/constants/describe-type.ts';
import type { Typed } from '../../program/symbols/semantics.ts';
import { FortranError } from '../../source/diagnostics.ts';

/** Throws for an operation that does not raise its flags. */
export function checkFlags(e: Typed): void {
  const what =
    e.k === 'binary'
      ? ofBinary(e)
      : e.k === 'convert'
        ? ofConversion(e)
        : e.k === 'intrinsic'
          ? ofFunction(e)
          : undefined;
  if (what)
    throw new FortranError(
      e.k === 'convert' ? e.operand.at : e.at,
      `IEEE flags are not raised by ${what}: a program that reads the flags cannot use it.`,
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
  const isReal = from.base === 'real' || to.base === 'real';
  const isInteger = from.base === 'integer' || to.base === 'integer';
  return isWide && isReal && isInteger ? 'a conversion to or from a 16-byte type' : undefined;
}

function ofFunction({ name, arguments: list }: Typed & { k: 'intrinsic' }): string | undefined {
  const type = list[0]?.type;
  if (type?.base !== 'real' && type?.base !== 'complex') return undefined;
  const flags = maybeRow(name)?.flags;
  if (flags === 'missing') return name.toUpperCase();
  // An array function's second argument is DIM, MASK or the other factor.
  const isPlain =
    type.base === 'real' && type.kind !== 16 && (maybeWhole(name) || flags === 'exact' || !list[1]);
  return flags && !isPlain ? `${name.toUpperCase()} of ${describeType(type)}` : undefined;
}
