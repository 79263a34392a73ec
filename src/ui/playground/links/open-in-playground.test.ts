import { expect, test } from 'vitest';
import { addressInPlayground } from '../../share/open-in-playground.ts';
import { maybeLinked } from './program-link.ts';

test('the URL opens the playground, under any path, with the whole program', async () => {
  const program = {
    title: 'Lift',
    language: 'Fortran',
    core: 'C0-S+',
    source: "print *, 'ü'\nend\n",
    arguments: '-n 3',
    stdin: '1 2\n',
    files: [
      { path: 'a.csv', text: '1,2' },
      { path: 'b.bin', base64: 'AP8=' },
    ],
  } as const;
  const address = await addressInPlayground(program, new URL('https://host.example/a/b/index.html?x#old'));
  expect(address).toMatch(/^https:\/\/host\.example\/a\/b\/index\.html\?x#haze1=[\w-]+$/);
  const linked = await maybeLinked(new URL(address).hash);
  expect(linked?.program).toEqual(program);
});
