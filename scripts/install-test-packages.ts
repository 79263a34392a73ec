// What tests need beside npm's packages: git, pytest, PostgreSQL, and Chromium, Firefox and WebKit as Debian packages them. Installs what is missing, where
// that is possible; what is not there afterwards is said, and the tests that need it are skipped or fail with the same words.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PATHS = {
  git: '/usr/bin/git',
  'python3-pytest': '/usr/bin/pytest-3',
  chromium: '/usr/bin/chromium',
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  postgresql: '/usr/lib/postgresql',
} as const;

export type TestPackage = keyof typeof PATHS;

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

/** Installs those of the packages that are not there. */
export function installTestPackages(names: readonly TestPackage[]): void {
  const missing = names.filter((name) => !existsSync(PATHS[name]));
  if (missing.length === 0) return;
  console.log(`installing ${missing.join(' and ')}`);
  const isInstalled =
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing]);
  if (isInstalled) return;
  console.log(
    `could not install ${missing.join(' and ')} with apt-get (it needs root, Debian and a network)`,
  );
}
