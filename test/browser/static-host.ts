// A plain static host: serves the files in a folder under a path, with no special headers and no compression. The host
// can cut off the network, replace the folder as a new deployment would, and damage files in transit.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticHostOptions {
  readonly folder: string;
  /** The path of the site, such as `/some/folder/`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pages and files outside the site, by their full paths. */
  readonly pages?: Readonly<Record<string, string | Uint8Array>>;
}

export class StaticHost {
  /** URL of the site's first page. */
  address = '';
  folder: string;
  isAway = false;
  /** Requested paths, relative to the site's path. */
  readonly requests: string[] = [];
  /** Transforms a file's bytes in transit, or delays them. */
  onFile: (path: string, bytes: Buffer) => Promise<Buffer> | Buffer = (_path, bytes) => bytes;
  readonly #options: StaticHostOptions;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  private constructor(options: StaticHostOptions) {
    this.#options = options;
    this.folder = options.folder;
  }

  static async open(options: StaticHostOptions): Promise<StaticHost> {
    const host = new StaticHost(options);
    await new Promise<void>((resolve) => host.#server.listen(0, '127.0.0.1', resolve));
    const { port } = host.#server.address() as AddressInfo;
    host.address = `http://127.0.0.1:${port}${options.path}`;
    return host;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, headers = {}, pages = {} } = this.#options;
    const { pathname } = new URL(request.url!, this.address);
    if (this.isAway) return void request.socket.destroy();
    const page = pages[pathname];
    if (page !== undefined) {
      const type = TYPES[extname(pathname)] ?? 'text/plain';
      return void response.writeHead(200, { 'Content-Type': type }).end(page);
    }
    const name = pathname.startsWith(path) ? normalize(pathname.slice(path.length) || 'index.html') : '../';
    this.requests.push(name);
    const bytes = name.startsWith('..')
      ? undefined
      : await readFile(join(this.folder, name)).catch(() => undefined);
    if (!bytes) return void response.writeHead(404).end('not here');
    const sent = await this.onFile(name, bytes);
    if (this.isAway) return void request.socket.destroy();
    response.writeHead(200, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      ...headers,
    });
    response.end(sent);
  }
}
