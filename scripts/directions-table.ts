// The table of allowed imports between components in src/, from docs/components.md. "and below" includes everything
// that the named components may import.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProjectRoot } from './project-root.ts';

/** The component that every other component may import, in order to throw its errors. */
const ALWAYS = 'errors';

export interface Directions {
  /**
   * The components allowed in each row, keyed by the row's name relative to src/; a row whose name ends in `.ts` is a
   * file.
   */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The row that applies to a file: its own row, or the row of its innermost folder that has one; otherwise its first
   * folder.
   */
  rowOf(file: string): string;
}

/** @throws Error if a row is missing or the rows form a cycle */
export function readDirections(): Directions {
  const root = findProjectRoot();
  const rows = readTable(readFileSync(join(root, 'docs/components.md'), 'utf8'));
  const rowOf = (file: string): string => {
    const parts = relative(join(root, 'src'), file).split('/');
    const folders = parts.map((_, i) => parts.slice(0, parts.length - i).join('/'));
    return folders.find((name) => rows.has(name)) ?? parts[0]!;
  };
  return { rows, rowOf };
}

function readTable(text: string): Map<string, ReadonlySet<string>> {
  const rows = [...text.matchAll(/^\| `src\/([\w./-]+)` \|[^|]*\| ([^|]*) \|$/gm)];
  const said = new Map(rows.map(([, name = '', knows = '']) => [name, knows]));
  const known = new Map<string, ReadonlySet<string>>();
  const resolveRow = (name: string, path: readonly string[] = []): ReadonlySet<string> => {
    const done = known.get(name);
    if (done) return done;
    const knows = said.get(name);
    if (knows === undefined) throw new Error(`docs/components.md has no row for src/${name}.`);
    if (path.includes(name))
      throw new Error(`docs/components.md has a cycle: ${[...path, name].join(' → ')}.`);
    const all = new Set([ALWAYS]);
    for (const item of knows === 'nothing' ? [] : knows.split(', ')) {
      const other = item.replace(/ and below$/, '');
      all.add(other);
      const theirs = resolveRow(other, [...path, name]);
      if (other !== item) for (const further of theirs) all.add(further);
    }
    known.set(name, all);
    return all;
  };
  for (const name of said.keys()) resolveRow(name);
  return known;
}
