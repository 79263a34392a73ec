// The built site in dist/page on a plain host, and a Chromium with a fresh profile that visits the site.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium } from 'playwright-core';
import type { Measurement } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';

const PIECE_BYTES = 16 * 1024;

/** A network connection shared by all responses. */
export interface Line {
  readonly bitsPerSecond: number;
  /** Time from a request to the first byte of its response. */
  readonly latencyMs: number;
}

export interface OpenedSite {
  readonly folder: string;
  readonly address: string;
  readonly context: BrowserContext;
  /** The browser's profile, which identifies the browser's process. */
  readonly profile: string;
  /** Number of bytes that the host has sent so far, with gzip for scripts. */
  readonly countSentBytes: () => number;
  /** Sets the network link for the host's traffic; undefined means no noticeable limit. */
  readonly setLine: (line: Line | undefined) => void;
  /** Opens another browser with a fresh profile, and closes it after the visit. */
  readonly visitAfresh: <T>(visit: (context: BrowserContext) => Promise<T>) => Promise<T>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
};

/**
 * Runs measurements on the site, then closes everything. Besides its own files, the site serves the page `benchPage`
 * at bench.html, and packed files by path.
 */
export async function onSite(
  measure: (site: OpenedSite) => Promise<Measurement[]>,
  benchPage = '',
  packed: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Measurement[]> {
  const folder = join(findProjectRoot(), 'dist/page');
  const { server, address, countSentBytes, setLine } = await serve(folder, benchPage, packed);
  const visitAfresh: OpenedSite['visitAfresh'] = (visit) => withBrowser((context) => visit(context));
  try {
    return await withBrowser((context, profile) =>
      measure({ folder, address, context, profile, countSentBytes, setLine, visitAfresh }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function withBrowser<T>(use: (context: BrowserContext, profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'haze-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    return await use(context, profile);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function serve(
  folder: string,
  benchPage: string,
  packed: ReadonlyMap<string, Uint8Array>,
): Promise<{ server: Server; address: string } & Pick<OpenedSite, 'countSentBytes' | 'setLine'>> {
  let sentBytes = 0;
  let line: Line | undefined;
  let lineFreeMs = 0;
  // Sends small chunks, so that responses share the network link realistically.
  const sendOver = async (
    { bitsPerSecond, latencyMs }: Line,
    response: ServerResponse,
    bytes: Buffer,
    sent: number,
  ) => {
    await sleep(latencyMs);
    const pieces = Math.ceil(sent / PIECE_BYTES) || 1;
    const pieceMs = (8000 * sent) / pieces / bitsPerSecond;
    for (let i = 0; i < pieces; i++) {
      lineFreeMs = Math.max(lineFreeMs, performance.now()) + pieceMs;
      await sleep(lineFreeMs - performance.now());
      response.write(bytes.subarray((bytes.length * i) / pieces, (bytes.length * (i + 1)) / pieces));
    }
    response.end();
  };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url!, 'http://localhost').pathname).slice(1);
    if (path === 'bench.html') return void response.setHeader('Content-Type', 'text/html').end(benchPage);
    const file = join(folder, path || 'index.html');
    const given = packed.get(decodeURIComponent(path));
    if (!given && (path.startsWith('..') || !existsSync(file))) return void response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    const reading = given ? Promise.resolve(Buffer.from(given)) : readFile(file);
    void reading.then((bytes) => {
      // Sends an entity tag, as real hosts do, so that browsers do not download unchanged files again.
      const tag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
      response.setHeader('ETag', tag);
      if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end();
      const isPacked = path.startsWith('toolchain/') || path.endsWith('.haze');
      const sent = isPacked ? bytes.length : gzipSync(bytes, { level: 9 }).length;
      sentBytes += sent;
      if (line) void sendOver(line, response, bytes, sent);
      else response.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const setLine = (next: Line | undefined) => {
    line = next;
  };
  return { server, address, countSentBytes: () => sentBytes, setLine };
}
