// Walls between a task's process and everything else that is running: a separate ID if the server runs as root,
// otherwise Linux user and process namespaces. A process behind either kind of wall cannot signal its server or other
// tasks.
import { randomInt } from 'node:crypto';

export interface Wall {
  /** Phrase for the log: `tasks run …`. */
  readonly name: string;
  /** Script for the shell that execs the process: `$0` is Node, and `$stack` and the arguments are for Node. */
  readonly script: string;
  /** User and group of the next process, if they differ from the server's. */
  readonly nextId?: () => number;
}

const PLAIN = 'exec "$0" $stack "$@"';
/** The process dies with its server, and programs that it executes gain no privileges. */
const MORTAL = `if command -v setpriv >/dev/null; then exec setpriv --pdeathsig KILL --no-new-privs -- "$0" $stack "$@"; else ${PLAIN}; fi`;
/**
 * Ignores the signals that a system sends to all of a service's processes when it stops the service. The processes that
 * hold the namespaces therefore wait for Node, which handles the signals.
 */
const DEAF = 'trap "" TERM INT HUP; ';
/** The new user is root in its namespace until the last step, which drops all privileges. */
const UNSHARED =
  `${DEAF}exec unshare --user --map-root-user -- setpriv --pdeathsig KILL -- unshare --pid --fork --kill-child -- ` +
  'setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$0" $stack "$@"';
const WRAPPED = `${DEAF}exec bwrap --bind / / --unshare-user --unshare-pid --as-pid-1 --die-with-parent -- "$0" $stack "$@"`;

/** First, IDs that systemd assigns to no user; then the IDs of its dynamic users, for containers with few IDs. */
const ID_RANGES = [
  { first: 0x7000_0000, count: 2 ** 27 },
  { first: 61_184, count: 4336 },
];

/** Kinds of isolation that this system may support, best first. */
export function listWalls(): readonly Wall[] {
  const walls: Wall[] = [];
  if (process.getuid?.() === 0) {
    for (const { first, count } of ID_RANGES) {
      let next = randomInt(count);
      const nextId = () => {
        next = (next + 1) % count;
        return first + next;
      };
      walls.push({ name: 'as other users, each with its own ID', script: MORTAL, nextId });
    }
  }
  if (process.platform === 'linux') {
    walls.push({ name: 'in user and process namespaces (unshare)', script: UNSHARED });
    walls.push({ name: 'in user and process namespaces (bwrap)', script: WRAPPED });
  }
  return walls;
}

/** A process that runs as the server's own user. */
export const NO_WALL: Wall = {
  name: "as processes of the server's own user: a process that escaped the sandbox could send signals to the server",
  script: MORTAL,
};
