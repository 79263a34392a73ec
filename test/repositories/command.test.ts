// `haze clone` and `haze run DIR` as a user sees them, and the files that they produce for `haze serve`.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHaze } from '../jobs/haze-process.ts';
import { GitServer } from './git-server.ts';
import { PARTS, PROGRAMS } from './programs.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-clone-'));
const dataDir = join(folder, 'data');

let server: GitServer;
let url = '';

beforeAll(async () => {
  server = await GitServer.start();
  const [units, roads] = PARTS.map(({ name, files }) => {
    const repository = server.repository(name);
    repository.commit(files);
    return repository;
  });
  roads!.addSubmodule('third_party/units', '../units.git', units!.head());
  const program = server.repository('nested');
  program.commit(PROGRAMS.find(({ name }) => name === 'nested-submodules')!.files);
  program.addSubmodule('libs/roads', '../roads.git', roads!.head());
  url = program.url;
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Runs asynchronously, because this process is also the git server.
function haze(...words: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...words], { cwd: folder }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('links that lead outside a copied folder are listed as omitted', async () => {
  mkdirSync(join(folder, 'odd/src'), { recursive: true });
  writeFileSync(join(folder, 'odd/src/main.c'), 'int main(void) { return 0; }\n');
  const links = {
    'absolute.txt': '/etc/hostname',
    'up.txt': '../../x',
    'src/gone.h': 'nothing.h',
    'in.c': 'src/main.c',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, 'odd', name));
  const { status, stdout, stderr } = await haze(
    'clone',
    '--from',
    'odd',
    'http://x.example/odd.git',
    'out',
    '--data-dir',
    'odd-data',
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(/files +2 in out/);
  for (const name of ['absolute.txt', 'up.txt', 'src/gone.h'])
    expect(stderr).toContain(`haze: omitted ${name}: it is a link to something outside the repository\n`);
  expect(stderr).not.toContain('omitted in.c');
});

test('a folder that contains a single folder, or a file named __proto__, is copied whole', async () => {
  for (const [name, path, built] of [
    ['single', 'app/main.c', 'app'],
    ['named', '__proto__', '.'],
  ] as const) {
    mkdirSync(join(folder, name, 'app'), { recursive: true });
    writeFileSync(join(folder, name, path), 'int main(void) { return 0; }\n');
    const words = ['clone', '--from', name, `http://x.example/${name}.git`, `${name}-out`];
    const options = ['--build-directory', built, '--data-dir', 'odd-data'];
    expect(await haze(...words, ...options)).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, `${name}-out`, path), 'utf8')).toContain('main');
  }
});

test('a repository is cloned, run from its folder, and built by the service without a network', async () => {
  const options = ['--data-dir', dataDir, '--repository-hosts', '127.0.0.1'];
  const cloned = await haze('clone', url, 'nested', ...options);
  expect(cloned).toMatchObject({ status: 0 });
  expect(cloned.stdout).toMatch(
    /^RepositoryID {2}rep_[0-9a-f]{32}\ncommit {8}[0-9a-f]{40}\nfiles {9}9 in nested\n$/,
  );
  expect(cloned.stderr).toMatch(/submodule libs\/roads\/third_party\/units: /);
  expect(await haze('run', 'nested')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^3000(Ux\w+)?\n$/),
  });
  expect(await haze('clone', url, 'nested', ...options)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/folder "nested" is not empty/),
  });
  const refused = await haze('clone', `${server.address}/gone.git`, ...options);
  expect(refused).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/There is no readable repository .*gone\.git/),
  });
  await server.unplug();
  const service = await startHaze(dataDir, ['--repository-hosts', '127.0.0.1']);
  try {
    const ask = async (path: string, method = 'GET') =>
      (await fetch(service.base + path, { method, headers: { Authorization: service.key } })).json();
    const { Repositories } = await ask('/repositories');
    expect(Repositories).toHaveLength(1);
    const { BuildID } = await ask(`/repositories/${Repositories[0].RepositoryID}/builds`, 'POST');
    let build = await ask(`/builds/${BuildID}`);
    while (!['Completed', 'Stopped'].includes(build.Status)) build = await ask(`/builds/${BuildID}`);
    expect(build.StatusTransitions.at(-1)).toMatchObject({ Status: 'Completed' });
  } finally {
    await service.end('SIGTERM');
  }
});

test('a folder without src is built as a whole, with its inputs, and a folder without a program is reported', async () => {
  const inputs = join(folder, 'flat', 'inputs');
  mkdirSync(inputs, { recursive: true });
  writeFileSync(join(inputs, 'name.txt'), 'flat\n');
  writeFileSync(join(folder, 'flat', 'config.mk'), 'SOURCES = main.c\n');
  writeFileSync(
    join(folder, 'flat', 'main.c'),
    '#include <stdio.h>\nint main(void) { char s[9]; fgets(s, 9, fopen("name.txt", "r")); fputs(s, stdout); return 0; }\n',
  );
  writeFileSync(join(folder, 'flat', 'other.c'), '#error "not in SOURCES"\n');
  expect(await haze('run', 'flat')).toEqual({ status: 0, stdout: 'flat\n', stderr: '' });
  writeFileSync(join(folder, 'flat', 'config.mk'), 'include other.mk\n');
  expect(await haze('run', 'flat')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/config\.mk:1: "include" is not supported/),
  });
});

test('an imported zip replaces its URL', async () => {
  const text = '#include <stdio.h>\nint main(void) { puts("from a zip"); return 0; }\n';
  writeFileSync(join(folder, 'copy.zip'), zipSync({ 'x-main/src/main.c': new TextEncoder().encode(text) }));
  const address = 'https://nowhere.example/ann/x';
  const options = ['--from', 'copy.zip', '--data-dir', join(folder, 'other')];
  expect(await haze('clone', address, 'from-zip', ...options)).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, 'from-zip/src/main.c'), 'utf8')).toBe(text);
  expect((await haze('run', 'from-zip')).stdout).toBe('from a zip\n');
  expect(
    await haze('clone', address, '--from', 'missing.zip', '--data-dir', join(folder, 'other')),
  ).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/no file or folder "missing\.zip"/),
  });
});
