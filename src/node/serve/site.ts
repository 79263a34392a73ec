// The static site (dist/page) beside the REST interface: the playground at `/`, its files at their names. Only files
// that were there at the start are served, so that no path of a request ever reaches the file system.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { contentPolicyOf } from '../../api/requests/content-policy.ts';
import { distUrl } from '../dist-url.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** With these a page has shared memory, which other toolchains need. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Other sites may take the files in: the script tag and the frame of `<haze-program>`. */
const SHARING = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

export interface Site {
  /** True when there is a page at `/`. */
  readonly hasIndex: boolean;
  /** The answer to a request for a file of the site; undefined for all others. */
  maybeAnswer(request: Request): Response | undefined;
}

interface SiteFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modified: string;
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtime } = await stat(path);
    const name = path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/');
    files.set(name, { path, sizeBytes: size, modified: mtime.toUTCString() });
  }
  for (const [name, file] of [...files]) {
    if (name.endsWith('/index.html')) files.set(name.slice(0, -'index.html'.length), file);
  }
  return files;
}

/** Opens the site as it was built; without a build it answers nothing. */
export async function openSite(options: {
  readonly isIsolated: boolean;
  /** dist/page when absent. */
  readonly folder?: string;
}): Promise<Site> {
  const files = await listFiles(options.folder ?? fileURLToPath(distUrl('page')));
  const maybeAnswer = (request: Request) => {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname);
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
    return answerFile(request, pathname, file, options.isIsolated);
  };
  return { hasIndex: files.has('/'), maybeAnswer };
}

function answerFile(request: Request, pathname: string, file: SiteFile, isIsolated: boolean): Response {
  // Content decides the names in these folders; browsers check all other files again.
  const isLasting = /^\/(assets|toolchain)\//.test(pathname);
  const headers = {
    'Content-Type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    'Cache-Control': isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Last-Modified': file.modified,
    'X-Content-Type-Options': 'nosniff',
    ...SHARING,
    ...contentPolicyOf(pathname.slice(1)),
    ...(isIsolated ? ISOLATION : {}),
  };
  if (request.headers.get('If-Modified-Since') === file.modified) {
    return new Response(undefined, { status: 304, headers });
  }
  const sized = { ...headers, 'Content-Length': String(file.sizeBytes) };
  if (request.method === 'HEAD') return new Response(undefined, { headers: sized });
  return new Response(Readable.toWeb(createReadStream(file.path)) as ReadableStream, { headers: sized });
}
