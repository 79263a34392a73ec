import { expect, test } from 'vitest';
import { readFolderFiles } from './project-files.ts';

function fileOf(path: string, sizeBytes?: number): File {
  const file = new File(['x'], path.split('/').at(-1)!);
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  if (sizeBytes !== undefined) Object.defineProperty(file, 'size', { value: sizeBytes });
  return file;
}

test('files of a folder lie below it; what is no part of a program is left out', async () => {
  const paths = ['sums/src/a.c', 'sums/.git/config', 'sums/web/node_modules/x/y.js'];
  const files = await readFolderFiles(paths.map((path) => fileOf(path)));
  expect([...files.keys()]).toEqual(['src/a.c']);
});

test('a folder that is too large is refused; what is left out does not count', async () => {
  const kept = [fileOf('all/a.c'), fileOf('all/.git/pack', 2e9)];
  expect((await readFolderFiles(kept)).size).toBe(1);
  const large = [fileOf('all/a.bin', 400e6), fileOf('all/b.bin', 400e6)];
  await expect(readFolderFiles(large)).rejects.toMatchObject({ code: 'repository-too-large' });
});
