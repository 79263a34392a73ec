// Runs task programs in separate processes, or in threads of this process.

import type { ReferenceWorker } from '../../reference/crew/run-reference.ts';
import type { ReferenceAnswer, ReferenceRequest } from '../../reference/program/reference-messages.ts';
import type { RunMessage, StartMessage } from '../../runtime/running/run-messages.ts';
import { type RunEnd, STOP_STATUS } from '../../runtime/running/run-outcome.ts';
import type { ProgramRequest, RunWorker } from '../../runtime/running/run-program.ts';
import { DEFAULT_TIME_LIMIT_MS } from '../../runtime/running/time-limit.ts';
import { createNodeReferenceWorker, createNodeRunWorker } from '../engine/node-run-worker.ts';
import { SPARE_PROCESSOR_SECONDS } from './task-limits.ts';
import type { Death } from './task-process-child.ts';
import { openTaskProcesses } from './task-processes.ts';

export type Isolation = 'process' | 'thread';

/** Workers for one task. */
export interface TaskRoom {
  readonly createRunWorker: () => RunWorker;
  readonly createReferenceWorker: () => ReferenceWorker;
  /** The same outcome, with the reason added if the worker or process died by itself. */
  judge<Outcome extends { readonly end: RunEnd; readonly message?: string }>(outcome: Outcome): Outcome;
}

export interface TaskRooms {
  /** A room for a task. @param memoryBytes memory limit of each worker */
  open(request: ProgramRequest, memoryBytes: number): TaskRoom;
  close(): void;
}

/** Memory on top of the program's own: its compiled code, and the engine's garbage until the next collection. */
const ENGINE_BYTES = 2 ** 30;
/** Limits are rounded up to a multiple of this, so that tasks with slightly different files can share a process. */
const MEMORY_STEP_BYTES = 64 * 2 ** 20;
/**
 * Limit on CPU time, as a multiple of the time limit: a program uses one processor, while the engine compiles it on
 * others.
 */
const PROCESSOR_TIMES = 2;
/** Fraction of the memory that is available to processes waiting for another task. */
const KEPT_PART = 1 / 16;
/** Memory used by one waiting process: 12 MB when new, and more after it has grown. */
const KEPT_BYTES = 24 * 2 ** 20;
const MOST_KEPT = 64;

const THREADS: TaskRoom = {
  createRunWorker: createNodeRunWorker,
  createReferenceWorker: createNodeReferenceWorker,
  judge: (outcome) => outcome,
};

function describeDeath(reason: string, breach: Death['breach']): string {
  if (!breach) return `the process that ran the program died: ${reason}`;
  // The message of a limit already states the reason.
  return breach.code === 'internal' ? `the process that ran the program was terminated: ${reason}` : reason;
}

export interface RoomSettings {
  readonly isolation: Isolation;
  /** Memory for the server together with its tasks. */
  readonly memoryBytes: number;
  /** Receives a line about process isolation. */
  readonly say: (message: string) => void;
}

/** Opens the rooms. */
export function openTaskRooms({ isolation, memoryBytes, say }: RoomSettings): TaskRooms {
  if (isolation === 'thread') return { open: () => THREADS, close: () => undefined };
  const mostKept = Math.min(MOST_KEPT, Math.floor((memoryBytes * KEPT_PART) / KEPT_BYTES));
  const processes = openTaskProcesses({ mostKept, say });
  return {
    open({ timeLimitMs = DEFAULT_TIME_LIMIT_MS, account, core }, memoryBytes) {
      const limits = {
        memoryBytes: Math.ceil((memoryBytes + ENGINE_BYTES) / MEMORY_STEP_BYTES) * MEMORY_STEP_BYTES,
        processorSeconds: Math.ceil((timeLimitMs / 1000) * PROCESSOR_TIMES) + SPARE_PROCESSOR_SECONDS,
      };
      // A process keeps its limits, so tasks with a different core, time or memory cannot share it.
      const sharedBy = account === undefined ? undefined : JSON.stringify([account, core, limits]);
      let death: Death | undefined;
      const died = (first: Death) => {
        death ??= first;
      };
      return {
        createRunWorker: () => processes.take<StartMessage, RunMessage>({ limits, died, account, sharedBy }),
        createReferenceWorker: () =>
          processes.take<ReferenceRequest, ReferenceAnswer>({ limits, died, account }),
        judge(outcome) {
          if (death === undefined || outcome.end.kind !== 'stopped' || outcome.end.code !== 'internal') {
            return outcome;
          }
          const { reason, breach } = death;
          const code = breach?.code ?? 'process-died';
          const message = describeDeath(reason, breach);
          const end = { kind: 'stopped', code, message, exitStatus: STOP_STATUS[code] } as const;
          return { ...outcome, end, ...(outcome.message !== undefined && { message }) };
        },
      };
    },
    close: () => processes.close(),
  };
}
