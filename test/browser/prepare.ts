// Prepares the browser tests: installs missing browsers, and builds the sites again.
import { buildPage } from '../../scripts/build-page.ts';
import { installTestPackages, SUITE_PACKAGES } from '../../scripts/install-test-packages.ts';
import { buildOfflineSites } from './offline-build.ts';

/** Builds dist/page, and the sites of the tests about versions. */
export default async function prepare(): Promise<void> {
  installTestPackages(SUITE_PACKAGES.browser);
  await buildPage({ isQuick: true });
  await buildOfflineSites();
}
