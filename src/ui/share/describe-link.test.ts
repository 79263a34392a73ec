import { expect, test } from 'vitest';
import { describeLink } from './describe-link.ts';

const REQUEST = {
  source: 'int main(void) {}',
  language: 'C',
  core: 'C0-S',
  arguments: '',
  stdin: '',
  seed: 2n ** 60n,
} as const;

test('the link contains data files, and becomes a project link if the program has other files', () => {
  const data = { 'a.csv': '1', 'b.bin': Uint8Array.of(255) };
  const files = [
    { path: 'a.csv', text: '1' },
    { path: 'b.bin', base64: '/w==' },
  ];
  expect(describeLink({ ...REQUEST, data }, 'T')).toEqual({
    title: 'T',
    language: 'C',
    core: 'C0-S',
    arguments: '',
    stdin: '',
    files,
    source: REQUEST.source,
  });
  expect(describeLink({ ...REQUEST, data, files: { 'main.c': 'int x;' } }, 'T')).toMatchObject({
    project: {
      name: 'T',
      current: 'own-main.c',
      files: [
        { path: 'main.c', text: 'int x;' },
        { path: 'own-main.c', text: REQUEST.source },
      ],
    },
    inputs: { files },
  });
});
