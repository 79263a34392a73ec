import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { listFolderFiles, packFiles, readFolderFiles, readZip } from './project-files.ts';

function fileOf(path: string, sizeBytes?: number): File {
  const file = new File(['x'], path.split('/').at(-1)!);
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  if (sizeBytes !== undefined) Object.defineProperty(file, 'size', { value: sizeBytes });
  return file;
}

test('the program files in a folder are kept by path, and all other files are omitted', async () => {
  const paths = ['sums/src/a.c', 'sums/.git/config', 'sums/web/node_modules/x/y.js'];
  const files = await readFolderFiles(listFolderFiles(paths.map((path) => fileOf(path))));
  expect([...files.keys()]).toEqual(['src/a.c']);
});

test('a folder that is too large is rejected, but omitted files do not count', async () => {
  const kept = [fileOf('all/a.c'), fileOf('all/.git/pack', 2e9)];
  expect((await readFolderFiles(listFolderFiles(kept))).size).toBe(1);
  const large = [fileOf('all/a.bin', 400e6), fileOf('all/b.bin', 400e6)];
  await expect(readFolderFiles(listFolderFiles(large))).rejects.toMatchObject({
    code: 'repository-too-large',
  });
});

const DEEP = `${'a/'.repeat(2000)}x.h`;
const CHAINS = Array.from({ length: 3000 }, (_, i) => `${i}/${'a/'.repeat(90)}x.h`);

test.each([
  ['in deeply nested folders', [DEEP], /has a file in more than 100 nested folders, at "a\/a/],
  ['in very many folders', CHAINS, /has more than 200000 folders/],
])('files %s are rejected, in a zip and in a folder', async (_, paths, why) => {
  const tooLarge = { code: 'repository-too-large', message: why };
  const zip = zipSync(Object.fromEntries(['main.c', ...paths].map((path) => [path, new Uint8Array()])), {
    level: 0,
  });
  await expect(readZip(zip, 'deep.zip')).rejects.toMatchObject(tooLarge);
  const list = paths.map((path) => fileOf(`all/${path}`));
  await expect(readFolderFiles(listFolderFiles(list))).rejects.toMatchObject(tooLarge);
});

test('Unix symbolic links in a zip become their targets, while zips from other systems have no links', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const linkTo = (target: string, os: number) =>
    [bytes(target), { os, attrs: (0o120777 << 16) >>> 0 }] as [Uint8Array, { os: number; attrs: number }];
  const zip = zipSync(
    {
      'sums-main/src/a.c': bytes('a'),
      'sums-main/größe': bytes('g'),
      'sums-main/src/b.c': linkTo('a.c', 3),
      'sums-main/src/ü.c': linkTo('../größe', 3),
      'sums-main/src/away.c': linkTo('../../away.c', 3),
      'sums-main/src/text': linkTo('a.c', 0),
    },
    { comment: 'a zip may have a comment at its end' },
  );
  const files = await readZip(zip, 'sums.zip');
  const texts = Object.fromEntries(
    [...files].map(([path, content]) => [path, new TextDecoder().decode(content)]),
  );
  expect(texts).toEqual({ 'src/a.c': 'a', größe: 'g', 'src/b.c': 'a', 'src/ü.c': 'g', 'src/text': 'a.c' });
});

test('unpacking a packed project restores every file, even if all are in one folder or are named like prototype properties', async () => {
  for (const paths of [
    ['app/main.c', 'app/x.h'],
    ['__proto__', 'main.c', 'constructor/__proto__'],
  ]) {
    const files = new Map(paths.map((path, i) => [path, Uint8Array.of(i)]));
    expect(await readZip(await packFiles(files), 'saved.zip')).toEqual(files);
  }
});
