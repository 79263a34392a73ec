// Makes a copy of the build that acts as a later version of Haze, with migration steps for tables and records that are
// new to this version. The copy is next to this version in dist/, where it finds the same packages.
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { distUrl } from '../../src/node/dist-url.ts';

export interface NextVersion {
  /** The later version's command. */
  readonly program: string;
  remove(): Promise<void>;
}

const DIST = fileURLToPath(distUrl(''));
const RELEASE = '900.0.0';
const WASI = join('node_modules', '@bjorn3', 'browser_wasi_shim');

/**
 * The kind of change in a version: an addition, after which programs of the previous version may continue, or another
 * change.
 */
type Step = 'adds' | 'changes';

/** Creates a later version of the build; each step makes it one version later. */
export async function makeNextVersion(steps: readonly Step[]): Promise<NextVersion> {
  const folder = await mkdtemp(join(DIST, 'next-version-'));
  const dist = join(folder, 'dist');
  for (const name of ['src', 'workers', 'wasm']) {
    await cp(join(DIST, name), join(dist, name), { recursive: true, filter: isRead });
  }
  // Task processes may read only those packages that are next to their own program.
  await cp(join(DIST, '..', WASI), join(folder, WASI), { recursive: true });
  await symlink(join(DIST, 'page'), join(dist, 'page'));
  const described = JSON.parse(await readFile(join(DIST, '..', 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...described, version: RELEASE }));
  // The rewriter's version differs as well, so no module cached by this version is valid.
  await writeFile(join(dist, 'wasm', 'versions.json'), JSON.stringify({ rewriting: RELEASE }));
  const store = join(dist, 'src', 'store');
  for (const [at, step] of steps.entries()) {
    await appendFile(existing(join(store, 'postgres', 'layout.js')), layoutStep(step, at + 1));
    await appendFile(existing(join(store, 'contract', 'schema.js')), recordStep(step, at + 1));
  }
  return {
    program: join(dist, 'src', 'node', 'haze.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The path of a file to which a step is added. If the file has moved, the test fails. */
function existing(path: string): string {
  if (!existsSync(path)) throw new Error(`There is no ${path}.`);
  return path;
}

/** Leaves out declarations and the packed form. */
const isRead = (path: string) => !/\.d\.ts$/.test(path);

const layoutStep = (step: Step, later: number) => `
LAYOUT.version += 1;
LAYOUT.migrations.push({
  to: LAYOUT.version,
  isAdditive: ${step === 'adds'},
  text: \`ALTER TABLE records ADD COLUMN later_${later} text NOT NULL DEFAULT 'later';
    CREATE INDEX records_later_${later} ON records (kind, later_${later}, place)\`,
});
`;

const recordStep = (step: Step, later: number) => `
currentSchema.version += 1;
currentSchema.migrations.push({
  to: currentSchema.version,
  isAdditive: ${step === 'adds'},
  migrate: (record) => ({ ...record, body: { ...record.body, Later${later}: 'later' } }),
});
`;
