// A run's values by source line: the last value of each line.
import { maybeOwnPlace } from '../../toolchain/clang/source-place.ts';
import type { PlaceValue, PlaceValues } from '../../uncertainty/sources/place-values.ts';
import type { PlacedProgram, PlacesOf } from './find-places.ts';

/** The last uncertain value of a line. */
export interface LineValue extends Pick<PlaceValue, 'lowest' | 'highest'> {
  /** Path of the file among the program's source files. */
  readonly file: string;
  /** 1-based line number. */
  readonly line: number;
  /** The value's particle and Ux text. */
  readonly text: string;
  /** Maximum fraction of the draws on the value's path; 0 if unknown, undefined if all draws are on it. */
  readonly share?: number;
  /** Number of values that the same operation produced, for example in a loop. */
  readonly count: number;
}

export interface LineValues {
  readonly lines: readonly LineValue[];
  /** Number of operations omitted because their values did not fit. */
  readonly leftOut: number;
}

/** The last value of each line. If the compiler copied an operation, the copies count as one operation. */
export async function placeValues(
  { values, leftOut }: PlaceValues,
  { linked, request }: PlacedProgram,
  placesOf: PlacesOf,
): Promise<LineValues> {
  const offsets = values.map(({ offset }) => offset);
  const found = offsets.length > 0 ? await placesOf({ linked, request, isPlain: true }, offsets) : [];
  const operations = new Map<string, { file: string; line: number; copies: PlaceValue[] }>();
  for (const [i, value] of values.entries()) {
    const place = maybeOwnPlace(found[i] ?? []);
    if (!place || place.file.startsWith('/')) continue;
    const { file, line, column } = place;
    const key = `${line}:${column}:${file}`;
    const operation = operations.get(key) ?? { file, line, copies: [] };
    operation.copies.push(value);
    operations.set(key, operation);
  }
  const lines = new Map<string, LineValue & { readonly order: number }>();
  for (const { file, line, copies } of operations.values()) {
    const value = { file, line, ...joinCopies(copies) };
    const key = `${line}:${file}`;
    if ((lines.get(key)?.order ?? -1) < value.order) lines.set(key, value);
  }
  return { lines: [...lines.values()].map(({ order: _, ...value }) => value), leftOut };
}

function joinCopies(copies: readonly PlaceValue[]) {
  const last = copies.reduce((one, other) => (other.order > one.order ? other : one));
  const { order, particle, text, share } = last;
  return {
    order,
    text: particle + text,
    ...(share === 1 ? {} : { share }),
    count: copies.reduce((sum, { count }) => sum + count, 0),
    lowest: copies.reduce((least, { lowest }) => Math.min(least, lowest), Infinity),
    highest: copies.reduce((most, { highest }) => Math.max(most, highest), -Infinity),
  };
}
