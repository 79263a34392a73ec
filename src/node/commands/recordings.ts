// `haze record`, `haze replay` and `haze verify`: record a real service's responses, replay them, and compare another
// service with them.

import { existsSync } from 'node:fs';
import { usageError } from '../../errors/haze-error.ts';
import { printable } from '../../errors/printable-text.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { onlyWord, refuseWords } from '../options/command-line.ts';
import { badValue, parseText, switchOption, textOption, wholeNumber, wordOption } from '../options/option.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { Player } from '../recordings/player.ts';
import { Recorder } from '../recordings/recorder.ts';
import { type Exchange, type Recording, readRecording, writeRecording } from '../recordings/recording.ts';
import { serveRequests } from '../recordings/serve-requests.ts';
import { verifyRecording } from '../recordings/verify-recording.ts';
import {
  describeDifferences,
  describeVerified,
  describeVerifiedJson,
  suiteOf,
} from '../recordings/verify-reports.ts';
import { describeSuites } from '../reports/junit.ts';
import { startServer } from '../serve/serve.ts';
import { chooseKey } from '../settings/serve-settings.ts';
import { keyOptions } from '../settings/server-options.ts';
import { defineCommand } from './command.ts';
import { untilSignal } from './terminal/attend.ts';

const HOST = '127.0.0.1';
const PORT = 8788;
const TIMEOUT_SECONDS = 60;
const BODY_BYTES = 1024 * 1024;
/** Smallest distance that counts as a difference; runs with different random numbers may differ by less. */
const DISTANCE = 0.03;
/** Interval between writes of a growing recording. */
const WRITE_MS = 1000;

const port = textOption('N', wholeNumber(0, 65535), {
  help: 'port; 0 for any free port',
  fallback: String(PORT),
});
const timeout = textOption('SECONDS', wholeNumber(1, 86_400), {
  help: 'maximum time without data from the service, and maximum time to wait for a job',
  fallback: String(TIMEOUT_SECONDS),
});

const recordOptions = {
  upstream: textOption('URL', parseAddress, { help: 'URL of the service to record' }),
  port,
  out: textOption('FILE', parseText, {
    help: 'new file for the recording',
    fallback: 'recording.har',
    short: 'o',
  }),
  bodyBytes: textOption('N', wholeNumber(0), {
    help: 'maximum size of a recorded body, in bytes; larger bodies are forwarded but not recorded',
    fallback: `${BODY_BYTES}, 1 MiB`,
  }),
  timeout,
} as const;

export const recordCommand = defineCommand({
  usage: [
    [
      'haze record --upstream URL',
      'forward requests to a service, and record them and the responses as an HTTP archive (HAR), with keys, tokens and signatures removed (docs/recordings.md)',
    ],
  ],
  own: recordOptions,
  run: record,
});

async function record({
  own,
  positionals,
}: ReadOptions<Readonly<Record<never, never>>, typeof recordOptions>): Promise<number> {
  refuseWords('record', positionals);
  const { upstream, out = 'recording.har', timeout = TIMEOUT_SECONDS, bodyBytes = BODY_BYTES } = own;
  if (upstream === undefined) throw usageError('Specify the service to record: haze record --upstream URL');
  await checkPlace(out);
  if (existsSync(out)) throw usageError(`${out} already exists. Choose another file with --out.`);
  const exchanges: Exchange[] = [];
  let written = 0;
  let writing = Promise.resolve();
  const write = () => {
    writing = writing.then(async () => {
      if (written === exchanges.length) return;
      const count = exchanges.length;
      await writeRecording(out, { base: upstream, exchanges: exchanges.slice(0, count) });
      written = count;
    });
    return writing;
  };
  const recorder = new Recorder({
    upstream,
    bodyBytes,
    timeoutMs: timeout * 1000,
    say: printMessage,
    keep: (exchange) => void exchanges.push(exchange),
  });
  const server = await serveRequests((request, body) => recorder.answer(request, body), {
    host: HOST,
    port: own.port ?? PORT,
  });
  // Preserves the recording even if the recorder is killed. A failed write is retried at the end, and reported there.
  const timer = setInterval(() => void write().catch(() => undefined), WRITE_MS);
  process.stdout.write(`base address  ${server.address}\nupstream      ${upstream}\nrecording     ${out}\n`);
  await untilSignal();
  clearInterval(timer);
  await server.close();
  if (exchanges.length === 0) {
    printMessage('no requests arrived, so there is no recording');
    return 1;
  }
  writing = writing.catch(() => undefined);
  await write();
  printMessage(`${exchanges.length} requests and responses are in ${out}`);
  return 0;
}

