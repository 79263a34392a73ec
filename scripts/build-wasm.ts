// `npm run build:wasm`: builds everything in wasm/ with the project's own toolchain into dist/wasm/, and the
// fast-starting files into dist/src/packed. With --if-missing, it updates only the versions if everything else was
// built from the same files.
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { printGuestRuntime } from '../src/toolchain/sources/guest-runtime-json.ts';
import { buildGuest } from './build-guest.ts';
import { buildKernels } from './build-kernels.ts';
import { printLaneKernels } from './build-lane-kernels.ts';
import { timeProcess, timeStep } from './build-steps.ts';
import { packServer } from './pack-server.ts';
import { findProjectRoot } from './project-root.ts';
import { renewVersions } from './renew-versions.ts';
import { openToolPool } from './tool-pool.ts';
import { hashWasmInputs } from './wasm-versions.ts';

const root = findProjectRoot();
const target = join(root, 'dist/wasm');
const stamp = join(target, 'made-from.txt');
const outputs = [
  'kernels.wasm',
  'budget-kernels.js',
  'guest.json',
  'plot-rasteriser.wasm',
  'plot-font.ttf',
  'include/uxhw.h',
];

timeProcess('build-wasm');
if (!process.argv.includes('--if-missing') || !(await isMadeFromThese())) {
  try {
    await build();
  } catch (error) {
    // Prints only the message, because the error's data contains every file of the build.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
if (process.exitCode === undefined) await renewVersions();
await timeStep('packed server', packServer);

async function isMadeFromThese(): Promise<boolean> {
  const made = await Promise.all(outputs.map((name) => stat(join(target, name)).catch(() => undefined)));
  const from = await readFile(stamp, 'utf8').catch(() => '');
  return made.every((one) => one !== undefined) && from === hashWasmInputs();
}

async function build(): Promise<void> {
  // The hash is computed before the build, so that changes made during the build count as newer than the result.
  const hash = hashWasmInputs();
  console.error('building dist/wasm: about a minute');
  await mkdir(target, { recursive: true });
  await rm(stamp, { force: true });
  const tools = await timeStep('compiler', openToolPool);
  const [kernels, lanes, guest] = await Promise.all([
    timeStep('kernels', () => buildKernels(tools.run)),
    printLaneKernels(tools.run),
    timeStep('guest', () => buildGuest(tools.run)),
  ]).finally(tools.close);
  await writeFile(join(target, 'kernels.wasm'), kernels);
  await writeFile(join(target, 'budget-kernels.js'), lanes);
  await writeFile(join(target, 'guest.json'), printGuestRuntime(guest));
  await rm(join(target, 'include'), { recursive: true, force: true });
  for (const [path, content] of Object.entries(guest.headers)) {
    await mkdir(dirname(join(target, 'include', path)), { recursive: true });
    await writeFile(join(target, 'include', path), content);
  }
  // The image renderer is stored next to these files, so that pages and Node find everything in one folder.
  await copyFile(
    join(root, 'node_modules/@resvg/resvg-wasm/index_bg.wasm'),
    join(target, 'plot-rasteriser.wasm'),
  );
  await copyFile(
    join(root, 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    join(target, 'plot-font.ttf'),
  );
  await writeFile(stamp, hash);
  console.error(`built ${outputs.map((name) => `dist/wasm/${name}`).join(', ')}`);
}
