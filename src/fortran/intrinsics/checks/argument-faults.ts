// Errors in the types and ranks of an intrinsic function's arguments (ISO/IEC 1539-1:2018, 16.9), found from the
// function's row and the argument names.

import { describeType } from '../../program/constants/constants.ts';
import { isRelated } from '../../program/constants/conversions.ts';
import type { Base } from '../../program/symbols/entity-kinds.ts';
import { constantShapeOf } from '../folding/constant-shape.ts';
import type { Restrictions } from '../row-kinds/elemental-row.ts';
import type { Arguments } from '../row-kinds/intrinsic-arguments.ts';
import { maybeRow } from '../rows/function-rows.ts';
import type { Intrinsic } from '../rows/intrinsics.ts';

/** The types that arguments with these names have in all functions. */
const NAMED: ReadonlyMap<string, Base> = new Map(
  Object.entries({
    logical: 'back mask',
    integer: 'dim kind len ncopies order pos shape shift size',
    character: 'set string_b substring',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as Base])),
);

type Names = readonly string[];

function typeFault(names: Names, args: Arguments, { types, alike }: Restrictions): string | undefined {
  for (const [i, argument] of names.entries()) {
    const wanted = types?.[argument] ?? (alike?.includes(argument) ? undefined : NAMED.get(argument));
    const base = args[i]?.type.base;
    if (!wanted || !base || base === wanted || base === 'boz' || base === 'hollerith') continue;
    return `${argument.toUpperCase()} must be of type ${wanted.toUpperCase()}, not ${describeType(args[i]!.type)}`;
  }
  return undefined;
}

// Error message for an argument that must have the type of the first argument but does not. If the arguments are
// promoted to a common type, this rule applies to all of them.
function unlikeFault(
  names: Names,
  args: Arguments,
  isAlike: (argument: string) => boolean,
): string | undefined {
  const first = args[0]?.type.base;
  const other = args.findIndex((a, i) => {
    const base = a?.type.base;
    const isUnlike = base !== first || isRelated(args[0]?.type.derived, a?.type.derived);
    return base && i > 0 && isUnlike && base !== 'boz' && isAlike(names[i] ?? '');
  });
  if (other < 0 || first === 'boz') return undefined;
  const what = names[other]?.replace('...', '').toUpperCase() || 'The last argument';
  return `${what} must have the same type as the first argument, ${describeType(args[0]!.type)}`;
}

function rankFault(names: Names, args: Arguments, ranks: Restrictions['ranks']): string | undefined {
  for (const [i, argument] of names.entries()) {
    const rank = ranks?.[argument];
    const value = args[i];
    if (!value || rank === undefined) continue;
    if (rank === 'array' ? value.rank === 0 : value.rank !== rank)
      return `${argument.toUpperCase()} must be ${inWords(rank)}`;
  }
  return undefined;
}

/** Error message for an argument's rank or type, without the function's name; undefined if there is none. */
export function argumentFault(intrinsic: Intrinsic, args: Arguments): string | undefined {
  if (intrinsic.form !== 'inquiry' && intrinsic.name !== 'null' && args.some((a) => a?.k === 'null'))
    return 'NULL() has no value and cannot be an argument';
  const { form, rule } = intrinsic;
  const names = intrinsic.arguments.map((argument) => argument.replace('?', ''));
  const row: Restrictions = maybeRow(intrinsic.name) ?? {};
  const isAlike = (argument: string): boolean =>
    (form === 'elemental' && rule === 'promote') || row.alike?.includes(argument) === true;
  return (
    typeFault(names, args, row) ??
    rankFault(names, args, row.ranks) ??
    unlikeFault(names, args, isAlike) ??
    row.misfit?.(args, constantShapeOf)
  );
}

function inWords(rank: number | 'array'): string {
  if (rank === 'array') return 'an array';
  return rank === 0 ? 'a scalar' : `an array of rank ${rank}`;
}
