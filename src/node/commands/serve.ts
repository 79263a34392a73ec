// `haze serve`: runs the service until it is told to stop, and says how to reach it.
import { resolve } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { quoteShellWord } from '../../toolchain/shell-words.ts';
import { type RunningServer, startServer } from '../serve.ts';
import { defaultDataFolder } from '../serve-data.ts';
import { parseCommandLine, parseHosts, parsePort, refuseWords } from './command-line.ts';

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  key: { type: 'string' },
  'no-isolation': { type: 'boolean' },
  'repository-hosts': { type: 'string' },
} as const;

const DEFAULT_PORT = '8787';
/** Running tasks may end within this time after the first signal. */
const GRACE_MS = 5000;
const SAMPLE = '#include <stdio.h>\nint main(void) { printf("%g\\n", 2.5); return 0; }\n';

/** @throws HazeError `usage`, and those of `startServer` */
export async function runServeCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, OPTIONS);
  refuseWords('serve', positionals);
  if (values.key !== undefined && !/^[\x21-\x7e]+$/.test(values.key)) {
    throw new HazeError('usage', '--key takes a text of visible ASCII characters without blanks.');
  }
  const dataFolder = resolve(values['data-dir'] ?? defaultDataFolder());
  // A terminal that goes away takes the log with it, and not the service.
  process.stderr.on('error', () => undefined);
  const server = await startServer({
    port: parsePort(values.port ?? DEFAULT_PORT),
    host: values.host ?? '127.0.0.1',
    dataFolder,
    key: values.key,
    repositoryHosts: parseHosts(values['repository-hosts']),
    isIsolated: values['no-isolation'] !== true,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(describeServer(server, dataFolder));
  await untilSignal();
  process.stderr.write(
    `haze: stopping; jobs get ${GRACE_MS / 1000} s to end, and the rest go on at the next start\n`,
  );
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  await server.stop(GRACE_MS);
  return 0;
}

function describeServer(server: RunningServer, dataFolder: string): string {
  const body = JSON.stringify({ Language: 'C', Code: SAMPLE });
  const words = ['curl', '-sS', `${server.address}/sourcecode/builds`];
  words.push('-H', `Authorization: ${server.key}`, '-H', 'Content-Type: application/json', '-d', body);
  return [
    ...(server.hasSite ? [`playground    ${server.address}/`] : []),
    `base address  ${server.address}`,
    `API key       ${server.key}`,
    `data          ${dataFolder}`,
    'try it:',
    words.map(quoteShellWord).join(' '),
    '',
  ].join('\n');
}

function untilSignal(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
}
