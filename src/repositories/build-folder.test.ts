import { expect, test } from 'vitest';
import { chooseBuildFolder } from './build-folder.ts';

test('the build folder is src rather than the root, unless only the root has a config.mk', () => {
  expect(chooseBuildFolder(['src/main.c', 'README.md'])).toBe('src');
  expect(chooseBuildFolder(['main.c', 'lib/src/a.c'])).toBe('');
  expect(chooseBuildFolder(['config.mk', 'src/main.c'])).toBe('');
  expect(chooseBuildFolder(['config.mk', 'src/config.mk', 'src/main.c'])).toBe('src');
});
