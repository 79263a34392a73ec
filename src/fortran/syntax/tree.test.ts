// The tree for each kind of statement, as in tree.golden: the statement, then "=>" and its tree as nested parentheses
// with the node's kind and parts. Positions, empty lists and absent words are omitted.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DiagnosticList } from '../source/diagnostics.ts';
import { preprocess } from '../source/preprocessor.ts';
import { readStatements } from '../source/reader.ts';
import { parseProgram } from './parsing/program.ts';
import type { ProgramUnit } from './tree/syntax-tree.ts';

/** Parts printed without their names: a node has at most one of each, and its position identifies it. */
const PLAIN = new Set(['value', 'name', 'left', 'right', 'op', 'text', 'parts']);

function isShown([key, value]: [string, unknown]): boolean {
  if (key === 'at' || key === 'k' || key.endsWith('At') || value === undefined || value === false)
    return false;
  if (value instanceof Set) return value.size > 0;
  return !Array.isArray(value) || value.length > 0;
}

function textOf(value: string): string {
  return /^[\w().=+*%:<>/-]+$/.test(value) ? value : JSON.stringify(value);
}

function treeText(value: unknown): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Set) return `{${[...value].sort().join(' ')}}`;
  if (Array.isArray(value)) return `[${value.map(treeText).join(' ')}]`;
  const node = value as { k?: string; parts?: { name: string; lists: unknown[] }[] };
  if (node.k === 'ref' && node.parts?.every((p) => p.lists.length === 0))
    return node.parts.map((p) => p.name).join('%');
  const parts = Object.entries(value)
    .filter(isShown)
    .map(([key, part]): [string, string] => [key, treeText(part)])
    .filter(([, text]) => text !== '()');
  const inner = parts.map(([key, text]) => (PLAIN.has(key) ? text : `${key}=${text}`)).join(' ');
  if (node.k !== undefined) return `(${node.k}${inner === '' ? '' : ' '}${inner})`;
  const [only] = parts;
  return parts.length === 1 && (only![0] === 'name' || only![0] === 'value') ? only![1] : `(${inner})`;
}

function parseText(text: string): ProgramUnit[] {
  const diagnostics = new DiagnosticList(['x.f90']);
  const files = diagnostics.files;
  const lines = preprocess(text, 0, {
    diagnostics,
    files,
    defines: [],
    now: () => new Date(0),
    findInclude: () => ({ why: '' }),
  });
  const units = parseProgram(readStatements(lines, false, diagnostics), diagnostics);
  expect(diagnostics.items).toEqual([]);
  return units;
}

const golden = readFileSync(new URL('./tree.golden', import.meta.url), 'utf8');
for (const group of golden.split(/^# /m).slice(1)) {
  const [title = '', ...entries] = group.trim().split('\n\n');
  describe(title, () => {
    for (const entry of entries) {
      const lines = entry.split('\n');
      const statement = lines.filter((line) => !line.startsWith('=> ')).join('\n');
      const trees = lines.filter((line) => line.startsWith('=> ')).map((line) => line.slice(3));
      test(statement.split('\n')[0]!, () => {
        if (title === 'program units') {
          expect(parseText(`${statement}\n`).map(treeText)).toEqual(trees);
          return;
        }
        const [unit] = parseText(`subroutine s\n${statement}\nend\n`);
        expect([...unit!.specifications, ...unit!.body].map(treeText)).toEqual(trees);
      });
    }
  });
}
