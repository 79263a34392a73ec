// Elemental intrinsic functions, and other functions of scalars, in C. They apply to arrays element by element. The C
// code of each function is in its row (intrinsics/rows).

import type { CallPrinting } from '../../intrinsics/row-kinds/elemental-row.ts';
import { maybeElemental, maybeRow } from '../../intrinsics/rows/function-rows.ts';
import { type CharactersC, cType } from '../../program/c/c-text.ts';
import type { IntrinsicNode } from '../../program/symbols/semantics.ts';
import { isOptional, maybeAbsence, scalarOr } from '../designators/absent.ts';
import { characterPlace } from '../designators/designator.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { chars, scalar } from '../writer/expressions.ts';
import { flaggedCall, raisesFlags } from './flags.ts';

/** The C value of a call to an elemental function; undefined for any other kind of function. */
export function elementalValue(em: Emitter, e: IntrinsicNode): string | undefined {
  const row = maybeElemental(e.name);
  const call = printingOf(em, e);
  if (row?.ofCharacters && e.arguments[0]?.type.base === 'character') return row.ofCharacters(call);
  if (!row?.c) return undefined;
  const flagged = raisesFlags(em, e);
  const args = e.arguments
    .map((a) => (a ? scalar(em, a) : ''))
    .map((c, i) => (c !== '' && flagged ? em.once(cType(e.arguments[i]!.type), c) : c));
  while (args.at(-1) === '') args.pop();
  const value = row.c(call, ...args);
  return flagged ? flaggedCall(e, value, args) : value;
}

/** The characters that a function returns, or undefined if its row has none. */
export function elementalCharacters(em: Emitter, e: IntrinsicNode): CharactersC | undefined {
  return maybeRow(e.name)?.characters?.(printingOf(em, e));
}

/** The operations that a row uses to print a call to a function of scalars. */
export function printingOf(em: Emitter, e: IntrinsicNode): CallPrinting {
  return {
    e,
    hasSignedZero: em.program.options.signZero,
    scalar: (i, otherwise = '') => {
      const argument = e.arguments[i];
      if (!argument) return otherwise;
      const c = scalar(em, argument);
      return otherwise === '' || !isOptional(e, i) ? c : scalarOr(em, argument, c, otherwise);
    },
    chars: (i) => chars(em, e.arguments[i]!),
    place: (i) => characterPlace(em, e.arguments[i]!),
    absence: (i) => (isOptional(e, i) ? maybeAbsence(em, e.arguments[i]!) : undefined),
    temporary: (type, c) => em.temporary(type, c),
    once: (type, c) => em.once(type, c),
    memory: (c) => em.inArena('char *', c),
    checkLengths: (first, second) => {
      if (first !== second && em.program.options.checkBounds)
        em.line(
          `f_check_equal_lengths(${first}, ${second}, "${e.name.toUpperCase()}", ${placeOf(em.statementAt || e.at)});`,
        );
    },
    line: (c) => em.line(c),
  };
}
