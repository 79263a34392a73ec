// Obstacles of a release.
import { expect, test } from 'vitest';
import { findReleaseProblems, type ReleaseFacts } from '../../scripts/check-release.ts';

const READY: ReleaseFacts = {
  status: '',
  version: '1.2.0',
  tags: ['v1.1.0'],
  changelog: '# Changes\n\n## Unreleased\n\n## 1.2.0 (2026-11-22)\n\n- New: a thing.\n\n## 1.1.0\n\n- Old.\n',
  staleOutputs: [],
};

test('a version with a tree, a tag and a section of its own is ready', () => {
  expect(findReleaseProblems(READY)).toEqual([]);
});

test.each<[string, Partial<ReleaseFacts>, RegExp]>([
  ['changes', { status: ' M README.md\n?? x.ts\n' }, /^There are 2 changes .* README\.md first\.$/],
  ['no version', { version: 'next', changelog: '## next\n\n- x' }, /"next" is no semantic version/],
  ['a version that is out', { tags: ['v1.2.0'] }, /1\.2\.0 has its tag already/],
  ['no section', { changelog: '## Unreleased\n\n- x\n' }, /no section "## 1\.2\.0"/],
  ['an empty section', { changelog: '## 1.2.0\n\n## 1.1.0\n\n- Old.\n' }, /says nothing of 1\.2\.0/],
  ['changes left over', { changelog: '## Unreleased\n\n- y\n\n## 1.2.0\n\n- x\n' }, /under "Unreleased"/],
  ['an old build', { staleOutputs: ['dist/wasm is old'] }, /^dist\/wasm is old$/],
])('%s: not yet', (_, facts, expected) => {
  expect(findReleaseProblems({ ...READY, ...facts })).toEqual([expect.stringMatching(expected)]);
});
