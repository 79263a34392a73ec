// Runs the programs in a self-contained file, which contains kernels, the worker's script and modules. The file
// contains no compiler, so an edited program is rejected.
import { HazeError } from '../../../errors/haze-error.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { createEngine } from '../../../program/engine.ts';
import { readPageModule } from '../../../program/modules/page-module.ts';
import { createPrebuiltCompiler } from '../../../program/modules/prebuilt-compiler.ts';
import type { ProgramCompiler } from '../../../program/program-compiler.ts';
import type { ProgramRunner } from '../program-messages.ts';
import { createPageProgramRunner } from '../program-runner.ts';
import { openPageRunWorkers } from './module-workers.ts';
import { unpackModule } from './unpack-module.ts';

/** The file's parts, each compressed with gzip. */
export interface FileParts {
  /** Script of the worker that runs the programs. */
  readonly worker: Uint8Array;
  readonly kernels: Uint8Array;
  readonly modules: readonly Uint8Array[];
}

/** Placeholder compiler that rejects all work. `faults` contains a message for each unusable module. */
function openNoCompiler(faults: readonly string[]): ProgramCompiler {
  const refuse = async (): Promise<never> => {
    const message = 'This file has no compiler, so it can only run its programs unchanged.';
    throw new HazeError('not-supported', [message, ...faults.slice(0, 1)].join(' '));
  };
  return { build: refuse, rewrite: refuse, placeOf: refuse, placesOf: refuse };
}

/** Opens the file's runner. A damaged module affects only its own program. */
export async function openFileRunner({ worker, kernels, modules }: FileParts): Promise<ProgramRunner> {
  const script = new Blob([(await unpackModule(worker)) as BlobPart], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  const workers = openPageRunWorkers(() => new Worker(address));
  const faults: string[] = [];
  const compiler = createPrebuiltCompiler(openNoCompiler(faults), workers);
  for (const module of modules) {
    try {
      compiler.add(readPageModule(await unpackModule(module)));
    } catch (error) {
      faults.push(messageOf(error));
    }
  }
  const engine = createEngine({
    compiler,
    kernels: async () => WebAssembly.compile((await unpackModule(kernels)) as BufferSource),
    createRunWorker: workers.create,
    createReferenceWorker: workers.createReference,
    parallelism: navigator.hardwareConcurrency ?? 2,
  });
  return createPageProgramRunner(engine);
}
