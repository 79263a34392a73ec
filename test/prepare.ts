// Before the tests of programs: the git that serves repositories to them, and the server as the package has it.
import { installTestPackages } from '../scripts/install-test-packages.ts';
import { packServer } from '../scripts/pack-server.ts';

export default async function prepare(): Promise<void> {
  installTestPackages(['git', 'postgresql']);
  await packServer();
}
