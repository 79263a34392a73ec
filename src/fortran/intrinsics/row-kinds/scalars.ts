// Shared parts of many rows: arguments that are all scalars of one type each.
import type { Base } from '../../program/symbols/entity-kinds.ts';
import type { WholeRow } from './whole-row.ts';

/** Arguments that are scalars, by their names as a row has them, and their types. */
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
