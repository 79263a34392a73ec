// The site under test: the page build, a page that makes the build and the sample flows available to tests, and an
// endpoint for results from pages. The site can simulate a missing network and the deployment of a newer version.
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const PAGE_BUILD = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.tar': 'application/octet-stream',
  '.html': 'text/html; charset=utf-8',
};
/** The pages by path, each with its script. */
const SCRIPTS: Readonly<Record<string, string>> = {
  // The test page is not at the root, where the service worker would respond with the site's own page.
  '/service': 'test-page',
  '/store': 'store-page',
  '/same-bytes': 'same-bytes-page',
  '/value': 'value-page',
  '/published': 'published-page',
};

function describePage(script: string): string {
  // Visible pages have their own background in both themes.
  const style = '<style>:root { color-scheme: light dark; background: Canvas; color: CanvasText }</style>';
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Haze</title>${style}<script type="module" src="/${script}.js"></script>`;
}

async function bundleTestPages(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // Resolves packages to their browser version instead of the version for test runners.
    resolve: { conditions: ['module', 'browser', 'production'] },
    build: {
      outDir: folder,
      target: 'es2023',
      rolldownOptions: {
        input: Object.values(SCRIPTS).map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

export class Site {
  readonly address: string;
  /** Paths of requests. */
  readonly requests: string[] = [];
  /** Additional files on the site, by path. */
  readonly files = new Map<string, Uint8Array>();
  /** Results that pages have posted. */
  readonly results: unknown[] = [];
  /**
   * Simulates a missing network, over which only results are delivered. A page can ask for this at `/go-away`, and for
   * the loss of its storage at `/clear-site-data`.
   */
  isAway = false;
  /** This is part of the service worker's script, so a different number means a different version. */
  version = 1;
  readonly #close: () => Promise<void>;
  readonly #listeners: (() => void)[] = [];

  private constructor(address: string, close: () => Promise<void>) {
    this.address = address;
    this.#close = close;
  }

  /** Builds the test page and serves it. */
  static async open(): Promise<Site> {
    if (!existsSync(join(PAGE_BUILD, 'haze.js'))) {
      throw new Error('dist/page is missing. Run "npm run build:page" first.');
    }
    const folder = await mkdtemp(join(tmpdir(), 'haze-site-'));
    await bundleTestPages(folder);
    const server = createServer((request, response) => void site.#serve(request, response, folder));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const site = new Site(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    });
    return site;
  }

  /** Waits until pages have posted this many results. */
  async untilResults(count: number): Promise<void> {
    while (this.results.length < count) await new Promise<void>((resolve) => this.#listeners.push(resolve));
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
    const { pathname } = new URL(request.url!, this.address);
    if (pathname === '/results') {
      this.results.push(JSON.parse(await readBody(request)));
      response.end();
      for (const listener of this.#listeners.splice(0)) listener();
      return;
    }
    if (pathname === '/go-away') this.isAway = true;
    // Has the same effect as a user's "clear site data".
    if (pathname === '/clear-site-data') response.setHeader('Clear-Site-Data', '"storage"');
    this.requests.push(pathname);
    if (this.isAway && pathname !== '/go-away') {
      request.socket.destroy();
      return;
    }
    response.setHeader('Content-Type', TYPES[extname(pathname) || '.html'] ?? 'text/plain');
    const script = SCRIPTS[pathname];
    const own = this.files.get(pathname);
    if (own) response.end(own);
    else if (script) response.end(describePage(script));
    else if (pathname === '/haze-service-worker.js') {
      const text = await readFile(join(PAGE_BUILD, pathname), 'utf8');
      response.end(`${text}\n// version ${this.version}\n`);
    } else {
      const file = [folder, PAGE_BUILD].map((from) => join(from, pathname)).find(existsSync);
      if (file) createReadStream(file).pipe(response);
      else response.writeHead(404).end('not here');
    }
  }
}
