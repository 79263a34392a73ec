// Entry of `npm run build:page`; `--quick` compresses the toolchain in seconds instead of minutes, to some 20 % more.
import { buildPage } from './build-page.ts';

await buildPage({ isQuick: process.argv.includes('--quick') });
