// Assigns a value's sources to budget rows: each source has its own row or, if there are too many rows to read, all
// sources at one location share a row.
import type { SourceName } from './name-sources.ts';

/** A budget row: the indices of its sources. */
export interface SourceGroup {
  readonly name: SourceName;
  readonly members: readonly number[];
}

/** Maximum number of rows in a budget. */
const MOST_GROUPS = 200;

/** Returns the rows for these sources (indices into `names`), in order of creation. */
export function groupSources(indices: readonly number[], names: readonly SourceName[]): SourceGroup[] {
  if (indices.length <= MOST_GROUPS)
    return indices.map((index) => ({ name: names[index]!, members: [index] }));
  const groups = new Map<string, number[]>();
  for (const index of indices) {
    const { file, line, column, distribution } = names[index]!;
    const key = file === '' ? distribution : `${file}:${line}:${column}`;
    const members = groups.get(key);
    if (members) members.push(index);
    else groups.set(key, [index]);
  }
  const all = [...groups.values()];
  const rows =
    all.length <= MOST_GROUPS ? all : [...all.slice(0, MOST_GROUPS - 1), all.slice(MOST_GROUPS - 1).flat()];
  return rows.map((members, i) => ({
    name: nameGroup(members, names, all.length > MOST_GROUPS && i === MOST_GROUPS - 1),
    members,
  }));
}

function nameGroup(members: readonly number[], names: readonly SourceName[], isRest: boolean): SourceName {
  const first = names[members[0]!]!;
  if (members.length === 1) return first;
  if (isRest) {
    const name = `${members.length} other sources`;
    return { ...first, name, file: '', line: 0, column: 0, expression: '', distribution: name };
  }
  return { ...first, name: `${first.name} (${members.length})` };
}
