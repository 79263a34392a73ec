// `haze/vite`: the Vite plugin that adds to an application the files that Haze loads in a page. In development, they
// come from this package; a build copies them next to its own files.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentTypeOf } from './files/content-types.ts';
import { copySite, ownSiteFolder } from './folders/site-folder.ts';

/** Options for the plugin. */
export interface HazePluginOptions {
  /** Name of the folder under the application's base. Default `haze`. */
  readonly folder?: string;
}

/** A plugin for Vite 5 or later. Its type is spelled out, so that Vite is not required unless the plugin is used. */
export interface HazePlugin {
  readonly name: string;
  readonly enforce: 'post';
  config(): { optimizeDeps: { exclude: string[] } };
  configResolved(config: {
    readonly base: string;
    readonly root: string;
    readonly command: string;
    readonly build: { readonly outDir: string; readonly ssr: boolean | string };
  }): void;
  configureServer(server: { middlewares: { use(handler: Middleware): unknown } }): void;
  transform(code: string, id: string): { code: string; map: null } | undefined;
  closeBundle(): Promise<void>;
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The library's placeholder for an unknown folder; see src/client/program/site-files.ts. */
const TOKEN = '__HAZE_ASSETS__';

/**
 * Creates the plugin.
 *
 * @param options name of the folder
 * @throws Error from `closeBundle` if the files cannot be copied
 * @example
 * ```ts
 * // vite.config.js
 * import { haze } from 'haze/vite';
 * export default { plugins: [haze()] };
 * ```
 */
export function haze(options: HazePluginOptions = {}): HazePlugin {
  const { folder = 'haze' } = options ?? {};
  let base = '/';
  let outDir: string | undefined;
  return {
    name: 'haze',
    enforce: 'post',
    // Vite's optimiser would bundle the library again, bypassing `transform`.
    config: () => ({ optimizeDeps: { exclude: ['haze', 'haze/browser', 'haze/element', 'haze/ux'] } }),
    configResolved(config) {
      base = config.base;
      if (config.command === 'build' && !config.build.ssr) outDir = resolve(config.root, config.build.outDir);
    },
    configureServer({ middlewares }) {
      const prefix = `${base.startsWith('/') ? base : '/'}${folder}/`;
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (!pathname.startsWith(prefix)) next();
        else void serve(decodeURIComponent(pathname.slice(prefix.length)), response, next);
      });
    },
    transform(code) {
      if (!code.includes(TOKEN)) return undefined;
      return { code: code.replaceAll(TOKEN, JSON.stringify(`${base}${folder}/`)), map: null };
    },
    async closeBundle() {
      if (outDir !== undefined) await copySite(join(outDir, folder));
    },
  };
}

async function serve(path: string, response: ServerResponse, next: () => void): Promise<void> {
  const root = resolve(ownSiteFolder());
  const file = resolve(root, path);
  const isFile = file.startsWith(root + sep) && (await stat(file).catch(() => undefined))?.isFile();
  if (!isFile) {
    next();
    return;
  }
  response.setHeader('Content-Type', contentTypeOf(file));
  // Closes the file if the browser disconnects early.
  await pipeline(createReadStream(file), response).catch(() => undefined);
}
