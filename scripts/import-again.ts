// Retries a failed `import()`, and imports all files for a first run at once, because a browser learns of a file's
// imports only from the file itself. Chromium caches a module's failure for the life of the page: `import()` of the
// same URL fails again without a request. The retry therefore uses another URL.
import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { listImports } from './import-at-once.ts';

/** Relevant fields of a build output file. */
interface Chunk {
  readonly fileName: string;
  readonly code: string;
  readonly dynamicImports: readonly string[];
}

/**
 * Modules whose imports are loaded together with them, because a first run in the playground waits for all of them.
 */
const FIRST_RUN = /\/client\/(connecting|service\/page\/(page-api|ready-builder))\.ts$/;

const HELPER = '__again';
/**
 * All browsers throw a TypeError for a failed fetch; errors from the module itself are rethrown. A bundler that bundles
 * this code again renames the files and ignores the second URL, so the first error is reported.
 */
const HELP =
  `const ${HELPER}=(l,n)=>l().catch(e=>{if(e instanceof TypeError)` +
  'return import(/* webpackIgnore: true *//* @vite-ignore */' +
  'import.meta.url.replace(/[^/]*$/,"")+n+"?again="+Date.now()).catch(()=>{throw e});throw e});';

/**
 * The code of a module whose dynamic imports can be retried.
 * @param findMore returns names of files to import along with a file
 */
export function tryImportsAgain(
  { fileName, code, dynamicImports }: Chunk,
  findMore: (name: string) => readonly string[] = () => [],
): string {
  const pathOf = (name: string) => {
    const path = posix.relative(posix.dirname(fileName), name);
    return path.startsWith('.') ? path : `./${path}`;
  };
  const own = new Map(dynamicImports.map((name) => [pathOf(name), name]));
  let count = 0;
  const changed = code.replaceAll(
    /\bimport\((?<quote>[`"'])(?<path>\.[^`"']*)\k<quote>\)/g,
    (words, _quote, path) => {
      const name = own.get(path);
      if (name === undefined) return words;
      count += 1;
      // Failures of the additional files are ignored here, because the import itself reports them.
      const more = findMore(name).map((other) => `import(${JSON.stringify(pathOf(other))}).catch(()=>{}),`);
      const load = more.length === 0 ? words : `(${more.join('')}${words})`;
      return `${HELPER}(()=>${load},${JSON.stringify(path)})`;
    },
  );
  return count === 0 ? code : HELP + changed;
}

/** The plugin. */
export function importAgain(): Plugin {
  return {
    name: 'import-again',
    apply: 'build',
    generateBundle({ format }, bundle) {
      if (format !== 'es') return;
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      for (const chunk of chunks) {
        const here = new Set(listImports(chunk.fileName, byName));
        chunk.code = tryImportsAgain(chunk, (name) =>
          FIRST_RUN.test(byName.get(name)?.facadeModuleId ?? '')
            ? listImports(name, byName).filter((other) => !here.has(other))
            : [],
        );
      }
    },
  };
}
