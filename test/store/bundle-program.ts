// Bundles a TypeScript program into one file that plain Node can run, for tests that need their own process.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles `entry` into `folder`, and returns the path of the resulting program. */
export async function bundleProgram(entry: URL, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    // The folder has no packages next to it.
    ssr: { noExternal: true },
    build: {
      ssr: entry.pathname,
      outDir: folder,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  // SQLite's driver is not a script, so it is not bundled.
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  return join(folder, 'program.mjs');
}
