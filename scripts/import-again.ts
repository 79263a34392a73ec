// Retries a failed `import()`. Chromium remembers a module that it could not fetch for as long as the page lives:
// `import()` of the same address fails again without the network. So the retry uses another address.
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
 * All browsers throw a TypeError for a failed fetch; errors of the module itself go on. A bundler that packs this again
 * renames the files: it leaves the second address alone, and the first error counts.
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
