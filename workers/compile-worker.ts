// Entry point of a page's worker that builds programs.

import { openWorker } from '../src/client/program/open-worker.ts';
import { sayLoaded } from '../src/client/program/say-loaded.ts';
import { collectUnused } from '../src/client/program/toolchain/collect-unused.ts';
import { keepCompiled } from '../src/client/program/toolchain/keep-compiled.ts';
import {
  loadPageClang,
  loadPageGuest,
  openToolchainFiles,
  wasmerSdkUrl,
} from '../src/client/program/toolchain/page-toolchain.ts';
import type { CompileHost } from '../src/jobs/compiling/compile-service.ts';
import { loadInTime } from '../src/jobs/compiling/load-in-time.ts';
import { countHelpers } from '../src/jobs/compiling/parallel-compiler.ts';
import { type CompileSurroundings, createCompileService } from '../src/jobs/compiling/serve-compile.ts';
import { serveWorker } from '../src/jobs/records/remote.ts';
import type { FileGroup } from '../src/toolchain/sources/file-list.ts';
import type { Language } from '../src/toolchain/sources/language.ts';

/** Memory in GiB, assumed if the browser does not report it: such browsers mostly run on desktop computers. */
const USUAL_MEMORY = 8;

/** Idle time after the first value has been shown. */
const IDLE_MS = 5000;

/** Groups of files that each program in a language needs, in addition to the files for all programs. */
const GROUPS: Readonly<Partial<Record<Language, readonly FileGroup[]>>> = {
  'C++': ['C++ library', 'C++', 'shared'],
  Fortran: ['Fortran library'],
};

const { deviceMemory = USUAL_MEMORY, connection } = navigator as {
  readonly deviceMemory?: number;
  readonly connection?: { readonly saveData?: boolean };
};
const scope = self as unknown as DedicatedWorkerGlobalScope;
const files = openToolchainFiles({ takePiece: (name) => host.takePiece(name) });
const tools: CompileSurroundings = {
  loadGuestRuntime: () => loadPageGuest(files),
  loadClang: (onProgress) => loadPageClang(files, { onProgress }),
  openToolchain: async (toolchain, guest) => {
    const { openWasmerCompiler } = await loadInTime(
      () => import('../src/client/program/toolchain/wasmer-compiler.ts'),
    );
    return openWasmerCompiler(toolchain, { sdkUrl: wasmerSdkUrl(), guest });
  },
  download: (onProgress) => files.download({ onProgress }),
  // If the browser's data saver is on, tools for headers are loaded only when the first build needs them.
  rest: {
    download: () => files.downloadRest(),
    downloadFor: async (language) => {
      const groups = GROUPS[language] ?? [];
      if (groups.length === 0) return;
      await files.download();
      await Promise.all(groups.map((group) => files.download({ group })));
    },
    downloadForHeaders: () => files.download({ group: 'some' }),
    idleMs: connection?.saveData ? undefined : IDLE_MS,
  },
  tidy: collectUnused,
  makesHeadersLater: true,
  keepCompiled: (buildC) => keepCompiled(files, buildC),
  helpers: {
    create: () => openWorker(() => new Worker(scope.location.href, { type: 'module' })),
    count: countHelpers(navigator.hardwareConcurrency ?? 1, deviceMemory * 1024 ** 3),
  },
};
const host = serveWorker(scope, (caller: CompileHost) => createCompileService(tools, caller));
sayLoaded(scope);