export const replayCommand = defineCommand({
  usage: [['haze replay FILE', 'answer requests from a recording, without a core (docs/recordings.md)']],
  own: { port },
  run: async ({ own, positionals }) => {
    const recording = await readOnly('replay', positionals);
    const player = new Player(recording, printMessage);
    const server = await serveRequests((request, body) => player.answer(request, body), {
      host: HOST,
      port: own.port ?? PORT,
    });
    process.stdout.write(`base address  ${server.address}\nrecorded at   ${recording.base}\n`);
    await untilSignal();
    await server.close();
    printMessage(`${player.played} of ${recording.exchanges.length} recorded responses were requested`);
    return 0;
  },
});

const verifyOptions = {
  base: textOption('URL', parseAddress, {
    help: 'URL of the service to compare, with its key in HAZE_KEY or --key-file',
    fallback: 'a separate in-memory Haze',
  }),
  distance: textOption('D', parseDistance, {
    help: 'maximum distance between printed distributions, in standard deviations',
    fallback: String(DISTANCE),
  }),
  timeout,
  json: switchOption('print the result as JSON'),
  junit: wordOption('FILE', 'also write the result as JUnit XML'),
} as const;

export const verifyCommand = defineCommand({
  usage: [
    [
      'haze verify FILE',
      'replay a recording against another service, and report every response field that differs (docs/recordings.md)',
    ],
  ],
  about:
    'The exit status is 0 if nothing differs, 1 if something does, and 2 if the recording or the service cannot be read.',
  shared: keyOptions,
  own: verifyOptions,
  run: verify,
});

async function verify({
  values,
  own,
  positionals,
  sources,
}: ReadOptions<typeof keyOptions, typeof verifyOptions>): Promise<number> {
  const file = onlyRecording('verify', positionals);
  const { distance = DISTANCE, timeout = TIMEOUT_SECONDS, junit } = own;
  if (junit === '') throw usageError('--junit needs a file name, not an empty string.');
  if (junit !== undefined) await checkPlace(junit);
  const recording = await readOnly('verify', positionals);
  const key = await chooseKey(values, sources);
  if (own.base !== undefined && key === undefined)
    throw usageError('The service needs its key: HAZE_KEY, or --key-file FILE.');
  const server =
    own.base === undefined
      ? await startServer({ port: 0, host: HOST, hasSite: false, tell: () => undefined })
      : undefined;
  try {
    const verified = await verifyRecording(recording, {
      base: server?.address ?? own.base!,
      key: server?.key ?? key!,
      distance,
      timeoutMs: timeout * 1000,
    });
    if (junit !== undefined)
      await writeWhole(junit, [Buffer.from(describeSuites('haze verify', [suiteOf(file, verified)]))]);
    if (own.json) process.stdout.write(describeVerifiedJson(file, verified));
    process.stderr.write(printable(describeDifferences(file, verified)));
    printMessage(describeVerified(verified));
    return verified.every(({ differences }) => differences.length === 0) ? 0 : 1;
  } finally {
    await server?.stop(0);
  }
}

const onlyRecording = (command: string, positionals: readonly string[]) =>
  onlyWord(positionals, `Specify a recording: haze ${command} FILE`);

async function readOnly(command: string, positionals: readonly string[]): Promise<Recording> {
  const recording = await readRecording(onlyRecording(command, positionals));
  const { leftOut } = recording;
  if (leftOut > 0)
    printMessage(`${leftOut} entries without an HTTP response (sockets, blocked requests) are omitted`);
  return recording;
}

function parseAddress(given: string): string {
  if (!URL.canParse(given) || !/^https?:/i.test(given))
    throw badValue('takes a URL such as https://api.example');
  return given.replace(/(?<!\/)\/+$/, '');
}

function parseDistance(given: string): number {
  const distance = Number(given);
  if (given.trim() !== '' && distance >= 0 && Number.isFinite(distance)) return distance;
  throw badValue('takes a number of standard deviations, 0 or more');
}
