import { expect, test } from 'vitest';
import { findWanted } from './remote-refs.ts';

test('the list of branches in a message shortens long names and escapes control characters', () => {
  const commits = { [`refs/heads/\u001b[31m${'y'.repeat(60_000)}`]: '1'.repeat(40) };
  const find = () =>
    findWanted({ commits, head: '' }, { branch: 'main', commit: 'HEAD' }, 'https://a.example/r');
  expect(find).toThrow(/^There is no branch "main" in \S+ Its branches: \\u001b\[31my{195}…\.$/);
});
