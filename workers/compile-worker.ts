// Entry of the worker that builds programs, in a page.

import { openWorker, sayLoaded } from '../src/client/program/open-worker.ts';
import {
  loadPageClang,
  openToolchainFiles,
  wasmerSdkUrl,
} from '../src/client/program/toolchain/page-toolchain.ts';
import type { CompileHost } from '../src/jobs/compile-service.ts';
import { loadPatiently } from '../src/jobs/load-patiently.ts';
import { countHelpers } from '../src/jobs/parallel-compiler.ts';
import { serveWorker } from '../src/jobs/remote.ts';
import { type CompileSurroundings, createCompileService } from '../src/jobs/serve-compile.ts';
import { parseGuestRuntime } from '../src/toolchain/guest-runtime-json.ts';

/** What browsers tell of memory, in GiB and rounded; those that tell nothing run on computers mostly. */
const USUAL_MEMORY = 8;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const files = openToolchainFiles();
const tools: CompileSurroundings = {
  loadGuestRuntime: async () => parseGuestRuntime(await (await files.open('guest.json')).text()),
  loadClang: (onProgress) => loadPageClang(files, { onProgress }),
  openToolchain: async (toolchain, guest) => {
    const { openWasmerCompiler } = await loadPatiently(
      () => import('../src/client/program/toolchain/wasmer-compiler.ts'),
    );
    return openWasmerCompiler(toolchain, { sdkUrl: wasmerSdkUrl(), guest });
  },
  download: (onProgress) => files.download({ onProgress }),
  helpers: {
    create: () => openWorker(() => new Worker(scope.location.href, { type: 'module' })),
    count: countHelpers(
      navigator.hardwareConcurrency ?? 1,
      ((navigator as { deviceMemory?: number }).deviceMemory ?? USUAL_MEMORY) * 1024 ** 3,
    ),
  },
};
serveWorker(scope, (host: CompileHost) => createCompileService(tools, host));
sayLoaded(scope);
