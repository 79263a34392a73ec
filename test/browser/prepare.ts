// Prepares the browser tests: installs missing browsers, and rebuilds the sites.
import { buildPage } from '../../scripts/build-page.ts';
import { installTestPackages, SUITE_PACKAGES } from '../../scripts/install-test-packages.ts';
import { FOR_PUBLIC } from '../../scripts/tests/suites.ts';
import { buildOfflineSites } from './offline-build.ts';

/** Builds dist/page, and the sites for the version tests. */
export default async function prepare(): Promise<void> {
  installTestPackages(SUITE_PACKAGES.browser);
  await buildPage({ isQuick: process.env[FOR_PUBLIC] === undefined });
  await buildOfflineSites();
}
