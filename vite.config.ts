// The static site, dist/page, in several builds (scripts/build-page.ts runs them all): the workers with
// their chunks; the pages and the library with their chunks; and two files of their own with names that never change, the script tag of
// other people's pages (`--mode haze-program`) and the service worker (`--mode service-worker`). The rest of dist/ is made by
// tsc. The library's chunks are what bundlers get as `haze/browser` and `haze/element`.
// Every address is relative, so that the site works in any folder of any host.
import { cpSync, createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { groupChunks } from './scripts/group-chunks.ts';
import { importAgain } from './scripts/import-again.ts';
import { importAtOnce } from './scripts/import-at-once.ts';
import { preloadConnecting } from './scripts/preload-connecting.ts';
import { findProjectRoot } from './scripts/project-root.ts';
import { provideFiles } from './scripts/provide-files.ts';
import { trimZod } from './scripts/trim-zod.ts';
import type { BuiltSite } from './src/client/program/site-files.ts';
import type { PackedFile } from './src/toolchain/sources/file-list.ts';
import { declareTokens } from './src/ui/style/tokens.ts';

const OUT_DIR = 'dist/page';
const root = findProjectRoot();

function pathOf(name: string): string {
  return resolve(root, name);
}

/** Puts the tokens in front of the page's stylesheet, as the custom properties that everything else reads. */
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

/** Puts the packed toolchain, and what runs other toolchains, beside the assets, where pages expect them. */
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

/** For `npm run dev`: pieces of the toolchain have no suffix, and would be taken for scripts. */
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
 * The library knows where files lie by its chunk's address (src/client/program/site-files.ts), so that has to be where it
 * thinks. And no chunk takes anything from a worker's own script: WebKit would evaluate that a second time, with a second
 * copy of every class, and two of them would answer each message.
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
        // A classic script has its lazy parts in itself.
        const worker = taken
          .filter((name) => name !== chunk.fileName)
          .map((name) => bundle[name])
          .find((one) => one?.type === 'chunk' && /\/workers\/[^/]+$/.test(one.facadeModuleId ?? ''));
        if (worker) throw new Error(`${chunk.fileName} imports ${worker.fileName}, the script of a worker`);
      }
    },
  };
}

const common = {
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

/** What other people's pages ask for by name: the library, and the element without a frame. */
const LIBRARY = {
  haze: pathOf('src/client/index.ts'),
  'haze-embed': pathOf('src/ui/program/element.ts'),
};

/** The script of the documentation's pages (scripts/docs-site). */
export const DOCUMENTATION = { 'docs/documentation': pathOf('src/ui/documentation/main.ts') };

const checks = { pluginTimings: false } as const;

/**
 * The workers, by name. What only some programs need (Fortran's front end, other toolchains, git) are chunks beside them,
 * loaded when it is needed; what several workers need is there once.
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
        // What their chunks need of them is in chunks too.
        preserveEntrySignatures: 'strict',
        checks,
        output: { entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  };
}

/** A site in a folder of its own, which has its workers already: pages by name, beside the library. */
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
function describeScript(input: string, fileName: string) {
  return defineConfig({
    ...common,
    build: {
      ...commonBuild,
      rolldownOptions: {
        input,
        output: { format: 'iife', entryFileNames: fileName },
        // A classic script has none; what asks for it are tests for preloading, which there is none of either.
        checks: { ...checks, emptyImportMeta: false },
      },
    },
  });
}

export default defineConfig(({ mode }) => {
  if (mode === 'service-worker') return describeScript('workers/service-worker.ts', 'haze-service-worker.js');
  if (mode === 'haze-program') return describeScript('src/ui/program/script.ts', 'haze-program.js');
  if (mode === 'haze-one-file')
    return describeScript('src/ui/program/one-file.ts', 'assets/haze-one-file.js');
  if (mode === 'haze-one-file-worker')
    return describeScript('workers/run-worker.ts', 'assets/haze-one-file-worker.js');
  if (mode === 'haze-docs') return describeScript('src/ui/docs/script.ts', 'haze-docs.js');
  return common;
});
