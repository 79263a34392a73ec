// `node dist/scripts/run-install-test-packages.js SUITE…`: what these suites need is installed, before they ask for it.
import { installTestPackages, SUITE_PACKAGES } from './install-test-packages.ts';

installTestPackages(process.argv.slice(2).flatMap((suite) => SUITE_PACKAGES[suite] ?? []));
