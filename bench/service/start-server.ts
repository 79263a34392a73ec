// Time until `startServer` of haze/server responds, in new processes and again in a running process, and the time
// that `haze exec` adds to a command.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { measurement, median } from '../../scripts/measurement.ts';
import { packServer } from '../../scripts/pack-server.ts';
import { distUrl } from '../../src/node/dist-url.ts';

const PROCESSES = 9;

const SCRIPT = `
  const beganMs = performance.now();
  const { startServer } = await import('haze/server');
  const loadedMs = performance.now();
  const first = await startServer();
  const startedMs = performance.now();
  await (await fetch(first.base + '/users/me', { headers: { Authorization: first.key } })).text();
  const answeredMs = performance.now();
  const second = await startServer();
  const againMs = performance.now();
  await first.close();
  await second.close();
  console.log(JSON.stringify([loadedMs - beganMs, startedMs - loadedMs, startedMs - beganMs, answeredMs - startedMs, againMs - answeredMs]));
`;

export async function run() {
  await packServer();
  const times = Array.from({ length: PROCESSES }, () => {
    const text = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8' });
    return JSON.parse(text) as number[];
  });
  const haze = fileURLToPath(distUrl('src/packed/haze.js'));
  const execMs = Array.from({ length: PROCESSES }, () => {
    const startedMs = performance.now();
    execFileSync(process.execPath, [haze, 'exec', '--', 'true']);
    return performance.now() - startedMs;
  });
  const column = (index: number) => median(times.map((row) => row[index]!));
  return [
    measurement('import of haze/server, median', column(0), 'ms'),
    measurement('startServer, median', column(1), 'ms'),
    measurement('import and startServer, median', column(2), 'ms', 300),
    measurement('the first response, median', column(3), 'ms'),
    measurement('another server in the same process, median', column(4), 'ms'),
    measurement('haze exec -- true, median', median(execMs), 'ms'),
  ];
}
