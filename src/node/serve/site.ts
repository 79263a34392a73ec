// The static site (dist/page) on the same port as the REST interface: the playground at `/`, and its files under their
// own names. Only files present on startup are served, so that no request path ever reaches the file system.
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentPolicyOf } from '../../api/requests/content-policy.ts';
import { distUrl } from '../dist-url.ts';
import { contentTypeOf } from '../files/content-types.ts';

/** Files to send compressed; all other large files are already compressed. */
const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;
const LEAST_COMPRESSED_BYTES = 1000;

/** Compression methods, best first. They reduce a script to a third of its size, in a tenth of a second at most. */
const CODINGS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;
type Coding = keyof typeof CODINGS;

/** Headers that allow shared memory in a page, which other toolchains need. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Lets other sites embed the files, for the script tag and the frame of `<haze-program>`. */
const SHARING = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

export interface Site {
  /** True if there is a page at `/`. */
  readonly hasIndex: boolean;
  /** The response to a request for a site file; undefined for all other requests. */
  maybeAnswer(request: Request): Promise<Response> | undefined;
}

interface SiteFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modified: string;
  /** Compressed content, cached after the first request. */
  readonly compressed: Map<Coding, Promise<Buffer>>;
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtime } = await stat(path);
    const name = path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/');
    files.set(name, { path, sizeBytes: size, modified: mtime.toUTCString(), compressed: new Map() });
  }
  for (const [name, file] of [...files]) {
    if (name.endsWith('/index.html')) files.set(name.slice(0, -'index.html'.length), file);
  }
  return files;
}

/** Opens the built site. If it has not been built, nothing is served. */
export async function openSite(options: {
  readonly isIsolated: boolean;
  /** The built site's folder; default: dist/page. */
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

/**
 * A content coding for the file that the browser accepts (RFC 9110, section 12.5.3); undefined for the uncompressed
 * file.
 */
function chooseCoding(request: Request, { path, sizeBytes }: SiteFile): Coding | undefined {
  if (!TEXT.test(path) || sizeBytes < LEAST_COMPRESSED_BYTES) return undefined;
  const accepted = (request.headers.get('Accept-Encoding') ?? '')
    .split(',')
    .filter((choice) => !/;\s*q=0(\.0*)?\s*$/.test(choice))
    .map((choice) => choice.split(';')[0]!.trim().toLowerCase());
  return (Object.keys(CODINGS) as Coding[]).find((coding) => accepted.includes(coding));
}

function compress({ path, compressed }: SiteFile, coding: Coding): Promise<Buffer> {
  const known = compressed.get(coding) ?? readFile(path).then(CODINGS[coding]);
  compressed.set(coding, known);
  known.catch(() => compressed.delete(coding));
  return known;
}

async function answerFile(
  request: Request,
  pathname: string,
  file: SiteFile,
  isIsolated: boolean,
): Promise<Response> {
  // File names in these folders depend on the content; browsers revalidate all other files.
  const isLasting = /^\/(assets|toolchain)\//.test(pathname);
  const headers = {
    'Content-Type': contentTypeOf(file.path),
    'Cache-Control': isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Last-Modified': file.modified,
    'X-Content-Type-Options': 'nosniff',
    ...(TEXT.test(file.path) && { Vary: 'Accept-Encoding' }),
    ...SHARING,
    ...contentPolicyOf(pathname.slice(1)),
    ...(isIsolated ? ISOLATION : {}),
  };
  if (request.headers.get('If-Modified-Since') === file.modified) {
    return new Response(undefined, { status: 304, headers });
  }
  const coding = chooseCoding(request, file);
  if (coding) {
    const body = await compress(file, coding);
    const coded = { ...headers, 'Content-Encoding': coding, 'Content-Length': String(body.length) };
    return new Response(request.method === 'HEAD' ? undefined : new Uint8Array(body), { headers: coded });
  }
  const sized = { ...headers, 'Content-Length': String(file.sizeBytes) };
  if (request.method === 'HEAD') return new Response(undefined, { headers: sized });
  return new Response(Readable.toWeb(createReadStream(file.path)) as ReadableStream, { headers: sized });
}
