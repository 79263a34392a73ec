// Entry point of `npm run build:page`; `--quick` compresses the toolchain in seconds instead of minutes, which makes
// the files about 20 % larger.
import { buildPage } from './build-page.ts';
import { timeProcess } from './build-steps.ts';

timeProcess('build-page');
await buildPage({ isQuick: process.argv.includes('--quick') });
