// Tests the list of problems that prevent a release.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  findLongChanges,
  findReleaseProblems,
  nameUnreleased,
  type ReleaseFacts,
} from '../../scripts/check-release.ts';

const readRoot = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const READY: ReleaseFacts = {
  status: '',
  version: '1.2.0',
  tags: ['v1.1.0'],
  changelog: '# Changes\n\n## Unreleased\n\n## 1.2.0 (2026-11-22)\n\n- New: a thing.\n\n## 1.1.0\n\n- Old.\n',
  staleOutputs: [],
};

test('a version with a clean tree, an unused tag and a changelog section is ready for release', () => {
  expect(findReleaseProblems(READY)).toEqual([]);
});

test.each<[string, Partial<ReleaseFacts>, RegExp]>([
  [
    'changes',
    { status: ' M README.md\n?? x.ts\n' },
    /^There are 2 uncommitted changes, starting with README\.md\.$/,
  ],
  ['no version', { version: 'next', changelog: '## next\n\n- x' }, /"next" is not a semantic version/],
  ['a released version', { tags: ['v1.2.0'] }, /1\.2\.0 already has a tag/],
  [
    'no changes',
    { changelog: '## Unreleased\n\n## 1.1.0\n\n- x\n' },
    /has no changes, neither under 1\.2\.0/,
  ],
  ['a long change', { changelog: `## 1.2.0\n\n- ${'word '.repeat(26)}\n` }, /longer than 25 words: - word/],
  ['an empty section', { changelog: '## 1.2.0\n\n## 1.1.0\n\n- Old.\n' }, /does not mention 1\.2\.0/],
  ['remaining changes', { changelog: '## Unreleased\n\n- y\n\n## 1.2.0\n\n- x\n' }, /under "Unreleased"/],
  ['an old build', { staleOutputs: ['dist/wasm is old'] }, /^dist\/wasm is old$/],
])('a release is refused because of %s', (_, facts, expected) => {
  expect(findReleaseProblems({ ...READY, ...facts })).toEqual([expect.stringMatching(expected)]);
});

test('unreleased changes are ready for release, and are moved under the version and its date', () => {
  const changelog = '# Changes\n\n## Unreleased\n\n- x\n\n## 1.1.0\n\n- Old.\n';
  expect(findReleaseProblems({ ...READY, changelog })).toEqual([]);
  const named = nameUnreleased(changelog, '1.2.0', '2026-12-01');
  expect(named).toContain('## Unreleased\n\n## 1.2.0 (2026-12-01)\n\n- x\n\n## 1.1.0');
  expect(findReleaseProblems({ ...READY, changelog: named })).toEqual([]);
});

test('each change in CHANGELOG.md has at most 25 words, under Added, Changed or Fixed', () => {
  const changelog = readRoot('CHANGELOG.md');
  expect(findLongChanges(changelog)).toEqual([]);
  const kinds = changelog.match(/^### .*$/gm) ?? [];
  for (const kind of kinds) expect(kind).toMatch(/^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$/);
});

test('CITATION.cff has the version and the licence from package.json', () => {
  const { version, license } = JSON.parse(readRoot('package.json')) as { version: string; license: string };
  const fields = new Map(
    [...readRoot('CITATION.cff').matchAll(/^([\w-]+): (.*)$/gm)].map(([, key, value]) => [key, value]),
  );
  expect(fields.get('version')).toBe(version);
  expect(fields.get('license')).toBe(license);
  for (const key of ['cff-version', 'message', 'title', 'abstract']) expect(fields.get(key)).toMatch(/\S/);
});
