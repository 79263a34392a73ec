// Packages that tests need in addition to npm packages: git, pytest, Sphinx, MkDocs, PostgreSQL, and Chromium, Firefox
// and WebKit from Debian. Installs missing packages if possible, and reports those that cannot be installed; tests that
// need them are skipped, or fail with the same message.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const POSTGRESQL = '/usr/lib/postgresql';

/** A file that exists if the package is installed; for the PostgreSQL server, the path contains the version. */
const PATHS = {
  git: '/usr/bin/git',
  'python3-pytest': '/usr/bin/pytest-3',
  'python3-sphinx': '/usr/bin/sphinx-build',
  mkdocs: '/usr/bin/mkdocs',
  chromium: '/usr/bin/chromium',
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  postgresql: undefined,
} as const;

export type TestPackage = keyof typeof PATHS;

/** Packages for each test suite; suites that are not listed need none. */
export const SUITE_PACKAGES: Readonly<Record<string, readonly TestPackage[]>> = {
  program: ['git', 'postgresql', 'python3-pytest'],
  pages: ['git', 'chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
  browser: ['git', 'chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
  packages: ['chromium', 'python3-sphinx', 'mkdocs'],
};

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

/**
 * Folder with the programs of the newest PostgreSQL server; a client-only installation also has such a folder, but
 * without a server.
 */
export function maybePostgresPrograms(): string | undefined {
  const versions = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL).map(Number) : [];
  return versions
    .sort((a, b) => b - a)
    .map((version) => join(POSTGRESQL, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

function isThere(name: TestPackage): boolean {
  const path = PATHS[name];
  return path === undefined ? maybePostgresPrograms() !== undefined : existsSync(path);
}

/** Installs these packages if they are missing. */
export function installTestPackages(names: readonly TestPackage[] = []): void {
  const missing = [...new Set(names)].filter((name) => !isThere(name));
  if (missing.length === 0) return;
  console.log(`installing ${missing.join(' and ')}`);
  const isInstalled =
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing]);
  if (isInstalled) return;
  console.log(
    `could not install ${missing.join(' and ')} with apt-get (which needs root, Debian and a network)`,
  );
}
