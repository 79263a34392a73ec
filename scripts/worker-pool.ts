// Runs tasks in parallel: one worker script per processor, each with one task at a time.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';
import { messageOf } from '../src/errors/message-of.ts';
import { findProjectRoot } from './project-root.ts';

/** Maximum number of workers: each worker may need hundreds of megabytes. */
const MOST_WORKERS = 8;

type Done<Result> = { readonly result: Result } | { readonly failure: string };

export interface WorkerPool<Task, Result> {
  /**
   * Runs a task once a worker is free; the heaviest pending task goes first. @throws Error with the worker's message
   */
  run(task: Task, weight?: number): Promise<Result>;
  close(): Promise<void>;
}

interface Waiting {
  readonly weight: number;
  readonly begin: (worker: Worker) => void;
}

/** @param name name of a script in scripts/, compiled by tsc into dist, which calls `answerTasks` */
export function openWorkerPool<Task, Result>(name: string, workerData?: unknown): WorkerPool<Task, Result> {
  const script = join(findProjectRoot(), 'dist/scripts', `${name}.js`);
  const count = Math.min(availableParallelism(), MOST_WORKERS);
  // Workers are started without flags, because the process's flags apply only to its own script.
  const workers = Array.from({ length: count }, () => new Worker(script, { workerData, execArgv: [] }));
  const idle = [...workers];
  const waiting: Waiting[] = [];
  const isFree = (worker: Worker): void => {
    // Tasks of equal weight run in order of arrival.
    const next = waiting.sort((a, b) => b.weight - a.weight).shift();
    if (next) next.begin(worker);
    else idle.push(worker);
  };
  return {
    async run(task, weight = 0) {
      const worker = idle.pop() ?? (await new Promise<Worker>((begin) => waiting.push({ weight, begin })));
      worker.postMessage(task);
      // Rejects with the error that crashed the worker.
      const [done] = (await once(worker, 'message')) as [Done<Result>];
      isFree(worker);
      if ('failure' in done) throw new Error(done.failure);
      return done.result;
    },
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}

/** For the script of a worker: handles each task and replies with its result. */
export function answerTasks<Task, Result>(answer: (task: Task) => Promise<Result> | Result): void {
  parentPort!.on('message', async (task: Task) => {
    const done: Done<Result> = await Promise.resolve(task)
      .then(answer)
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ failure: messageOf(error) }),
      );
    parentPort!.postMessage(done);
  });
}
