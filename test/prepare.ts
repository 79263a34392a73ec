// Before the tests of programs: the git that serves repositories to them, the server as the package has it, and a folder for
// what the command keeps of its builds, which is gone behind them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installTestPackages, SUITE_PACKAGES } from '../scripts/install-test-packages.ts';
import { packServer } from '../scripts/pack-server.ts';

const CACHE = join(tmpdir(), 'haze-test-cache-');

export default async function prepare(): Promise<(() => Promise<void>) | undefined> {
  // Two projects ask for it, one for the tests that share their workers and one for the others.
  if (process.env.HAZE_CACHE_DIR?.startsWith(CACHE)) return undefined;
  installTestPackages(SUITE_PACKAGES.program);
  await packServer();
  const folder = await mkdtemp(CACHE);
  process.env.HAZE_CACHE_DIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}
