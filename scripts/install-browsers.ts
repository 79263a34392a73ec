// `npm run test:browser` needs Chromium and Firefox as Debian packages them. Installs what is missing, where that is
// possible; what is not there afterwards is said, and the tests that need it are skipped with the same words.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PACKAGES = { chromium: '/usr/bin/chromium', 'firefox-esr': '/usr/bin/firefox-esr' } as const;

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

const missing = Object.entries(PACKAGES).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
if (missing.length > 0) {
  console.log(`installing ${missing.join(' and ')}`);
  const isInstalled =
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing]);
  if (!isInstalled) {
    console.log(
      `could not install ${missing.join(' and ')} with apt-get (it needs root, Debian and a network)`,
    );
  }
}
