// The command as users install it: packed, so that it starts quickly and caches its builds (HAZE_CACHE_DIR in
// prepare.ts). The same command in dist/src/node rebuilds each program instead.
import { fileURLToPath } from 'node:url';

/** The path of the command, to be run with Node. */
export const COMMAND = fileURLToPath(new URL('../dist/src/packed/haze.js', import.meta.url));
