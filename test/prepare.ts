// Before the tests of programs: the git that serves repositories to them.
import { installTestPackages } from '../scripts/install-test-packages.ts';

export default function prepare(): void {
  installTestPackages(['git']);
}
