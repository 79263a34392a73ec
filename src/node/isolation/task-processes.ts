// Processes for tasks: one is always ready, so that a small task does not wait for Node to start. An account's further
// tasks run in the account's processes (docs/decisions/045). A process has no environment and may read only Haze's own
// program. It is isolated from other processes (walls.ts), and dies with the server that started it. check-answers.ts
// checks each of its frames.

import { messageOf } from '../../errors/message-of.ts';
import type { ReferenceRequest } from '../../reference/program/reference-messages.ts';
import type { RunMessage, StartMessage } from '../../runtime/running/run-messages.ts';
import type { LimitedWorker } from '../engine/limited-worker.ts';
import { AnswerCheck } from './check-answers.ts';
import { encodeMessage } from './frames.ts';
import { KeptProcesses } from './kept-processes.ts';
import type { TaskLimits } from './task-limits.ts';
import { type Death, TaskProcess } from './task-process-child.ts';
import { listWalls, NO_WALL, type Wall } from './walls.ts';

/** Maximum time until a process begins its program: compiling a large program takes seconds. */
const BEGIN_MS = 120_000;

/** Limits for a process, and the tasks that may share it. */
export interface ProcessWish {
  readonly limits: TaskLimits;
  readonly died: (death: Death) => void;
  /** The task's account; undefined if the task has none. */
  readonly account?: string | undefined;
  /**
   * Name that identifies an account, a core and limits. Tasks with the same name may share a process, one after
   * another; without a name, a task gets its own process.
   */
  readonly sharedBy?: string | undefined;
}

export interface TaskProcesses {
  /** Returns a process for one task, in the form of a worker. The process gets its limits before its task. */
  take<Sent extends StartMessage | ReferenceRequest, Received>(
    wish: ProcessWish,
  ): LimitedWorker<Sent, Received>;
  /** Stops the processes that are waiting for work. */
  close(): void;
}

interface Start {
  readonly wall: Wall;
  readonly first: TaskProcess;
}

/**
 * Tries each kind of isolation by starting a process, until one works. Reports which kind works, and why the others
 * failed.
 */
async function raiseWall(say: (message: string) => void): Promise<Start> {
  // Stores each reason only once: two ID ranges may fail for the same reason.
  const missing = new Set<string>();
  const told = () => [...missing].map((one) => `; not ${one}`).join('');
  for (const wall of listWalls()) {
    const first = startBehind(wall);
    if (typeof first === 'string') {
      missing.add(`${wall.name} (${first})`);
      continue;
    }
    const isReady = await first.ready;
    if (isReady && first.isOurs) {
      say(`tasks run ${wall.name}${told()}`);
      return { wall, first };
    }
    missing.add(`${wall.name} (${isReady ? 'no permission to end them' : first.complaint})`);
    first.kill();
  }
  say(`tasks run ${NO_WALL.name}${told()}`);
  return { wall: NO_WALL, first: new TaskProcess(NO_WALL) };
}

/** An isolated process, or the reason why the system could not start one: a container may lack IDs. */
function startBehind(wall: Wall): TaskProcess | string {
  try {
    return new TaskProcess(wall);
  } catch (error) {
    return messageOf(error);
  }
}

export interface ProcessSettings {
  /** Maximum number of processes that wait for another task of their account. */
  readonly mostKept: number;
  /** Receives a line about process isolation. */
  readonly say: (message: string) => void;
}

/** Sets up the processes for tasks, and starts the first one. */
export function openTaskProcesses({ mostKept, say }: ProcessSettings): TaskProcesses {
  let isClosed = false;
  let isSaid = false;
  const sayMissing = (program: string) => {
    if (!isSaid) say(`tasks have no system limits: ${program} is missing`);
    isSaid = true;
  };
  const kept = new KeptProcesses(mostKept);
  const running = new Map<TaskProcess, string | undefined>();
  let spare: TaskProcess | undefined;
  const started = raiseWall(say).then(({ wall, first }) => {
    spare = first;
    if (isClosed) first.kill();
    return wall;
  });
  const takeNew = (wall: Wall) => {
    const one = spare && !spare.isEnded ? spare : new TaskProcess(wall);
    spare = isClosed ? undefined : new TaskProcess(wall);
    return one;
  };
  return {
    take<Sent extends StartMessage | ReferenceRequest, Received>(wish: ProcessWish) {
      const { sharedBy, account } = wish;
      const taken = started.then(async (wall) => {
        for (const [other, owner] of running) {
          if (other.isEnded) running.delete(other);
          else if (owner !== account) other.yieldToOthers();
        }
        let one = kept.take(sharedBy);
        // Waits for a process that is still cleaning up: it is ready sooner than a new process, unless it exits.
        while (one && !(await one.ready)) one = kept.take(sharedBy);
        one ??= takeNew(wall);
        running.set(one, account);
        return one;
      });
      const giveBack = (one: TaskProcess) => {
        running.delete(one);
        if (sharedBy === undefined) one.kill();
        else if (one.release()) kept.keep(sharedBy, one);
      };
      return workerOf<Sent, Received>(taken, { ...wish, giveBack, sayMissing });
    },
    close() {
      isClosed = true;
      spare?.kill();
      spare = undefined;
      kept.close();
    },
  };
}

interface WorkerOptions extends ProcessWish {
  /** Receives a process whose program has finished. */
  readonly giveBack: (one: TaskProcess) => void;
  readonly sayMissing: (program: string) => void;
}

/** True if the program finished by itself; any other outcome leaves the process in an unknown state. */
function isWholeEnd(message: RunMessage | { readonly kind: string }): boolean {
  return message.kind === 'end' && 'end' in message && message.end.kind === 'exited';
}

function workerOf<Sent extends StartMessage | ReferenceRequest, Received>(
  taken: Promise<TaskProcess>,
  { limits, died, giveBack, sayMissing }: WorkerOptions,
): LimitedWorker<Sent, Received> {
  const failures: ((reason: string, isHeapFull: boolean) => void)[] = [];
  let listener: (message: Received) => void = () => undefined;
  const check = new AnswerCheck();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (death: Death) => {
    clearTimeout(timer);
    if (isOver) return;
    died(death);
    for (const tell of failures) tell(death.reason, death.isHeapFull);
  };
  const begun = taken.then(async (one) => {
    if (isOver) return one.kill();
    one.adopt((frame) => {
      const message = check.take(frame);
      if (!check.isSilent) clearTimeout(timer);
      if (isWholeEnd(message)) {
        isOver = true;
        giveBack(one);
      }
      listener(message as Received);
    }, fail);
    timer = setTimeout(() => {
      fail({ reason: `it did not start within ${BEGIN_MS / 1000} s`, isHeapFull: false });
      one.kill();
    }, BEGIN_MS);
    const missing = (await one.ready) ? await one.limit(limits) : undefined;
    if (missing !== undefined) sayMissing(missing);
  });
  return {
    post(message) {
      // Modules and shared memory stay here: the process loads its own kernels, and sends its output over a pipe.
      const {
        kernels: _,
        outputRing: __,
        ...rest
      } = message as Sent & { kernels?: unknown; outputRing?: unknown };
      void Promise.all([taken, begun]).then(([one]) => {
        if (!isOver) one.send(encodeMessage(rest), check.send(message));
      });
    },
    onMessage(take) {
      listener = take;
    },
    onFailure: (tell) => void failures.push(tell),
    terminate() {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      void taken.then((one) => one.kill());
    },
  };
}
