// `haze doctor`: tests everything on this machine that programs need, and reports each result or fault.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, rm, rmdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { makeFolder, PRIVATE_FOLDER } from '../../store/folder/private-files.ts';
import { ASIDE, examineFolder, type FolderFindings } from '../../store/folder/repair.ts';
import { findUx } from '../../uncertainty/core/ux-text.ts';
import { distUrl } from '../dist-url.ts';
import { SEAL_KEY_FILE, STORE_FOLDER } from '../folders/data-folder.ts';
import { defaultDataFolder } from '../folders/serve-data.ts';
import { createHaze, type Haze } from '../library.ts';
import { refuseWords } from '../options/command-line.ts';
import { type OptionValues, switchOption } from '../options/option.ts';
import { dataOptions, listenOptions } from '../settings/server-options.ts';
import { defineCommand } from './command.ts';

const shared = { port: listenOptions.port, ...dataOptions };
const DEFAULT_PORT = 8787;
/** Maximum number of damaged files named in a message. */
const MOST_NAMED = 5;
const OLDEST_NODE: readonly [number, number] = [20, 19];

/** Module with a function that returns a vector. The module is valid only if the engine supports SIMD. */
const VECTOR_MODULE = Uint8Array.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b],
    [0x03, 0x02, 0x01, 0x00],
    [0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b],
  ].flat(),
);

const C_PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) { double x = UxHwDoubleUniformDist(1, 3); printf("%lf", x - 1); return 0; }
`;
const FORTRAN_PROGRAM = `program p
  use uxhw
  print *, ux_uniform(1.0d0, 3.0d0) - 1
