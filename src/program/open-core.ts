// Tools for a single run in this process, in particular its workers, which later passes over its draws reuse.
import { KeptWorkers } from '../reference/crew/kept-workers.ts';
import { runReference } from '../reference/crew/run-reference.ts';
import { type RunWorker, runProgram } from '../runtime/running/run-program.ts';
import type { EngineParts } from './engine-parts.ts';
import type { CoreTools } from './run-on-core.ts';

/** Performs work with a run's tools, then terminates the run's workers. */
export type UseCore = <Result>(
  parts: EngineParts,
  work: (tools: CoreTools) => Promise<Result>,
  createRunWorker?: () => RunWorker,
) => Promise<Result>;

/** Creates a `UseCore` for these kernels. */
export function useCoreWith(kernels: WebAssembly.Module): UseCore {
  return (parts, work, createRunWorker) => {
    const { compiler, createReferenceWorker, parallelism } = parts;
    const workers = new KeptWorkers(createReferenceWorker);
    const createWorker = createRunWorker ?? workers.lend(parts.createRunWorker);
    return work({
      rewrite: (linked) => compiler.rewrite(linked),
      run: (request) => runProgram(request, { kernels, createWorker }),
      runReference: (request) =>
        runReference(request, { kernels, createWorker: workers.createWorker, parallelism }),
      kernels: () => kernels,
      placeOf: (trap, signal) => compiler.placeOf(trap, signal),
      placesOf: (...wish) => compiler.placesOf(...wish),
    }).finally(() => workers.close());
  };
}
