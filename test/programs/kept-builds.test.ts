// Builds that the command caches across processes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));

let folder = '';
let cacheFolder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'haze-kept-'));
  cacheFolder = join(folder, 'cache');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function haze(...words: string[]) {
  const env = { ...process.env, HAZE_CACHE_DIR: cacheFolder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr, isKept: stderr.includes('"BuildFromCache":true') };
}

test('an unchanged program is built once, but a changed header, damage or --no-cache rebuilds it', () => {
  const header = (value: number) => writeFileSync(join(folder, 'value.h'), `#define VALUE ${value}\n`);
  header(1);
  const source = '#include <stdio.h>\n#include "value.h"\nint main(void) { printf("%d\\n", VALUE); }\n';
  writeFileSync(join(folder, 'main.c'), source);
  const run = (...more: string[]) => haze('run', 'main.c', '--stats', ...more);
  expect(run()).toMatchObject({ status: 0, stdout: '1\n', isKept: false });
  expect(run()).toMatchObject({ status: 0, stdout: '1\n', isKept: true });
  expect(haze('cache').stdout).toMatch(/cache: [1-9]\d* entries, \d+\.\d MB; 536\.9 MB at most\n$/);
  expect(run('--no-cache')).toMatchObject({ status: 0, stdout: '1\n', isKept: false });

  header(2);
  expect(run()).toMatchObject({ status: 0, stdout: '2\n', isKept: false });
  header(1);
  for (const name of readdirSync(cacheFolder)) {
    const path = join(cacheFolder, name);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
  }
  expect(run()).toMatchObject({ status: 0, stdout: '1\n', isKept: false });

  expect(haze('cache', 'clear')).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(cacheFolder)).toEqual([]);
  // A folder that is named like an entry belongs to another program.
  const odd = join(cacheFolder, 'aa.entry');
  mkdirSync(odd);
  writeFileSync(join(cacheFolder, 'bb.entry'), '');
  expect(haze('cache', 'clear')).toMatchObject({ status: 1, stderr: `haze: ${odd} cannot be removed\n` });
  expect(readdirSync(cacheFolder)).toEqual(['aa.entry']);
  expect(haze('cache', 'empty')).toMatchObject({ status: 2 });
});

test.each([
  ['C', 'time.c', '#include <stdio.h>\nint main(void) { puts(*__TIME__ ? "x" : ""); }\n'],
  ['Fortran', 'time.F90', "print '(a)', trim(merge('x', ' ', __TIME__ /= ' '))\nend\n"],
])('a program in %s that contains its build time is built on each run', (_language, name, text) => {
  writeFileSync(join(folder, name), text);
  for (let round = 0; round < 2; round += 1) {
    expect(haze('run', name, '--stats')).toMatchObject({ status: 0, stdout: 'x\n', isKept: false });
  }
});
