import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import { speakOfOptions } from '../commands/clone.ts';
import { readProgramFolder } from './program-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-folder-'));
  await writeFile(join(folder, '.gitmodules'), '[submodule "x"]\n\tpath = libs/x\n\turl = ../x.git\n');
  await mkdir(join(folder, 'libs/x'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each(['src', 'src/table.h'])(
  'the error for the link %s into an empty submodule names the submodule and the command that fetches it',
  async (link) => {
    if (link !== 'src') await mkdir(join(folder, 'src'));
    await writeFile(join(folder, link === 'src' ? 'README' : 'src/main.c'), 'x');
    await symlink(link === 'src' ? 'libs/x/src' : '../libs/x/table.h', join(folder, link));
    await expect(readProgramFolder(folder)).rejects.toThrow(
      `"${link}" is a link into the submodule "libs/x", whose folder is empty. Fetch the submodule and run this command again:  git -C "${folder}" submodule update --init --recursive "libs/x"`,
    );
  },
);

test('links outside the build folder and broken links are accepted', async () => {
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'src/main.c'), 'x');
  await symlink('../libs/x/guide', join(folder, 'docs/guide'));
  await symlink('nowhere', join(folder, 'src/nothing.h'));
  expect((await readProgramFolder(folder)).directory).toBe('src');
});

test('a link to a folder is replaced with its files, and a link to an enclosing folder is omitted', async () => {
  await mkdir(join(folder, 'code/parts'), { recursive: true });
  await writeFile(join(folder, 'code/main.c'), 'x');
  await writeFile(join(folder, 'code/parts/part.h'), 'y');
  await symlink('code', join(folder, 'src'));
  await symlink('..', join(folder, 'code/parts/up'));
  const { files, directory } = await readProgramFolder(folder);
  expect(directory).toBe('src');
  expect([...files.keys()].filter((path) => path.startsWith('src/'))).toEqual([
    'src/main.c',
    'src/parts/part.h',
  ]);
});

test('the command’s error messages mention its options instead of API fields', () => {
  const said = (message: string) => {
    try {
      return speakOfOptions(new HazeError('folder-not-found', message));
    } catch (error) {
      return (error as HazeError).message;
    }
  };
  expect(said('BuildDirectory names the folder "src", but there is none.')).toBe(
    '--build-directory names the folder "src", but there is none.',
  );
  expect(said('The default branch does not exist: specify the Branch.')).toBe(
    'The default branch does not exist: specify a branch with --branch.',
  );
  expect(said('Check the URL; a private repository needs a Token in its connection.')).toContain(
    'HAZE_GIT_TOKEN',
  );
});

test('links that multiply are rejected: each of 14 folders links twice to the next, so there are 2¹⁴ paths', async () => {
  for (let i = 0; i <= 14; i += 1) await mkdir(join(folder, `part${i}`));
  for (let i = 0; i < 14; i += 1)
    for (const name of ['a', 'b']) await symlink(`../part${i + 1}`, join(folder, `part${i}`, name));
  await expect(readProgramFolder(folder)).rejects.toThrow('lead to more than 10000 folders');
}, 60_000);
