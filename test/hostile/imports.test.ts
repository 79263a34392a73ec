// Programs that declare imports named after JavaScript's own objects, on every path to a run: no such program can be
// built, and a run rejects a foreign module.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { ContentCache } from '../../src/node/files/content-cache.ts';
import { openTaskRooms } from '../../src/node/isolation/task-room.ts';
import { createHaze } from '../../src/node/library.ts';
import { startServer } from '../../src/node/server-library.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { runProgram } from '../../src/runtime/running/run-program.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { CONTRACT_PREFIX, CONTRACT_VERSION } from '../../src/uxhw/contract.ts';
import { createImportModule, type ImportedFunction } from '../runtime/import-module.ts';
import { callOf, untilEnded } from '../server/client.ts';

const HAZE = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const haze = createHaze();

function declare(module: string, name: string, type = 'int F(int)'): string {
  return `__attribute__((import_module("${module}"), import_name("${name}"))) ${type};
int main(void) { return (int)F(7); }
`;
}

const MAKES_CODE = declare('toString', 'constructor');
const REFUSED = 'declares `F` as a function from the environment, `toString.constructor`; programs may call';

test.each([
  ['toString', 'constructor'],
  ['constructor', 'keys'],
  ['__proto__', 'toString'],
  ['hasOwnProperty', 'call'],
  ['env', 'F'],
  ['env', '__proto__'],
  ['ux', 'constructor'],
  ['wasi_snapshot_preview1', '__defineGetter__'],
  ['wasi_unstable', 'fd_write'],
])('a program that imports %s.%s does not build, and the error gives the location', async (module, name) => {
  const built = await haze.build({ 'main.c': declare(module, name) });
  const message = `main.c declares \`F\` as a function from the environment, \`${module}.${name}\`; programs may call`;
  expect(built).toMatchObject({ ok: false, diagnostics: [{ file: 'main.c', severity: 'fatal' }] });
  expect(built.log).toContain(message);
});

test('a listed function with a different type, a global, and a second declaration are not built either', async () => {
  const logOf = async (sources: Record<string, string>) => (await haze.build(sources)).log;
  const other = declare('wasi_snapshot_preview1', 'fd_write', 'double F(int)');
  expect(await logOf({ 'a.c': other })).toContain('with the wrong parameters or result');
  const global = `__asm__(".globaltype G, i32\\n.import_module G, toString\\n.import_name G, constructor\\n");
int main(void) { int x; __asm__("global.get G\\nlocal.set %0" : "=r"(x)); return x; }`;
  expect(await logOf({ 'g.c': global })).toContain(
    'g.c declares a global from the environment, `toString.constructor`',
  );
  const twice = `__attribute__((import_module("ux"), import_name("salt"))) int A(void);
__attribute__((import_module("ux"), import_name("salt"))) double B(double);
int main(void) { return A() + (int)B(1); }`;
  expect(await logOf({ 'twice.c': twice })).toContain(
    'twice.c declares `B` as a function from the environment',
  );
  const [one, two] = ['int f(void);\nint main(void) { return f(); }', MAKES_CODE.replace('main', 'f')];
  expect(await logOf({ 'one.c': one, 'two.c': two })).toContain(`two.c ${REFUSED}`);
});

test('a listed environment function can be called', async () => {
  const source = `__attribute__((import_module("wasi_snapshot_preview1"), import_name("sched_yield"))) int F(int);`;
  const right = source.replace('F(int)', 'F(void)');
  const built = await haze.build(`${right}\nint main(void) { return F() + 3; }`);
  if (!built.ok) throw new Error(built.log);
  expect((await haze.run(built.module)).exitStatus).toBe(3);
});

/** Modules that no build produces: stored by an older version, or passed to `run` by a caller. */
const IMPORTED: readonly ImportedFunction[] = [
  { module: 'toString', name: 'constructor', signature: 'i:e' },
  { module: 'constructor', name: 'keys', signature: 'e:e' },
  { module: '__proto__', name: 'hasOwnProperty', signature: 'i:i' },
  { module: 'ux', name: '__proto__', kind: 'global' },
  { module: 'wasi_snapshot_preview1', name: 'constructor', signature: 'i:e' },
  { module: 'wasi_snapshot_preview1', name: 'random_get', signature: 'ee:e' },
  { module: 'env', name: 'memory', kind: 'table' },
  { module: 'env', name: 'other', kind: 'memory' },
  { module: 'constructor', name: 'prototype', kind: 'tag' },
];
const MEMORY = { module: 'env', name: 'memory', kind: 'memory' } as const;
const EXPORTS = ['_start', `${CONTRACT_PREFIX}${CONTRACT_VERSION}`];
const modules = IMPORTED.map((one) => createImportModule([MEMORY, one], EXPORTS));
const message = /The program imports the \w+ ".*" from its environment/;
const refused = { kind: 'stopped', code: 'refused', message: expect.stringMatching(message) };

