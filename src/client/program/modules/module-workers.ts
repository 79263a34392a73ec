// A page's workers that prepare modules and run them.
import { HazeError } from '../../../errors/haze-error.ts';
import type { ModulePreparer } from '../../../program/modules/prebuilt-compiler.ts';
import type { PrepareAnswer, PrepareRequest } from '../../../program/modules/serve-preparing.ts';
import type { ReferenceWorker } from '../../../reference/crew/run-reference.ts';
import type { RunMessage } from '../../../runtime/running/run-messages.ts';
import type { MessageWorker, RunWorker } from '../../../runtime/running/run-program.ts';
import { openWorker } from '../open-worker.ts';
import { helpWorkers, startRunWorker } from '../page-workers.ts';
import { maybeRewritingVersion } from '../site-files.ts';

/** Workers that prepare modules and then run programs. */
export interface PageRunWorkers extends ModulePreparer {
  readonly create: () => RunWorker;
  /** Starts a worker for the next program, unless a worker is already waiting. */
  prepare(): void;
  /** Creates a fresh worker for the many runs of a Reference core. */
  readonly createReference: () => ReferenceWorker;
}

/**
 * Opens the workers; `start` starts their script. A worker that has prepared a module runs the next program, because
 * it is already loaded.
 */
export function openPageRunWorkers(start: () => Worker = startRunWorker): PageRunWorkers {
  type PreparingWorker = RunWorker & Pick<MessageWorker<PrepareRequest, PrepareAnswer>, 'post' | 'onMessage'>;
  const spare: PreparingWorker[] = [];
  const open = (): PreparingWorker => spare.pop() ?? (openWorker(start) as PreparingWorker);
  const keepSpare = (worker: PreparingWorker) => {
    worker.onFailure(() => {
      if (spare.includes(worker)) spare.splice(spare.indexOf(worker), 1);
    });
    spare.push(worker);
  };
  const prepare = async (request: Omit<PrepareRequest, 'kind'>) => {
    const worker = open();
    const answer = await new Promise<PrepareAnswer>((resolve, reject) => {
      worker.onMessage((message: PrepareAnswer | RunMessage) => {
        if (message.kind === 'prepared' || message.kind === 'not-prepared') resolve(message);
      });
      worker.onFailure((reason) => {
        worker.terminate();
        reject(new HazeError('run-failed', `The worker that runs programs has exited: ${reason}.`));
      });
      worker.post({ kind: 'prepare', ...request });
    });
    keepSpare(worker);
    if (answer.kind === 'not-prepared') throw HazeError.fromJSON(answer.error);
    return answer;
  };
  return {
    create: helpWorkers(open, start),
    prepare: () => {
      if (spare.length === 0) keepSpare(openWorker(start) as PreparingWorker);
    },
    createReference: () => openWorker(start),
    version: maybeRewritingVersion(),
    rewrite: async (linked) => (await prepare({ linked })).module,
    rewriteWithPlaces: async (linked) => (await prepare({ linked, marksPlaces: true })).module,
    findOriginals: async ({ linked, marksPlaces = false }, codeOffsets) =>
      (await prepare({ linked, marksPlaces, codeOffsets })).originals,
  };
}
