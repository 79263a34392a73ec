// The worker's side of compile-client.ts: keeps the compiler loaded, and builds and rewrites one request after another.
// Pages and Node differ only in how they send messages and in where they get the compiler and guest runtime.
import { loadOnce } from '../../errors/load-once.ts';
import { type BuildOutput, makeRunnable } from '../../program/built-program.ts';
import { findPlaces, type PlacedProgram } from '../../program/places/find-places.ts';
import type { Trap } from '../../program/places/trap.ts';
import { maybeTrapPlace } from '../../program/places/trap-place.ts';
import { rewriteProgram } from '../../runtime/preparing/rewrite-program.ts';
import { createOneAtATime } from '../../store/contract/one-at-a-time.ts';
import { buildProgram } from '../../toolchain/building/build-program.ts';
import type { BuildContext, BuildRequest, BuildResult } from '../../toolchain/building/build-result.ts';
import { checkSource, type SourceCheck } from '../../toolchain/building/check-source.ts';
import type { ForeignToolchain } from '../../toolchain/building/toolchain-choice.ts';
import { AskedHeaders } from '../../toolchain/clang/asked-headers.ts';
import type { Clang, LoadProgress } from '../../toolchain/clang/clang.ts';
import { createClangCompiler } from '../../toolchain/clang/clang-compiler.ts';
import { createFortranCompiler } from '../../toolchain/fortran/fortran-compiler.ts';
import type { CompileResult, Compiler, CompileUnit } from '../../toolchain/sources/compiler.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import type { GuestRuntime } from '../../toolchain/sources/guest-runtime.ts';
import { type Language, maybeLanguageOfPath } from '../../toolchain/sources/language.ts';
import type { FileContent } from '../../toolchain/sources/source-files.ts';
import type { FileSlice } from '../records/file-slices.ts';
import type { RemoteWorker } from '../records/remote.ts';
import { CompileClient } from './compile-client.ts';
import type { BuildOwner, CompileHost, CompileService, KeptKind } from './compile-service.ts';
import { LayeredObjectCache } from './layered-object-cache.ts';
import { loadInTime } from './load-in-time.ts';
import { type KeptEntry, MemoryObjectCache } from './memory-object-cache.ts';
import { ParallelCompiler } from './parallel-compiler.ts';

/** The worker's surroundings. */
export interface CompileSurroundings {
  loadGuestRuntime(): Promise<GuestRuntime>;
  loadClang(onProgress: (progress: LoadProgress) => void): Promise<Clang>;
  /** Loads another compiler. @throws HazeError if that fails */
  openToolchain(toolchain: ForeignToolchain, guest: GuestRuntime): Promise<Compiler>;
  /** Downloads the files of the remaining functions without loading them. */
  download(onProgress: (progress: LoadProgress) => void): Promise<void>;
  /** Tools that only some builds need. Undefined if all of them are on this machine. */
  readonly rest?: RestOfTools;
  /** Workers that compile in parallel with this worker, created from the same script. */
  readonly helpers: { readonly create: () => RemoteWorker; readonly count: number };
  /** Frees memory left behind by the tools' runs; called when idle. Undefined if `measure` frees it. */
  readonly tidy?: () => void;
  /**
   * Makes the engine cache the compiler's machine code for the next visit. Called once, after the whole compiler has
   * been downloaded.
   */
  readonly keepCompiled?: (buildC: (text: string) => Promise<unknown>) => Promise<void>;
  /** True to precompile headers while idle: useful if the same program is built again and again. */
  readonly makesHeadersLater?: boolean;
  /**
   * Memory that this worker holds, measured after freeing memory if it exceeds `mostBytes`. Undefined if the engine
   * cannot measure memory.
   */
  readonly measure?: (mostBytes: number) => Promise<number>;
}

export interface RestOfTools {
  /** Downloads the tools without loading them. */
  download(): Promise<void>;
  /** Downloads the tools that only programs in this language need, after the tools that every build needs. */
  downloadFor(language: Language): Promise<void>;
  /** Downloads the tools that precompile headers for later C++ builds. */
  downloadForHeaders(): Promise<void>;
  /** Idle time before the worker prepares for later builds; undefined for never. */
  readonly idleMs: number | undefined;
}

function listLanguages({ sources, only, language }: BuildRequest): Set<Language> {
  if (language !== undefined) return new Set([language]);
  const paths = only ?? (sources instanceof Map ? [...sources.keys()] : Object.keys(sources));
  return new Set(paths.flatMap((path) => maybeLanguageOfPath(path) ?? []));
}

/** Pause after a build or a check before freeing memory; a slow engine may still be busy with the results. */
const TIDY_MS = 1500;

/** Account for programs that are rebuilt to find the line of a trap. */
const PLACES = 'places';

