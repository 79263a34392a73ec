import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platform } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { ownSiteFolder } from '../../src/node/folders/site-folder.ts';
import { haze } from '../../src/node/vite-plugin.ts';

const FILE = 'toolchain/';

test.runIf(platform() === 'linux')('Vite’s server closes a file of the site that a browser stops reading', async () => {
  type Handler = Parameters<Parameters<ReturnType<typeof haze>['configureServer']>[0]['middlewares']['use']>[0];
  let handler: Handler | undefined;
  haze().configureServer({
    middlewares: {
      use: (given) => {
        handler = given;
      },
    },
  });
  const server = createServer((request, response) =>
    handler!(request, response, () => response.writeHead(404).end()),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const site = ownSiteFolder();
});
