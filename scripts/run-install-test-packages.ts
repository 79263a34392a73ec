// `node dist/scripts/run-install-test-packages.js SUITE…`: installs the packages that these suites need.
import { installTestPackages, SUITE_PACKAGES } from './install-test-packages.ts';

installTestPackages(process.argv.slice(2).flatMap((suite) => SUITE_PACKAGES[suite] ?? []));
