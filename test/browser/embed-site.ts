// Two sites on two origins, for elements in pages of other sites. One site serves dist/page. Both serve the page from
// examples/embed, unchanged except for its script URL, and the files that tests add.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../examples/embed/index.html', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.html': 'text/html; charset=utf-8',
};

/** A file that a test adds to a site. */
export interface PlacedFile {
  readonly text: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

export class EmbedSite {
  /** The URL of the Haze site. */
  readonly haze: string;
  /** URL of the other site. */
  readonly other: string;
  /** The paths requested from the Haze site. */
  readonly requests: string[] = [];
  /** The browser's classification of each requester: `same-origin`, `cross-site`, …. */
  readonly askers: { readonly path: string; readonly from: string }[] = [];
  /** The files that tests have added, by site and path. */
  readonly files = { haze: new Map<string, PlacedFile>(), other: new Map<string, PlacedFile>() };
  /** True if the Haze site is unreachable. */
  isAway = false;
  readonly #servers: readonly Server[];

  private constructor(servers: readonly Server[]) {
    this.#servers = servers;
    const [haze, other] = servers.map((server) => (server.address() as AddressInfo).port);
    this.haze = `http://localhost:${haze}`;
    this.other = `http://127.0.0.1:${other}`;
  }

  static async open(): Promise<EmbedSite> {
    const servers = [0, 1].map(() => createServer());
    await Promise.all(
      servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))),
    );
    const site = new EmbedSite(servers);
    for (const [i, server] of servers.entries()) {
      server.on('request', async ({ url, headers }, response) => {
        const { pathname } = new URL(url ?? '/', site.haze);
        const isHaze = i === 0;
        if (isHaze && site.isAway) return void response.destroy();
        if (isHaze) {
          site.requests.push(pathname);
          site.askers.push({ path: pathname, from: String(headers['sec-fetch-site'] ?? '') });
        }
        const placed = site.files[isHaze ? 'haze' : 'other'].get(pathname);
        if (placed) {
          response.writeHead(placed.status ?? 200, {
            'Content-Type': placed.type ?? 'text/html; charset=utf-8',
            ...placed.headers,
          });
          response.end(placed.text.replaceAll('{haze}', site.haze));
          return;
        }
        if (pathname === '/example.html') {
          const page = await readFile(EXAMPLE, 'utf8');
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(page.replace('http://localhost:8787', site.haze));
          return;
        }
        const path = join(PAGE_BUILD, normalize(pathname));
        if (!isHaze || !path.startsWith(PAGE_BUILD) || !existsSync(path))
          response.writeHead(404).end('not here');
        else {
          response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
          response.end(await readFile(path));
        }
      });
    }
    return site;
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}
