// Runs a command in its own process group that does not outlive us, however we exit. After `kill -9`, or if the system
// kills us for lack of memory, none of our code runs. A shell started next to the command therefore blocks on a pipe
// until EOF: the system closes our end when we exit, and the shell then kills the group. The command starts once that
// shell has the group's ID.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Shell script that reads the group's ID from the first line; a second line reports that the command has exited. EOF
 * before the second line means that we have exited.
 */
const WATCHER = `
trap '' INT TERM HUP QUIT
read -r group || exit 0
echo
read -r over && exit 0
kill -s TERM -- "-$group" 2>/dev/null || exit 0
sleep 1
kill -s KILL -- "-$group" 2>/dev/null
`;

/**
 * Shell script that waits for a line on descriptor 3 and then execs the command. Its exit statuses 127 and 126 have the
 * same meaning as in shells.
 */
const GATE = `
read -r go <&3 || exit 1
exec 3<&-
command -v "$1" >/dev/null 2>&1 || { echo "haze: There is no command \\"$1\\"." >&2; exit 127; }
exec "$@"
`;

/** A running command. */
export interface WatchedCommand {
  readonly child: ChildProcess;
  /** The ID of its process group. */
  readonly group: number | undefined;
  /** Releases the group: from now on, the watching shell does not kill it. */
  release(): Promise<void>;
}

/** Starts a command that inherits our streams. */
export function startWatched(command: readonly string[], env: NodeJS.ProcessEnv): WatchedCommand {
  const [name = '', ...words] = command;
  // Windows has no POSIX shell and no process groups.
  if (process.platform === 'win32') {
    const child = spawn(name, words, { stdio: 'inherit', env });
    return { child, group: undefined, release: async () => undefined };
  }
  const child = spawn('sh', ['-c', GATE, 'sh', ...command], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env,
    detached: true,
  });
  const group = child.pid;
  const watcher = spawn('sh', ['-c', WATCHER], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  const ended = once(watcher, 'exit').catch(() => undefined);
  const gate = child.stdio[3] as Writable;
  for (const pipe of [gate, watcher.stdin]) pipe.on('error', () => undefined);
  watcher.stdout.once('data', () => gate.end('go\n'));
  watcher.stdin.write(`${group}\n`);
  return {
    child,
    group,
    async release() {
      watcher.stdin.end('over\n');
      await ended;
    },
  };
}
