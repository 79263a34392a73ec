// `npm run build:wasm`: everything in wasm/, built with the project's own toolchain, into dist/wasm/; and what starts quickly,
// into dist/src/packed.
// With --if-missing it does nothing when the outputs are newer than every source, but for the runtime's version.
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadClang } from '../src/toolchain/clang.ts';
import { parseGuestRuntime, printGuestRuntime } from '../src/toolchain/guest-runtime-json.ts';
import { buildGuest, versionOf } from './build-guest.ts';
import { buildKernels } from './build-kernels.ts';
import { packServer } from './pack-server.ts';
import { findProjectRoot } from './project-root.ts';

const root = findProjectRoot();
const target = join(root, 'dist/wasm');
const outputs = ['kernels.wasm', 'guest.json', 'plot-rasteriser.wasm', 'plot-font.ttf'];
const inputs = ['wasm', 'scripts', 'src/uncertainty/operations.ts'];

if (!process.argv.includes('--if-missing') || (await newestTime(inputs)) > (await oldestOutput())) {
  try {
    await mkdir(target, { recursive: true });
    await writeFile(join(target, 'kernels.wasm'), await buildKernels());
    await writeFile(join(target, 'guest.json'), printGuestRuntime(await buildGuest(await loadClang())));
    // What makes pictures lies beside them, so that pages and Node find all in one place.
    await copyFile(
      join(root, 'node_modules/@resvg/resvg-wasm/index_bg.wasm'),
      join(target, 'plot-rasteriser.wasm'),
    );
    await copyFile(
      join(root, 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
      join(target, 'plot-font.ttf'),
    );
    console.error(`built ${outputs.map((name) => `dist/wasm/${name}`).join(', ')}`);
  } catch (error) {
    // The message alone: the error's data holds every file of the build.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} else {
  await renewVersion(join(target, 'guest.json'));
}
await packServer();

// The version follows the toolchain's sources, too.
async function renewVersion(path: string): Promise<void> {
  const runtime = parseGuestRuntime(await readFile(path, 'utf8'));
  const version = await versionOf(runtime);
  if (version !== runtime.version) await writeFile(path, printGuestRuntime({ ...runtime, version }));
}

async function newestTime(paths: readonly string[]): Promise<number> {
  let newest = 0;
  for (const path of paths) {
    const here = await stat(join(root, path));
    const names = here.isDirectory() ? await readdir(join(root, path)) : [];
    const below = await newestTime(names.map((name) => join(path, name)));
    newest = Math.max(newest, here.isFile() ? here.mtimeMs : 0, below);
  }
  return newest;
}

async function oldestOutput(): Promise<number> {
  const times = outputs.map(
    async (name) => (await stat(join(target, name)).catch(() => undefined))?.mtimeMs ?? 0,
  );
  return Math.min(...(await Promise.all(times)));
}
