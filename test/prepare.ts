// Prepares the program tests: git, which serves repositories to tests, and the package's server. The command keeps its
// cached builds next to those of the tests.
import { join } from 'node:path';
import { installTestPackages, SUITE_PACKAGES } from '../scripts/install-test-packages.ts';
import { packServer } from '../scripts/pack-server.ts';
import { maybeDescribeStaleModules } from '../scripts/stale-outputs.ts';
import { KEPT_FOLDER } from './kept/kept-folder.ts';

/** @throws Error if dist/ is outdated, because most tests run the compiled modules */
export default async function prepare(): Promise<void> {
  const problem = maybeDescribeStaleModules();
  if (problem !== undefined) throw new Error(problem);
  installTestPackages(SUITE_PACKAGES.program);
  await packServer();
  process.env.HAZE_CACHE_DIR = join(KEPT_FOLDER, 'command');
}
