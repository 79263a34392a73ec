// Workers that run programs. A run with many lanes gets a helper (run-help.ts) if two processors are faster than one.
// The first such run loads the helper code.
import { countLanes } from '../../uncertainty/core/core-spec.ts';
import { LEAST_SHARED_LANES } from '../../uncertainty/kernels/least-lanes.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';
import { mayShareMemory } from '../output/output-ring.ts';
import type { HelpTools } from './help-tools.ts';
import type { RunHelp } from './run-help.ts';
import type { RunWorker } from './run-program.ts';

/**
 * Creates workers whose runs have a helper if that makes them faster. Results with and without a helper are
 * bit-identical.
 */
export function withHelper(createWorker: () => RunWorker, tools: HelpTools): () => RunWorker {
  let shared: Promise<SharedModule> | undefined;
  const loadShared = () => {
    shared ??= tools.loadShared();
    return shared;
  };
  return () => {
    const worker = createWorker();
    let help: Promise<RunHelp> | undefined;
    let isEnded = false;
    return {
      post(message) {
        if (message.kind !== 'start') return worker.post(message);
        const isWorthIt = countLanes(message.core) >= LEAST_SHARED_LANES && tools.countProcessors() > 1;
        if (!isWorthIt || !mayShareMemory()) return worker.post(message);
        help ??= import('./run-help.ts').then(({ RunHelp }) => new RunHelp(worker, { ...tools, loadShared }));
        void help
          .then((opened) => opened.join(message))
          // Only helpers need these kernels, so if loading fails, the run continues without a helper.
          .catch(() => message)
          .then((joined) => isEnded || worker.post(joined));
      },
      onMessage: (listener) => worker.onMessage(listener),
      onFailure: (listener) => worker.onFailure(listener),
      terminate() {
        isEnded = true;
        worker.terminate();
        void help?.then((opened) => opened.close()).catch(() => undefined);
      },
    };
  };
}