end program
`;

interface Check {
  readonly name: string;
  /** Returns a sentence about the component. Throws an error with advice if there is a fault. */
  readonly run: () => Promise<string>;
}

export const doctorCommand = defineCommand({
  usage: [
    ['haze doctor', 'check every part of the installation and report any problems (exit status 1)'],
    ['haze doctor --repair', 'save the readable part of a damaged data folder'],
  ],
  shared,
  own: {
    repair: switchOption(
      'save the readable part of a damaged data folder; the rest is moved aside, and nothing is deleted',
    ),
  },
  async run({ values, own, positionals }) {
    refuseWords('doctor', positionals);
    return runChecks(values, own.repair ?? false);
  },
});

async function runChecks(values: OptionValues<typeof shared>, isRepair: boolean): Promise<number> {
  const port = values.port ?? DEFAULT_PORT;
  const haze = createHaze();
  const folder = resolve(values.dataDir ?? defaultDataFolder());
  const repair: Check = { name: 'data folder', run: () => repairFolder(folder) };
  const all: readonly Check[] = [
    { name: 'Node', run: async () => checkNode(process.versions.node) },
    { name: 'WebAssembly', run: async () => checkVectors() },
    { name: 'C', run: () => runProgram(haze, { 'check.c': C_PROGRAM }) },
    { name: 'Fortran', run: () => runProgram(haze, { 'check.f90': FORTRAN_PROGRAM }) },
    { name: 'playground', run: checkPlayground },
    { name: 'data folder', run: async () => checkFolder(folder) },
    { name: 'port', run: () => checkPort(port) },
  ];
  let failures = 0;
  for (const { name, run } of isRepair ? [repair] : all) {
    const [isWell, sentence] = await run().then(
      (found) => [true, found] as const,
      (error: unknown) => [false, (error as Error).message] as const,
    );
    if (!isWell) failures++;
    process.stdout.write(`${isWell ? 'ok   ' : 'WRONG'}  ${name.padEnd(12)} ${sentence}\n`);
  }
  return failures === 0 ? 0 : 1;
}

function checkNode(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needsMajor, needsMinor] = OLDEST_NODE;
  if (major > needsMajor || (major === needsMajor && minor >= needsMinor)) return version;
  throw new HazeError('old-node', `${version} is too old: install Node ${OLDEST_NODE.join('.')} or later.`);
}

function checkVectors(): string {
  if (WebAssembly.validate(VECTOR_MODULE)) return 'with SIMD';
  throw new HazeError(
    'no-simd',
    'This machine does not support WebAssembly SIMD, which the cores need: use a CPU with SSE4.1 or NEON.',
  );
}

async function runProgram(haze: Haze, sources: Readonly<Record<string, string>>): Promise<string> {
  const startedMs = performance.now();
  const built = await haze.build(sources);
  if (!built.ok) throw new HazeError('build-failed', `A three-line program does not build:\n${built.log}`);
  const builtMs = performance.now();
  const { stdout, stderr } = await haze.run(built.module, { core: 'C0-S+' });
  const mean = findUx(stdout)[0]?.value.mean;
  // The program prints a uniform distribution from 1 to 3, minus 1, so its mean is 1.
  if (mean === undefined || Math.abs(mean - 1) > 1e-9) {
    throw new HazeError('run-failed', `A three-line program printed "${stdout.slice(0, 80)}". ${stderr}`);
  }
  const seconds = (timeMs: number) => `${(timeMs / 1000).toFixed(1)} s`;
  return `built in ${seconds(builtMs - startedMs)}, including loading; run in ${seconds(performance.now() - builtMs)}`;
}

async function checkPlayground(): Promise<string> {
  await access(distUrl('page/index.html')).catch(() => {
    throw new HazeError(
      'not-built',
      'Its pages are missing; run "npm run build" in the Haze folder to create them.',
    );
  });
  return 'its pages are present; haze serve shows them';
}

async function checkFolder(folder: string): Promise<string> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    const missing = listMissing(folder);
    await makeFolder(folder, PRIVATE_FOLDER);
    await writeFile(probe, '');
    await rm(probe);
    // Removes the folders that the probe created, because a check must not change anything.
    for (const made of missing) await rmdir(made).catch(() => undefined);
  } catch (error) {
    if (error instanceof HazeError) throw error;
    const why = (error as NodeJS.ErrnoException).code;
    throw new HazeError(
      'no-folder',
      `${folder} is not writable (${why}): choose another folder with --data-dir.`,
    );
  }
  return hasStore(folder) ? checkData(folder) : folder;
}

function hasStore(folder: string): boolean {
  return existsSync(join(folder, STORE_FOLDER));
}

/** Reads all stored data. @throws HazeError `storage-damaged` */
async function checkData(folder: string): Promise<string> {
  const found = await examineFolder(join(folder, STORE_FOLDER), false);
  const faults = describeFaults(found);
  const sentence = `${folder}: ${describeContents(found)}`;
  if (faults === '') return `${sentence}, all intact`;
  throw new HazeError(
    'storage-damaged',
    `${sentence}; ${faults}. Restore it from a backup, or save the readable data: haze doctor --repair --data-dir ${folder}`,
  );
}

/** Keeps all readable data, and moves the rest aside. @throws HazeError `no-folder`, `folder-locked` */
async function repairFolder(folder: string): Promise<string> {
  if (!hasStore(folder)) {
    throw new HazeError(
      'no-folder',
      `There is no Haze data in "${folder}": specify another folder with --data-dir.`,
    );
  }
  const found = await examineFolder(join(folder, STORE_FOLDER), true, join(folder, SEAL_KEY_FILE));
  const faults = describeFaults(found) || 'nothing was damaged';
  const aside = `the original database and ${found.asideCount} unreferenced files are in ${join(folder, STORE_FOLDER, ASIDE)}`;
  return `${folder} contains ${describeContents(found)}; ${faults}; ${aside}`;
}

function describeContents({ recordCount, blobCount }: FolderFindings): string {
  return `${recordCount} records and ${blobCount} stored files`;
}

function describeFaults({ faults, damagedBlobs }: FolderFindings): string {
  const named = damagedBlobs.slice(0, MOST_NAMED).join(', ');
  const more = damagedBlobs.length > MOST_NAMED ? ', …' : '';
  const damaged = `${damagedBlobs.length} stored files are damaged or missing: ${named}${more}`;
  return [...faults, ...(damagedBlobs.length > 0 ? [damaged] : [])].join('; ');
}

/** The folder and its missing parents, innermost first. */
function listMissing(folder: string): string[] {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? [] : [folder, ...listMissing(parent)];
}

function checkPort(port: number): Promise<string> {
  return new Promise((found, fail) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      fail(new HazeError('no-port', `Port ${port} is not free (${code}): choose another port with --port.`)),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => found(`${port} is free`)));
  });
}
