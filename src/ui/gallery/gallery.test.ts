// Tests that the gallery agrees with examples/: every program has a card, and every card has a program.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import gallery from '../../../examples/gallery.json' with { type: 'json' };
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { FIRST } from './gallery.ts';

const LANGUAGES: Readonly<Record<string, string>> = { c: 'C', cpp: 'C++', f: 'Fortran', f90: 'Fortran' };
const files = readdirSync(new URL('../../../examples/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'gallery.json')
  .map(({ name }) => name);

test('every file in examples/ has a card, and every card has a file', () => {
  expect(gallery.map(({ file }) => file).sort()).toEqual(files.sort());
});

test('the page begins with the first example', () => {
  expect(gallery[0]).toMatchObject(FIRST);
});

test('examples from the same field are next to each other', () => {
  const fields = gallery.map(({ field }) => field);
  const runs = fields.filter((field, i) => field !== fields[i - 1]);
  expect(runs).toEqual([...new Set(fields)]);
});

test.each(gallery)(
  'the card of $file describes its subject',
  ({ file, title, field, language, core, sentence }) => {
    expect(LANGUAGES[file.split('.').at(-1)!]).toBe(language);
    expect(findDefaultCore(core).Name).toBe(core);
    expect(title).toMatch(/^[A-Z]/);
    expect(field).toMatch(/^[A-Z][a-z]/);
    expect(sentence).toMatch(/^[A-Z].*[.?]$/);
  },
);
