// Two sites at two origins, for the element in other people's pages: one has dist/page, both have the page of
// examples/embed as it stands, but for the address of its script.
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

export class EmbedSite {
  /** Where Haze is. */
  readonly haze: string;
  /** Somebody else's site. */
  readonly other: string;
  /** Paths that Haze's site was asked for. */
  readonly requests: string[] = [];
  /** Whether Haze's site cannot be reached. */
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
      server.on('request', async ({ url }, response) => {
        const { pathname } = new URL(url ?? '/', site.haze);
        const isHaze = i === 0;
        if (isHaze && site.isAway) return void response.destroy();
        if (isHaze) site.requests.push(pathname);
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
