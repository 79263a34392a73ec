// A module that could not be fetched is remembered as that for as long as the page lives, in Chromium: `import()` of the
// same address fails again without asking the network. What failed so is asked for once more by an address of its own.
import { posix } from 'node:path';
import type { Plugin } from 'vite';

/** A file of the build, as far as it matters here. */
interface Chunk {
  readonly fileName: string;
  readonly code: string;
  readonly dynamicImports: readonly string[];
}

const HELPER = '__importAgain';
/**
 * What could not be fetched is a TypeError in all browsers; what a module throws by itself is passed on. A bundler that
 * packs this again has other names for the files: it leaves the second address alone, and the first error counts.
 */
const HELP =
  `const ${HELPER}=(load,name)=>load().catch((error)=>{if(!(error instanceof TypeError))throw error;` +
  'return import(/* webpackIgnore: true *//* @vite-ignore */' +
  'import.meta.url.replace(/[^/]*$/,"")+name+"?again="+Date.now()).catch(()=>{throw error})});';

/** The code of a module whose imports at run time can be tried again. */
export function tryImportsAgain({ fileName, code, dynamicImports }: Chunk): string {
  const folder = posix.dirname(fileName);
  const own = new Set(
    dynamicImports.map((name) => {
      const path = posix.relative(folder, name);
      return path.startsWith('.') ? path : `./${path}`;
    }),
  );
  let count = 0;
  const changed = code.replaceAll(
    /\bimport\((?<quote>[`"'])(?<path>\.[^`"']*)\k<quote>\)/g,
    (words, _quote, path) => {
      if (!own.has(path)) return words;
      count += 1;
      return `${HELPER}(()=>${words},${JSON.stringify(path)})`;
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
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = tryImportsAgain(chunk);
    },
  };
}
