// Runs programs of a file that has all of it: kernels, the worker's script, modules. There is no compiler: a changed
// program is refused.
import { HazeError } from '../../../errors/haze-error.ts';
import { createEngine } from '../../../program/engine.ts';
import { readPageModule } from '../../../program/modules/page-module.ts';
import { createPrebuiltCompiler } from '../../../program/modules/prebuilt-compiler.ts';
import type { ProgramCompiler } from '../../../program/program-compiler.ts';
import type { ProgramRunner } from '../program-messages.ts';
import { createPageProgramRunner } from '../program-runner.ts';
import { openPageRunWorkers } from './module-workers.ts';
import { unpackModule } from './unpack-module.ts';

/** Parts of the file, each packed with gzip. */
export interface FileParts {
  /** Script of the worker that runs programs. */
  readonly worker: Uint8Array;
  readonly kernels: Uint8Array;
  readonly modules: readonly Uint8Array[];
}

async function refuse(): Promise<never> {
  throw new HazeError(
    'not-supported',
    'This file has no compiler, so it runs its programs only as they were when it was made.',
  );
}

const NO_COMPILER: ProgramCompiler = { build: refuse, rewrite: refuse, placeOf: refuse, placesOf: refuse };

/** @throws HazeError `malformed-module`, `other-contract` for a damaged file */
export async function openFileRunner({ worker, kernels, modules }: FileParts): Promise<ProgramRunner> {
  const script = new Blob([(await unpackModule(worker)) as BlobPart], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  const workers = openPageRunWorkers(() => new Worker(address));
  const compiler = createPrebuiltCompiler(NO_COMPILER, workers);
  for (const module of modules) compiler.add(readPageModule(await unpackModule(module)));
  const engine = createEngine({
    compiler,
    kernels: async () => WebAssembly.compile((await unpackModule(kernels)) as BufferSource),
    createRunWorker: workers.create,
    createReferenceWorker: workers.createReference,
    parallelism: navigator.hardwareConcurrency ?? 2,
  });
  return createPageProgramRunner(engine);
}
