// Before the browser tests: browsers that are missing are installed, and the sites are built anew.
import { buildPage } from '../../scripts/build-page.ts';
import { installTestPackages, SUITE_PACKAGES } from '../../scripts/install-test-packages.ts';
import { buildOfflineSites } from './offline-build.ts';

/** Builds dist/page, and the sites of the tests about versions. */
export default async function prepare(): Promise<void> {
  installTestPackages(SUITE_PACKAGES.browser);
  await buildPage({ isQuick: true });
  await buildOfflineSites();
}
