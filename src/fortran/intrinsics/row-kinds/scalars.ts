// Helpers that many rows share: arguments that are all scalars of fixed types, or that have an opaque type.
import { describeType } from '../../program/constants/constants.ts';
import type { Base } from '../../program/symbols/entity-kinds.ts';
import type { Restrictions } from './elemental-row.ts';
import type { WholeRow } from './whole-row.ts';

/** Scalar arguments, named as in the row, with their types. */
export function scalars(
  arguments_: Readonly<Record<string, Base>>,
): Pick<WholeRow, 'takes' | 'types' | 'ranks'> {
  const named = Object.entries(arguments_).map(([name, base]) => [name.replace('?', ''), base] as const);
  return {
    takes: Object.keys(arguments_).join(' '),
    types: Object.fromEntries(named),
    ranks: Object.fromEntries(named.map(([name]) => [name, 0])),
  };
}

/** Arguments, given by position, that have one of these types from intrinsic modules, such as `ieee_class_type`. */
export function opaque(places: readonly number[], ...types: string[]): Pick<Restrictions, 'misfit'> {
  return {
    misfit: (args) => {
      const place = places.find((i) => args[i] && !types.includes(args[i].type.derived?.name ?? ''));
      if (place === undefined) return undefined;
      const given = describeType(args[place]!.type);
      return `Argument ${place + 1} must be of TYPE(${types.join(' or ')}), not ${given}`;
    },
  };
}
