import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describeProgram } from '../../draft/program.ts';
import { packShareFragment } from '../../share/share-link.ts';
import { linkProgram, maybeLinked } from './program-link.ts';

const PROGRAM = describeProgram({
  title: 'Fog',
  language: 'C++',
  core: 'C0-M+',
  source: 'int main() { return 0; } // ∂x/∂t\n',
  arguments: '--name "a b"',
  stdin: '1 2 3\n',
  files: [{ path: 'data/in.csv', text: 'x,y\n1,2\n' }],
});

test('a program is restored unchanged from its link', async () => {
  const link = await linkProgram(PROGRAM, 'https://site.example/docs/?x=1#old');
  expect(link).toMatch(/^https:\/\/site\.example\/docs\/\?x=1#haze1=[\w-]+$/);
  expect(await maybeLinked(new URL(link).hash)).toEqual({ project: undefined, program: PROGRAM });
});

test('other fragments are ignored', async () => {
  expect(await maybeLinked('#output')).toBeUndefined();
});

test.each([
  ['another language', { ...PROGRAM, language: 'Ada' }],
  ['no source', { language: 'C' }],
  ['files that are not files', { ...PROGRAM, files: [{ path: 1 }] }],
  ['a field with a different type', { ...PROGRAM, stdin: 5 }],
  ['null', null],
])('invalid program data is rejected as a malformed link: %s', async (_, data) => {
  const fragment = `#${await packShareFragment(data)}`;
  await expect(maybeLinked(fragment)).rejects.toMatchObject({ code: 'malformed-link' });
});

const linkOf = async (files: readonly unknown[], isProject: boolean) => {
  const project = { project: { name: 'x', current: '', files }, inputs: { language: 'C' } };
  return `#${await packShareFragment(isProject ? project : { ...PROGRAM, files })}`;
};

test.each([
  ['outside its folder', ['../../notes.csv'], /"..\/..\/notes.csv" is not a file path/],
  ['outside its folder, on Windows', ['..\\notes.csv'], /is not a file path/],
  ['from the root', ['/etc/passwd'], /is not a file path/],
  ['with control characters', ['a\0\u202eb.c\n'], /"a\\u0000\\u202eb.c\\u000a" is not a file path/],
  ['that no URL can contain', ['a\ud800.c'], /is not a file path/],
  ['of a million characters', ['x'.repeat(1e6)], /"x{80}" is not a file path/],
  ['in a million folders', [`${'a/'.repeat(1e6)}b.c`], /is not a file path/],
  ['of two files', ['a.c', 'a.c'], /"a.c" occurs more than once/],
  ['of a file and a folder', ['a/b', 'a/b/c/d.c'], /"a\/b" is both a file and a folder/],
  [
    'in very many folders',
    Array.from({ length: 2000 }, (_, i) => `${`f${i}/`.repeat(100)}m.c`),
    /It has more than 2000 folders/,
  ],
  ['of very many files', Array.from({ length: 100_000 }, (_, i) => `${i}.c`), /It has 100000 files/],
])(
  'a link with paths %s is rejected with a message, both as a project and as inputs',
  async (_, paths, why) => {
    const files = paths.map((path) => ({ path, text: '' }));
    for (const isProject of [true, false]) {
      const opening = maybeLinked(await linkOf(files, isProject));
      await expect(opening).rejects.toMatchObject({
        code: 'malformed-link',
        message: expect.stringMatching(why),
      });
    }
  },
);

test('names of object properties can be used as file names', async () => {
  const paths = ['__proto__', 'constructor/x.c', 'toString'];
  const linked = await maybeLinked(
    await linkOf(
      paths.map((path) => ({ path, text: path })),
      true,
    ),
  );
  expect([...linked!.project!.files.keys()]).toEqual(paths);
});

test.each([
  ['a gigabyte of zeros', deflateRawSync(Buffer.alloc(2 ** 30)), /more than 4 MiB/],
  [
    'a million nested lists',
    deflateRawSync(`${'['.repeat(1e6)}${']'.repeat(1e6)}`),
    /does not contain a program/,
  ],
  ['a bomb without its end', deflateRawSync(Buffer.alloc(2 ** 22)).subarray(0, 3000), /truncated or damaged/],
])('a link with %s is rejected with a message', async (_, packed, why) => {
  const opening = maybeLinked(`#haze1=${packed.toString('base64url')}`);
  await expect(opening).rejects.toMatchObject({
    code: 'malformed-link',
    message: expect.stringMatching(why),
  });
});
