// Versions derived from sources that are not compiled into dist/wasm: the runtime's version, which is part of every
// cached object's key, and the versions for rewriting and for whole builds (dist/wasm/versions.json). Every build of
// the commands or pages first updates them.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseGuestRuntime, printGuestRuntime } from '../src/toolchain/sources/guest-runtime-json.ts';
import { findProjectRoot } from './project-root.ts';
import { buildingVersion, compilingVersion, rewritingVersion } from './wasm-versions.ts';

/** Content of dist/wasm/versions.json. */
export interface Versions {
  readonly rewriting: string;
  readonly building: string;
}

/** Writes both versions if they have changed; dist/wasm must exist. */
export async function renewVersions(): Promise<Versions> {
  const folder = join(findProjectRoot(), 'dist/wasm');
  const guestPath = join(folder, 'guest.json');
  const runtime = parseGuestRuntime(await readFile(guestPath, 'utf8'));
  const version = compilingVersion(runtime);
  if (version !== runtime.version) await writeFile(guestPath, printGuestRuntime({ ...runtime, version }));
  const versions = { rewriting: rewritingVersion(), building: buildingVersion(runtime) };
  const path = join(folder, 'versions.json');
  const text = JSON.stringify(versions);
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text);
  return versions;
}
