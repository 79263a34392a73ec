// After a client has opened as many connections as a process may have open files, the server can still build and run
// programs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { distUrl } from '../../src/node/dist-url.ts';

const DESCRIPTORS = 512;
const ENDED = ['Completed', 'Stopped'];

test.runIf(platform() === 'linux')(
  `programs are built and run alongside more connections than ${DESCRIPTORS} descriptors`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'haze-descriptors-'));
    const haze = fileURLToPath(distUrl('src/packed/haze.js'));
    const command = `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`;
    const words = [process.execPath, haze, 'serve', '--port', '0', '--data-dir', folder];
    const server = spawn('/bin/sh', ['-c', command, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
    const sockets: Socket[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      let said = '';
      server.stdout.on('data', (chunk) => {
        said += chunk;
      });
      const read = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(said)?.[1];
      await expect.poll(() => /^curl /m.test(said), { timeout: scaleLimit(20_000) }).toBe(true);
      const base = read('base address')!;
      const headers = { Authorization: read('API key')!, 'Content-Type': 'application/json' };
      const call = async (method: string, path: string, body?: object) => {
        const sent = request(base + path, { agent, method, headers }).end(body && JSON.stringify(body));
        const [answer] = await once(sent, 'response');
        return JSON.parse(await text(answer));
      };
      const untilEnded = async (path: string) => {
        for (;;) {
          const job = await call('GET', path);
          if (ENDED.includes(job.Status)) return job;
          await setTimeout(100);
        }
      };
      await call('GET', '/health');
      const { hostname, port } = new URL(base);
      const opened = Array.from({ length: DESCRIPTORS + 100 }, () => {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        sockets.push(socket);
        return once(socket, 'connect').catch(() => undefined);
      });
      await Promise.all(opened);
      // One client occupies all the connections, but a client at another address can still connect.
      const other = request(`${base}/health`, { localAddress: '127.0.0.2', agent: false }).end();
      const [healthy] = await once(other, 'response');
      expect(healthy.resume().statusCode).toBe(200);
      const Code = 'int main(void) { return 0; }\n';
      const { BuildID } = await call('POST', '/sourcecode/builds', { Code, Language: 'C' });
      expect(await untilEnded(`/builds/${BuildID}`)).toMatchObject({ Status: 'Completed' });
      const { TaskID } = await call('POST', `/builds/${BuildID}/tasks`, {});
      expect(await untilEnded(`/tasks/${TaskID}`)).toMatchObject({ Status: 'Completed' });
    } finally {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      server.kill('SIGKILL');
      await once(server, 'close');
      await rm(folder, { recursive: true, force: true });
    }
  },
  scaleLimit(60_000),
);
