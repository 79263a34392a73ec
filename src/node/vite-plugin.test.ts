import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { haze } from './vite-plugin.ts';

const folder = mkdtempSync(join(tmpdir(), 'haze-vite-'));
const FILE = join(folder, 'large.wasm');
vi.mock('./folders/site-folder.ts', () => ({ ownSiteFolder: () => folder, copySite: async () => undefined }));

/** Number of descriptors that this process has open for a file. */
function countOpen(file: string): number {
  const descriptors = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return '';
    }
  });
  return descriptors.filter((path) => path === file).length;
}

test.runIf(platform() === 'linux')(
  'Vite’s server closes a site file when the browser stops reading it',
  async () => {
    writeFileSync(FILE, Buffer.alloc(50_000_000));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const server = createServer();
    haze().configureServer({
      middlewares: {
        use: (handle) =>
          server.on('request', (request, response) => handle(request, response, () => response.destroy())),
      },
    });
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const sent = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/haze/large.wasm`);
    const [answer] = await once(sent, 'response');
    expect(answer.headers['content-type']).toBe('application/wasm');
    await once(answer, 'data');
    expect(countOpen(FILE)).toBe(1);
    sent.destroy();
    await expect.poll(() => countOpen(FILE)).toBe(0);
  },
);
