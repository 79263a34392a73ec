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
])('invalid program data are rejected as a malformed link: %s', async (_, data) => {
  const fragment = `#${await packShareFragment(data)}`;
  await expect(maybeLinked(fragment)).rejects.toMatchObject({ code: 'malformed-link' });
});