class CompileServer implements CompileService {
  readonly #tools: CompileSurroundings;
  readonly #host: CompileHost;
  readonly #inTurn = createOneAtATime();
  readonly #cache = new MemoryObjectCache();
  #files: CompileUnit['files'] = new Map();
  /** Sources that arrived ahead of their builds. */
  readonly #sources = new Map<number, Map<string, FileContent>>();
  #isLoaded = false;
  #hasKept = false;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #tidyTimer: ReturnType<typeof setTimeout> | undefined;
  /** Headers that were not precompiled for the latest build. */
  #asked = new AskedHeaders();
  readonly #loadClang = loadOnce(async () => {
    const clang = await this.#tools.loadClang(this.#reportLoading);
    this.#isLoaded = true;
    return clang;
  });
  readonly #loadGuest = loadOnce(() => this.#tools.loadGuestRuntime());
  /** The chosen compiler. If it cannot be loaded, builds fail instead of using another compiler. */
  #foreign: Promise<Compiler> | undefined;

  constructor(tools: CompileSurroundings, host: CompileHost) {
    this.#tools = tools;
    this.#host = host;
  }

  version(): Promise<string> {
    return this.#inTurn(async () => {
      // Downloads the tools for the coming build while the runtime is being read. The build reports download errors.
      void this.#tools.download(this.#reportLoading).catch(() => undefined);
      const tools = (await loadInTime(() => import('@yowasp/clang'))) as unknown as {
        readonly version: string;
      };
      const own = `clang ${tools.version}, runtime ${(await this.#loadGuest()).version}`;
      const foreign = await this.#foreign;
      return foreign ? `${foreign.version}, ${own}` : own;
    });
  }

  async warm(forCxx = false): Promise<void> {
    // A build that starts in the meantime does not wait for the downloads.
    const parts = forCxx ? this.#downloadForHeaders() : undefined;
    await Promise.all([this.#inTurn(() => this.#loadOwn()), parts]).finally(() => this.#awaitIdleness());
  }

  /** Downloads the tools for C++ and its headers; if downloads should be kept small, downloads only the tools. */
  async #downloadForHeaders(): Promise<void> {
    const { rest } = this.#tools;
    await rest?.downloadFor('C++');
    if (rest?.idleMs !== undefined) await rest.downloadForHeaders();
  }

  download(): Promise<void> {
    return this.#inTurn(() => this.#tools.download(this.#reportLoading));
  }

  // A build that starts in the meantime does not wait for the download.
  async downloadRest(): Promise<void> {
    await this.#tools.rest?.download();
  }

  #endIdleness(): void {
    clearTimeout(this.#restTimer);
    clearTimeout(this.#tidyTimer);
  }

  /**
   * Prepares for later builds after this worker has been idle for a while. Downloads nothing that only other
   * languages need.
   */
  #awaitIdleness(): void {
    this.#endIdleness();
    this.#tidyLater();
    const { rest } = this.#tools;
    if (rest?.idleMs === undefined) return;
    // Ignores errors: if the network is down, the next build or run that needs the tools retries.
    this.#restTimer = setTimeout(
      () =>
        tell(
          (this.#asked.size > 0 ? rest.downloadForHeaders() : Promise.resolve())
            .then(() => this.#useRest())
            .finally(() => this.#tidyLater()),
        ),
      rest.idleMs,
    );
  }

  async #useRest(): Promise<void> {
    await this.#keepCompiled();
    await this.#makeHeaders(true);
  }

  async #keepCompiled(): Promise<void> {
    const { keepCompiled } = this.#tools;
    if (!keepCompiled || !this.#isLoaded || this.#hasKept) return;
    this.#hasKept = true;
    const buildC = async (text: string) => {
      const [clang, guest] = await Promise.all([this.#loadClang(), this.#loadGuest()]);
      return buildProgram({ sources: { 'main.c': text } }, { clang, guest });
    };
    await this.#inTurn(() => keepCompiled(buildC)).catch(() => undefined);
  }

  #tidyLater(): void {
    clearTimeout(this.#tidyTimer);
    if (!this.#tools.tidy && this.#asked.size === 0) return;
    this.#tidyTimer = setTimeout(() => tell(this.#makeHeaders(false).finally(() => this.#tidy())), TIDY_MS);
  }

  // Waits in the queue, so that it never runs at the same time as a tool.
  async #tidy(): Promise<void> {
    const { tidy } = this.#tools;
    if (tidy) await this.#inTurn(async () => tidy());
  }

  /**
   * Precompiles headers that the last build lacked. If `waits` is true, the whole compiler is already stored, and is
   * loaded for this purpose.
   */
  async #makeHeaders(waits: boolean): Promise<void> {
    if (this.#asked.size > 0) await this.#inTurn(() => this.#asked.makeAll({ waits }));
  }

  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void> {
    return this.#inTurn(async () => {
      this.#foreign = toolchain && this.#openToolchain(toolchain);
      await this.#foreign;
    });
  }

  async addSources(id: number, files: FileSlice): Promise<void> {
    const known = this.#sources.get(id) ?? new Map<string, FileContent>();
    for (const [path, content] of files) known.set(path, content);
    this.#sources.set(id, known);
  }

  build(id: number, request: BuildRequest, { account, kept }: BuildOwner): Promise<BuildOutput> {
    const sources = this.#sources.get(id) ?? request.sources;
    this.#sources.delete(id);
    // Starts this download now: otherwise, the compiler would discover only halfway through its work that these tools
    // are missing. The compiler also reports download errors.
    for (const language of listLanguages({ ...request, sources }))
      void this.#tools.rest?.downloadFor(language).catch(() => undefined);
    this.#endIdleness();
    return this.#inTurn(async () => {
      await this.#loadOwn();
      tell(this.#host.onWorking(id));
      const objects = new LayeredObjectCache(this.#cache, this.#host, kept);
      const linked = await this.#link({ ...request, sources }, { objects, account }, (progress) =>
        tell(this.#host.onProgress(id, progress)),
      );
      return makeRunnable(linked, request.forWatching ?? false);
    }).finally(() => this.#awaitIdleness());
  }

  openFiles(files: CompileUnit['files']): Promise<void> {
    return this.#inTurn(async () => {
      this.#files = files;
      await this.#loadOwn();
    });
  }

  compile(unit: Omit<CompileUnit, 'files'>): Promise<CompileResult> {
    return this.#inTurn(async () => {
      const compiler = createClangCompiler(await this.#loadClang(), await this.#loadGuest(), this.#cache);
      return compiler.compile({ ...unit, files: this.#files });
    });
  }

  // A check never loads clang, and another compiler's messages would differ.
  check(check: SourceCheck, kept: readonly KeptKind[]): Promise<readonly Diagnostic[] | undefined> {
    clearTimeout(this.#tidyTimer);
    return this.#inTurn(async () => {
      if (this.#foreign) return undefined;
      const forC = this.#isLoaded
        ? { clang: await this.#loadClang(), guest: await this.#loadGuest() }
        : undefined;
      const cache = new LayeredObjectCache(this.#cache, this.#host, kept);
      return checkSource({ forC, cache, loadPart: loadInTime }, check);
    }).finally(() => this.#tidyLater());
  }

  rewrite(module: Uint8Array): Promise<Uint8Array> {
    return this.#inTurn(async () => rewriteProgram(module).module);
  }

  measure(mostBytes: number): Promise<number | undefined> {
    return this.#inTurn(async () => this.#tools.measure?.(mostBytes));
  }

  async listKept(): Promise<readonly KeptEntry[]> {
    return this.#cache.entries();
  }

  async keep(entries: readonly KeptEntry[]): Promise<void> {
    for (const [key, bytes] of entries) await this.#cache.put(key, bytes);
  }

  placeOf(id: number, trap: Trap): Promise<string | undefined> {
    return this.#inTurn(async () => maybeTrapPlace(await this.#loadClang(), trap, this.#buildForPlaces(id)));
  }

  placesOf(id: number, program: PlacedProgram, codeOffsets: readonly number[]) {
    return this.#inTurn(async () =>
      findPlaces(await this.#loadClang(), program, codeOffsets, this.#buildForPlaces(id)),
    );
  }

  #buildForPlaces(id: number): (request: BuildRequest) => Promise<BuildResult> {
    return (request) => {
      tell(this.#host.onWorking(id));
      return this.#link(request, { objects: this.#cache, account: PLACES });
    };
  }

  readonly #reportLoading = ({ doneBytes, totalBytes }: LoadProgress): void =>
    tell(this.#host.onLoading({ doneBytes, totalBytes }));

  async #link(
    request: BuildRequest,
    cache: NonNullable<BuildContext['cache']>,
    onProgress?: BuildContext['onProgress'],
  ): Promise<BuildResult> {
    const [clang, guest] = await Promise.all([this.#loadClang(), this.#loadGuest()]);
    const { helpers, makesHeadersLater } = this.#tools;
    this.#asked = new AskedHeaders();
    const asked = makesHeadersLater ? this.#asked : undefined;
    const parallel = new ParallelCompiler(createClangCompiler(clang, guest, cache.objects, asked), {
      create: () => new CompileClient({ createWorker: helpers.create }),
      count: helpers.count,
    });
    const foreign = await this.#foreign;
    const compilers = [
      ...(foreign ? [foreign] : []),
      createFortranCompiler(clang, guest, { loadPart: loadInTime, forC: parallel }),
      parallel,
    ];
    try {
      return await buildProgram(request, {
        clang,
        guest,
        compilers,
        cache,
        ...(onProgress && { onProgress }),
      });
    } finally {
      parallel.close();
    }
  }

  async #openToolchain(toolchain: ForeignToolchain): Promise<Compiler> {
    return this.#tools.openToolchain(toolchain, await this.#loadGuest());
  }

  async #loadOwn(): Promise<void> {
    await Promise.all([this.#loadClang(), this.#loadGuest()]);
  }
}

/** Reports to the executor without waiting for its response. */
function tell(told: Promise<unknown>): void {
  told.catch(() => undefined);
}

/** Creates the service of a compile worker. */
export function createCompileService(tools: CompileSurroundings, host: CompileHost): CompileService {
  return new CompileServer(tools, host);
}
