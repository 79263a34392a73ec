// `haze exec [options] -- COMMAND…`: starts a service for one command. The command finds the service's address and key
// in its environment, and `haze exec` exits with the command's status. The command runs in its own process group, to
// which we forward all our signals. On exit we terminate the rest of the group; if we are killed, a watcher does so.

import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../../errors/haze-error.ts';
import { checkPlace } from '../files/write-whole.ts';
import { createTextLog } from '../logs/log-events.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { type RunningServer, startServer } from '../serve/serve.ts';
import { chooseKey, describeServer } from '../settings/serve-settings.ts';
import { execOptions } from '../settings/server-options.ts';
import { readArchiveFile, writeArchiveFile } from './archive-file.ts';
import { defineCommand } from './command.ts';
import { startWatched } from './terminal/watched-command.ts';

/** Time between the signal that stops us and the command's SIGKILL. */
const GRACE_MS = 10_000;
/** Time that the rest of the group has to exit after each signal. */
const LEFT_OVER_MS = 1000;
const LOOK_MS = 20;

export const execCommand = defineCommand({
  usage: [['haze exec [OPTIONS] -- COMMAND…', 'run a command with its own in-memory service on a free port']],
  about:
    "The command's environment contains the base URL as API_ENDPOINT and HAZE_BASE, the URL of the realtime event sockets as HAZE_REALTIME and WEBSOCKET_ENDPOINT, the host that clients specify on these sockets as HOST_ENDPOINT, and the API key as HAZE_KEY. haze exec exits with the command's status; with 128 plus the signal number after a signal; with 127 if there is no such command.",
  shared: execOptions,
  takesCommand: true,
  run: execute,
});

/** @throws HazeError `usage`, and the errors of `startServer` */
async function execute(
  { values, positionals, sources }: ReadOptions<typeof execOptions>,
  command: readonly string[],
): Promise<number> {
  if (command.length === 0 || positionals.length > 0) {
    throw usageError('Specify a command after two dashes: haze exec -- npm test');
  }
  if (values.exportOnExit !== undefined) await checkPlace(values.exportOnExit);
  const settings = describeServer(values);
  const write = (line: string) => process.stderr.write(`${line}\n`);
  const server = await startServer({
    ...settings,
    // A port set in the environment or a configuration file is meant for haze serve, not for this service.
    port: (sources.port === 'command line' ? settings.port : undefined) ?? 0,
    key: await chooseKey(values, sources),
    hasSite: false,
    tell: createTextLog(values.verbose ? write : () => undefined, write),
  });
  try {
    if (values.import !== undefined) await server.service.import(readArchiveFile(values.import));
    return await runBeside(server, command);
  } finally {
    const { exportOnExit } = values;
    await server.stop(0, async () => {
      if (exportOnExit !== undefined) await writeArchiveFile(exportOnExit, server.service.export());
    });
  }
}

/** The command's environment. */
function environmentOf({ address, realtime, key }: RunningServer): NodeJS.ProcessEnv {
  return {
    ...process.env,
    API_ENDPOINT: address,
    HAZE_BASE: address,
    HAZE_REALTIME: realtime,
    // The published SDK reads these two variables. Without them, its WebSockets would connect to the real service and
    // send it the key.
    WEBSOCKET_ENDPOINT: realtime,
    HOST_ENDPOINT: new URL(realtime).host,
    HAZE_KEY: key,
  };
}

async function runBeside(server: RunningServer, command: readonly string[]): Promise<number> {
  // Installs the handlers first, because the command may send us signals as soon as it starts.
  let group: number | undefined;
  const stopForwarding = forwardSignals(() => group);
  try {
    const watched = startWatched(command, environmentOf(server));
    group = watched.group;
    const status = await exitStatusOf(watched.child);
    await endGroup(group);
    await watched.release();
    return status;
  } finally {
    stopForwarding();
  }
}

function exitStatusOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]),
    );
  });
}

/** Signals every process in the group; returns false if none is left. */
function signalGroup(group: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (group === undefined) return false;
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Forwards our signals to the group. A second termination request, or the expiry of the grace period, sends SIGKILL.
 */
function forwardSignals(group: () => number | undefined): () => void {
  let requests = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = (signal: NodeJS.Signals) => {
    requests += 1;
    signalGroup(group(), requests > 1 ? 'SIGKILL' : signal);
    // SIGINT comes from a user, who can repeat it; the other signals may come from elsewhere.
    if (signal !== 'SIGINT') timer ??= setTimeout(() => signalGroup(group(), 'SIGKILL'), GRACE_MS);
  };
  const pass = (signal: NodeJS.Signals) => void signalGroup(group(), signal);
  // Ctrl-Z in the terminal stops only our own process group, so the command's group is stopped first.
  const pause = () => {
    pass('SIGSTOP');
    process.kill(process.pid, 'SIGSTOP');
  };
  const listeners: readonly (readonly [NodeJS.Signals, (signal: NodeJS.Signals) => void])[] = [
    ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).map((signal) => [signal, end] as const),
    ...(['SIGUSR2', 'SIGWINCH', 'SIGCONT'] as const).map((signal) => [signal, pass] as const),
    ['SIGTSTP', pause],
  ];
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    clearTimeout(timer);
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

/** Terminates the rest of the group: sends SIGTERM, waits, sends SIGKILL, waits again. */
async function endGroup(group: number | undefined): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!signalGroup(group, signal)) return;
    for (let waitedMs = 0; waitedMs < LEFT_OVER_MS; waitedMs += LOOK_MS) {
      await sleep(LOOK_MS);
      if (!signalGroup(group, 0)) return;
    }
  }
}
