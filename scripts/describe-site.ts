// Builds the static site, dist/page, in several steps (scripts/build-page.ts runs them all): the workers with their
// chunks; the pages and the library with their chunks; and two separate files whose names never change, the script for
// other sites' pages (`--mode haze-program`) and the service worker (`--mode service-worker`). tsc creates the rest of
// dist/. Bundlers get the library's chunks as `haze/browser` and `haze/element`. All URLs are relative, so the site
// works in any folder of any host.
import { cpSync, createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import type { BuiltSite } from '../src/client/program/site-files.ts';
import type { PackedFile } from '../src/toolchain/sources/file-list.ts';
import { declareTokens } from '../src/ui/style/tokens.ts';
import { groupChunks } from './group-chunks.ts';
import { importAgain } from './import-again.ts';
import { importAtOnce } from './import-at-once.ts';
import { preloadConnecting } from './preload-connecting.ts';
import { findProjectRoot } from './project-root.ts';
import { provideFiles } from './provide-files.ts';
import { trimZod } from './trim-zod.ts';

const OUT_DIR = 'dist/page';
const root = findProjectRoot();

function pathOf(name: string): string {
  return resolve(root, name);
}

/** Inserts the tokens at the start of the page's stylesheet, as the custom properties that all other styles use. */
function declareStyleTokens(): Plugin {
  return {
    name: 'declare-style-tokens',
    enforce: 'pre',
    transform: (code, id) =>
      /\/playground\/style\/theme\.css(\?|$)/.test(id)
        ? `:root {\n${declareTokens()}\n}\n${code}`
        : undefined,
  };
}

/** Puts the packed toolchain, and the files for other toolchains, next to the assets, where pages expect them. */
function copyToolchain(): Plugin {
  return {
    name: 'copy-toolchain',
    apply: 'build',
    writeBundle: ({ dir = OUT_DIR }) => {
      for (const name of ['toolchain', 'wasmer']) {
        cpSync(pathOf(`dist/${name}`), resolve(dir, name), { recursive: true });
      }
    },
  };
}

/** For `npm run dev`: pieces of the toolchain have no suffix, and would be treated as scripts. */
function servePieces(): Plugin {
  return {
    name: 'serve-pieces',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const piece = /^\/(dist\/toolchain\/[0-9a-f]{32})$/.exec(request.url ?? '')?.[1];
        if (piece && existsSync(pathOf(piece))) createReadStream(pathOf(piece)).pipe(response);
        else next();
      });
    },
  };
}

/**
 * The library derives the URLs of files from its chunk's URL (src/client/program/site-files.ts), so the chunk must be
 * at the expected path. No chunk imports from a worker's main script: WebKit would evaluate the script a second time,
 * with a second copy of every class, and both copies would answer each message.
 */
function checkChunks(): Plugin {
  return {
    name: 'check-chunks',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (
          chunk.type !== 'chunk' ||
          !chunk.moduleIds.some((id) => id.endsWith('client/program/site-files.ts'))
        )
          continue;
        if (!/^assets\/[^/]+$/.test(chunk.fileName)) throw new Error(`${chunk.fileName} is not in assets/`);
      }
      for (const chunk of Object.values(bundle)) {
        const taken = chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [];
        // A classic script contains its lazy parts.
        const worker = taken
          .filter((name) => name !== chunk.fileName)
          .map((name) => bundle[name])
          .find((one) => one?.type === 'chunk' && /\/workers\/[^/]+$/.test(one.facadeModuleId ?? ''));
        if (worker) throw new Error(`${chunk.fileName} imports ${worker.fileName}, the script of a worker`);
      }
    },
  };
}

/** Settings of the development server and of every build. */
export const common = {
  base: './',
  publicDir: false,
  plugins: [
    provideFiles(),
    declareStyleTokens(),
    servePieces(),
    trimZod(),
    checkChunks(),
    importAgain(),
    importAtOnce(),
  ],
  server: { watch: { ignored: ['**/dist/**'] } },
  optimizeDeps: { exclude: ['@yowasp/clang', 'brotli-dec-wasm', '@wasm-fmt/clang-format'] },
} satisfies UserConfig;

const commonBuild = {
  outDir: OUT_DIR,
  emptyOutDir: false,
  target: 'es2023',
  assetsInlineLimit: 0,
  modulePreload: false,
  chunkSizeWarningLimit: 2000,
} as const;

/** Files with fixed names that other sites' pages import: the library, and the element without a frame. */
const LIBRARY = {
  haze: pathOf('src/client/index.ts'),
  'haze-embed': pathOf('src/ui/program/element.ts'),
};

/** The script of the documentation's pages (scripts/docs-site). */
export const DOCUMENTATION = { 'docs/documentation': pathOf('src/ui/documentation/main.ts') };

const checks = { pluginTimings: false } as const;

/**
 * The workers, keyed by their names. Code that only some programs need (the Fortran front end, other toolchains, git)
 * is in separate chunks, loaded on demand; code shared by several workers is emitted once.
 */
export function describeWorkers(outDir: string, names: readonly string[], files: BuiltSite): UserConfig {
  return {
    ...common,
    define: { HAZE_FILES: JSON.stringify(files) },
    build: {
      ...commonBuild,
      outDir,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, pathOf(`workers/${name}.ts`)])),
        // Code that the workers' chunks import from the workers is also in chunks.
        preserveEntrySignatures: 'strict',
        checks,
        output: { entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  };
}

/** A site in a separate folder that already has its workers: pages, keyed by their names, and the library. */
export function describeSite(
  outDir: string,
  pages: Readonly<Record<string, string>>,
  {
    files,
    kernels,
    ready,
  }: { readonly files: BuiltSite; readonly kernels: PackedFile; readonly ready: readonly string[] },
): UserConfig {
  return {
    ...common,
    plugins: [...common.plugins, copyToolchain(), preloadConnecting()],
    define: {
      HAZE_FILES: JSON.stringify(files),
      HAZE_KERNELS: JSON.stringify(kernels),
      HAZE_READY: JSON.stringify(ready),
    },
    build: {
      ...commonBuild,
      outDir,
      rolldownOptions: {
        input: { ...LIBRARY, ...pages },
        preserveEntrySignatures: 'strict',
        checks,
        output: {
          entryFileNames: ({ name }) =>
            name in LIBRARY || name in DOCUMENTATION ? '[name].js' : 'assets/[name]-[hash].js',
          codeSplitting: { groups: groupChunks(root) },
        },
      },
    },
  };
}

/** Pages at the root of the project. */
export function listPages(): Record<string, string> {
  const names = ['index', 'embed'].filter((name) => existsSync(pathOf(`${name}.html`)));
  return Object.fromEntries(names.map((name) => [name, pathOf(`${name}.html`)]));
}

/** One classic script. */
export function describeScript(input: string, fileName: string) {
  return defineConfig({
    ...common,
    build: {
      ...commonBuild,
      rolldownOptions: {
        input,
        output: { format: 'iife', entryFileNames: fileName },
        // A classic script has no import.meta.url. Only preloading code uses it, and there is no preloading either.
        checks: { ...checks, emptyImportMeta: false },
      },
    },
  });
}
