// Before the tests of programs: the git that serves repositories to them, and the server as the package has it.
import { installTestPackages } from '../scripts/install-test-packages.ts';
import { packServer } from '../scripts/pack-server.ts';
import { describeStaleOutputs } from '../scripts/stale-outputs.ts';

export default async function prepare(): Promise<void> {
  for (const problem of describeStaleOutputs()) console.warn(`\n${problem}`);
  installTestPackages(['git', 'postgresql']);
  await packServer();
}
