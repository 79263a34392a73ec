import { expect, test } from 'vitest';
import { maybeLinkedRepository } from './repository-link.ts';
import { writeBadge } from './write-badge.ts';

const REPOSITORY = 'https://github.com/owner/name';

test.each([
  [`#repository=${REPOSITORY}`, '', { url: REPOSITORY, branch: '' }],
  [`#repository=${encodeURIComponent(REPOSITORY)}&branch=a%2Fb`, '', { url: REPOSITORY, branch: 'a/b' }],
  ['', `?connect=${REPOSITORY}`, { url: REPOSITORY, branch: '' }],
  ['#gh-dark-mode-only', `?connect=${REPOSITORY}`, { url: REPOSITORY, branch: '' }],
  ['#haze1=abc', '', undefined],
  ['#repository=', '', undefined],
  ['#repository=javascript:alert(1)', '', undefined],
  ['', '', undefined],
])('%s %s', (hash, search, linked) => {
  expect(maybeLinkedRepository({ hash, search })).toEqual(linked);
});

test('a badge links to its repository', () => {
  const linked = { url: `${REPOSITORY}.git?x=(1)`, branch: 'a b&c' };
  const badge = writeBadge(linked, 'https://site.example/haze/index.html?x=1#old');
  const [, picture, address] = /^\[!\[Open in Haze\]\(([^)]+)\)\]\(([^)]+)\)$/.exec(badge)!;
  expect(picture).toBe('https://site.example/haze/badge.svg');
  expect(maybeLinkedRepository(new URL(address!))).toEqual(linked);
  expect(address).toMatch(/^https:\/\/site\.example\/haze\/#repository=/);
});
