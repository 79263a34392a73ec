import { expect, test } from 'vitest';
import { followLinks } from './follow-links.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function follow(files: string[], links: Record<string, string>) {
  const map = new Map(files.map((path) => [path, encode(path)]));
  const targets = Object.entries(links).map(([path, target]) => [path, encode(target)] as const);
  const unresolved = followLinks(map, new Map(targets));
  const texts = Object.fromEntries([...map].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
  return { unresolved, texts };
}

test('links to files and folders, even through other links, are replaced by their targets', () => {
  const { texts, unresolved } = follow(['src/a.c', 'lib/v2/b.h', 'lib/v2/in/c.h'], {
    'src/b.h': '../lib/current/b.h',
    'lib/current': 'v2',
    'src/lib': '../lib/current/',
  });
  expect(unresolved).toEqual([]);
  expect(texts['src/b.h']).toBe('lib/v2/b.h');
  expect(texts['lib/current/in/c.h']).toBe('lib/v2/in/c.h');
  expect(texts['src/lib/b.h']).toBe('lib/v2/b.h');
});

test('links to files are also followed inside folders that other links point to', () => {
  const { texts, unresolved } = follow(['lib/v2.h'], { 'src/lib': '../lib', 'lib/current.h': 'v2.h' });
  expect(unresolved).toEqual([]);
  expect(texts['src/lib/current.h']).toBe('lib/v2.h');
});

test('links that point outside, to nothing, to themselves or to an enclosing folder are omitted', () => {
  const links = {
    out: '../../etc/passwd',
    absolute: '/etc/passwd',
    gone: 'nothing',
    self: 'self',
    a: 'b',
    b: 'a',
    'd/up': '..',
  };
  const { texts, unresolved } = follow(['d/file'], links);
  expect(unresolved.sort()).toEqual(Object.keys(links).sort());
  expect(Object.keys(texts)).toEqual(['d/file']);
});

test('links that would multiply a folder into a huge number of files are rejected', () => {
  const files = Array.from({ length: 1000 }, (_, i) => `d/${i}`);
  const links = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`l/${i}`, '../d']));
  expect(() => follow(files, links)).toThrow(/more than 200000 files/);
});

test('an excessive number of links is rejected', () => {
  const links = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`l/${i}`, '../d']));
  expect(() => follow(['d/file'], links)).toThrow(/more than 10000 links/);
});

test('too many links in deep folders are rejected', () => {
  const deep = 'd/'.repeat(2000);
  const links = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`${deep}${i}`, 'x']));
  expect(() => follow(['d/file'], links)).toThrow('The repository has too many links in deep folders.');
});

test('a huge number of links next to a huge number of files are followed without comparing every pair', () => {
  const files = Array.from({ length: 100_000 }, (_, i) => `d/${i}/file`);
  const links = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`l/${i}`, `../d/${2 * i}0`]));
  const { texts, unresolved } = follow(files, links);
  expect([texts['l/0/file'], texts['l/4999/file']]).toEqual([undefined, 'd/99980/file']);
  expect(unresolved).toHaveLength(5001);
});

test('a link is omitted if its target is longer than any path may be', () => {
  const { unresolved } = follow(['file'], { link: `${'./'.repeat(3000)}file`, short: './file' });
  expect(unresolved).toEqual(['link']);
});
