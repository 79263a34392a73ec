// Prepares the package tests: packs the tarball as `npm publish` would, and installs it in an empty folder, as a user
// would.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildPage } from '../../scripts/build-page.ts';
import { installTestPackages, SUITE_PACKAGES } from '../../scripts/install-test-packages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the tarball. */
    tarball: string;
    /** A folder that contains only the installed package. */
    app: string;
  }
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function npm(folder: string, ...words: string[]): void {
  execFileSync('npm', [...words, '--silent', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Packs and installs. */
export default async function prepare(project: TestProject): Promise<() => void> {
  installTestPackages(SUITE_PACKAGES.packages);
  npm(ROOT, 'run', 'compile');
  // Files left over from an earlier `npm pack` must not be published.
  rmSync(join(ROOT, 'dist/src/packed'), { recursive: true, force: true });
  execFileSync(process.execPath, ['dist/scripts/build-wasm.js', '--if-missing'], { cwd: ROOT });
  await buildPage({ isQuick: false });
  const folder = mkdtempSync(join(tmpdir(), 'haze-packages-'));
  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const app = mkdtempSync(join(folder, 'app-'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  npm(app, 'install', tarball);
  project.provide('tarball', tarball);
  project.provide('app', app);
  return () => rmSync(folder, { recursive: true, force: true });
}
