// Packs `import 'haze/server'` and the command `haze` into a few files: reading, resolving and compiling three hundred
// modules used to take two thirds of a server's startup time. Also packs the worker that runs programs, because every
// run waits for the worker to start. The files contain all packages that the server needs, so users need not install
// them. The input is tsc's output; the result is written to dist/src/packed. Compilers and their workers are not
// packed.
import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { findProjectRoot } from './project-root.ts';
import { trimZod } from './trim-zod.ts';

/** Packages that are not packed: the compiler, the SQLite driver, and pg's optional native driver. */
const APART = /^(@yowasp\/clang|libsql|pg-native)(\/|$)/;
/** The class that all parts of the package must share for `instanceof` to work across them. */
const SHARED = /\/errors\/haze-error\.js$/;
/** Code of a task's process: the only file that the process may read. */
const TASK_PROCESS = 'isolation/task-process.js';
const ENTRIES = {
  server: 'server-library.js',
  haze: 'haze.js',
  'run-worker-node': 'program-worker.js',
  'clone-worker-node': 'clone-worker.js',
};

/** Time during which a running server may still load files of the previous pack after a new pack is made. */
const KEPT_MS = 24 * 3_600_000;

async function hashOf(folder: string, others: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of others) hash.update(await readFile(path));
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.js') && !one.startsWith('packed')).sort()) {
    hash.update(name).update(await readFile(join(folder, name)));
  }
  return hash.digest('hex');
}

/** Removes files that earlier packs left behind and that are older than `KEPT_MS`. */
async function dropOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < Date.now() - KEPT_MS) await rm(path);
  }
}

/** Packs the server, unless the current pack was made from the same files. */
export async function packServer(): Promise<void> {
  const root = findProjectRoot();
  const source = join(root, 'dist/src');
  const target = join(source, 'packed');
  const stamp = join(target, 'made-from.txt');
  const others = ['package-lock.json', 'scripts/pack-server.ts', 'scripts/trim-zod.ts'];
  const hash = await hashOf(
    source,
    others.map((name) => join(root, name)),
  );
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return;
  await rm(stamp, { force: true });
  const pack = (license: string, rolldownOptions: Rolldown.RolldownOptions, minify = false) =>
    build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true },
      plugins: [trimZod()],
      build: {
        ssr: true,
        outDir: target,
        emptyOutDir: false,
        target: 'node20',
        minify,
        license: { fileName: license },
        rolldownOptions,
      },
    });
  await pack('licences.md', {
    input: Object.fromEntries(
      Object.entries(ENTRIES).map(([name, file]) => [name, join(source, 'node', file)]),
    ),
    external: (id) => SHARED.test(id) || APART.test(id),
    output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  });
  // A process that runs a program may read only its own file, and minifying that file makes each start 18 ms faster.
  await pack(
    'task-process-licences.md',
    {
      input: { 'task-process': join(source, 'node', TASK_PROCESS) },
      output: { format: 'esm', entryFileNames: '[name].js', codeSplitting: false },
    },
    true,
  );
  // The package's command, to which npm's link points.
  await chmod(join(target, 'haze.js'), 0o755);
  await dropOld(target);
  await writeFile(stamp, hash);
}