test('a module without forbidden imports runs', async () => {
  const result = await haze.run(createImportModule([MEMORY], EXPORTS), { plain: true });
  expect(result.end).toEqual({ kind: 'exited', exitStatus: 0 });
});

test('every library method rejects a foreign module', async () => {
  for (const module of modules) {
    expect((await haze.run(module, { plain: true })).end).toMatchObject(refused);
    await expect(haze.run(module)).rejects.toThrow(message);
  }
  const [first] = modules as [Uint8Array];
  await expect(haze.open(first, { plain: true })).rejects.toThrow(message);
  expect((await haze.run(first, { core: 'C0-Reference', runs: 2 })).end).toMatchObject(refused);
});

test.each(['process', 'thread'] as const)(
  'the %s of a task rejects a module from an earlier build',
  async (isolation) => {
    const kernels = await loadKernels();
    const rooms = openTaskRooms({ isolation, memoryBytes: 2 ** 30, say: () => undefined });
    try {
      for (const module of modules) {
        const core = findDefaultCore('C0-S');
        const room = rooms.open({ core }, core.MemorySize);
        const { createRunWorker: createWorker } = room;
        expect((await runProgram({ core, module }, { kernels, createWorker })).end).toMatchObject(refused);
      }
      const core = findDefaultCore('C0-Reference');
      const { createReferenceWorker: createWorker } = rooms.open({ core }, core.MemorySize);
      const context = { kernels, createWorker, parallelism: 1 };
      expect((await runReference({ core, module: modules[0]!, runs: 2 }, context)).end).toMatchObject(
        refused,
      );
    } finally {
      rooms.close();
    }
  },
);

test('a server stops the build, on every core, and creates no task', async () => {
  const server = await startServer();
  try {
    const call = callOf(server);
    for (const core of ['C0-S', 'C0-Reference']) {
      const wish = { Language: 'C', Code: MAKES_CODE, CoreID: findDefaultCore(core).CoreID };
      const { body } = await call('POST', '/sourcecode/builds', wish);
      const { body: build } = await untilEnded(call, `/builds/${body.BuildID}`);
      expect(build.Status).toBe('Stopped');
      expect(build.StatusTransitions.at(-1).Message).toContain(REFUSED);
      expect((await call('POST', `/builds/${body.BuildID}/tasks`, {})).status).toBe(409);
    }
  } finally {
    await server.close();
  }
});

function run(words: readonly string[]) {
  const env = { ...process.env, HAZE_CACHE_DIR: join(folder, 'cache') };
  const options = { cwd: folder, encoding: 'utf8', env } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [HAZE, ...words], options);
  return { status, stdout, stderr };
}

test('the command neither builds nor runs a foreign module, and rejects a cached foreign module', async () => {
  writeFileSync(join(folder, 'risk.c'), MAKES_CODE);
  for (const words of [['run'], ['build', '-o', 'risk.wasm'], ['run', '--core', 'C0-Reference']]) {
    const { status, stderr } = run([...words, 'risk.c']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(`risk.c ${REFUSED}`) });
  }
  writeFileSync(join(folder, 'good.c'), 'int main(void) { return 4; }\n');
  expect(run(['run', 'good.c']).status).toBe(4);
  const names = readdirSync(join(folder, 'cache'));
  const rewritten = names.filter((name) => name.startsWith('rewritten-')).map((name) => parse(name).name);
  expect(rewritten).toHaveLength(1);
  await new ContentCache(join(folder, 'cache')).put(rewritten[0]!, modules[0]!);
  expect(run(['run', 'good.c'])).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
});

test('a program in a document is not run', () => {
  writeFileSync(join(folder, 'risk.md'), `# Risk\n\n\`\`\`c haze\n${MAKES_CODE}\`\`\`\n`);
  const { status, stderr } = run(['docs', 'check', 'risk.md']);
  expect(status).toBe(1);
  expect(stderr).toContain(REFUSED);
});
