// The worker's side of compile-client.ts: keeps the compiler loaded, builds and rewrites one request after another.
// Pages and Node differ only in how messages travel and where compiler and guest runtime come from.
import { type BuildOutput, makeRunnable } from '../program/built-program.ts';
import { findPlaces } from '../program/place-trace.ts';
import { maybeTrapPlace } from '../program/trap-place.ts';
import { rewriteProgram } from '../runtime/rewrite-program.ts';
import { createOneAtATime } from '../store/one-at-a-time.ts';
import { buildProgram } from '../toolchain/build-program.ts';
import type { BuildContext, BuildRequest, BuildResult } from '../toolchain/build-result.ts';
import type { Clang, LoadProgress } from '../toolchain/clang.ts';
import { createClangCompiler } from '../toolchain/clang-compiler.ts';
import type { Compiler, CompileUnit } from '../toolchain/compiler.ts';
import { createFortranCompiler } from '../toolchain/fortran-compiler.ts';
import type { GuestRuntime } from '../toolchain/guest-runtime.ts';
import type { FileContent } from '../toolchain/source-files.ts';
import type { ForeignToolchain } from '../toolchain/toolchain-choice.ts';
import { AskedBytes, toPlainError } from './byte-questions.ts';
import { type CompileWorker, createCompileClient } from './compile-client.ts';
import type { CompileAnswers, CompileMessage, CompileOrder, CompileRequest } from './compile-messages.ts';
import { LayeredObjectCache } from './layered-object-cache.ts';
import { loadPatiently } from './load-patiently.ts';
import { MemoryObjectCache } from './memory-object-cache.ts';
import { ParallelCompiler } from './parallel-compiler.ts';

/** The worker's surroundings. */
export interface CompilePort {
  post(message: CompileMessage): void;
  loadGuestRuntime(): Promise<GuestRuntime>;
  loadClang(onProgress: (progress: LoadProgress) => void): Promise<Clang>;
  /** Loads a compiler from elsewhere. @throws HazeError where that cannot be */
  openToolchain(toolchain: ForeignToolchain, guest: GuestRuntime): Promise<Compiler>;
  /** Fetches what the other functions need, and loads none of it. */
  download(onProgress: (progress: LoadProgress) => void): Promise<void>;
  /** Workers that compile beside this one, made from the same script. */
  readonly helpers: { readonly create: () => CompileWorker; readonly count: number };
}

/** The account of programs that are built once more for the line of a trap. */
const PLACES = 'places';

class CompileServer {
  readonly #port: CompilePort;
  /** Objects that the executor keeps. */
  readonly kept: AskedBytes;
  readonly #cache = new MemoryObjectCache();
  #files: CompileUnit['files'] = new Map();
  /** Sources that came before their builds. */
  readonly #parts = new Map<number, Map<string, FileContent>>();
  #clang: Promise<Clang> | undefined;
  #guest: Promise<GuestRuntime> | undefined;
  /** Builds fail with it when it cannot be loaded, rather than with another compiler than was chosen. */
  #foreign: Promise<Compiler> | undefined;

  constructor(port: CompilePort) {
    this.#port = port;
    this.kept = new AskedBytes((question) => port.post(question));
  }

  readonly #reportLoading = ({ doneBytes, totalBytes }: LoadProgress): void =>
    this.#port.post({ kind: 'loading', doneBytes, totalBytes });

  async answer(request: CompileRequest): Promise<CompileAnswers[keyof CompileAnswers]> {
    switch (request.kind) {
      case 'version':
        return this.#version();
      case 'warm':
        await Promise.all([this.#loadClang(), this.#loadGuest()]);
        return undefined;
      case 'download':
        await this.#port.download(this.#reportLoading);
        return undefined;
      case 'toolchain':
        this.#foreign = request.toolchain && this.#openToolchain(request.toolchain);
        await this.#foreign;
        return undefined;
      case 'build':
        return this.#build(request.isInParts ? this.#withParts(request) : request);
      case 'open-files':
        this.#files = request.files;
        await Promise.all([this.#loadClang(), this.#loadGuest()]);
        return undefined;
      case 'compile':
        return (await this.#createCompiler()).compile({ ...request.unit, files: this.#files });
      case 'rewrite':
        return rewriteProgram(request.module).module;
      case 'place':
        return maybeTrapPlace(await this.#loadClang(), request.trap, (wanted) => {
          this.#port.post({ kind: 'working', id: request.id });
          return this.#link(wanted, { objects: this.#cache, account: PLACES });
        });
      case 'places':
        return findPlaces(await this.#loadClang(), request.program, request.codeOffsets, (wanted) => {
          this.#port.post({ kind: 'working', id: request.id });
          return this.#link(wanted, { objects: this.#cache, account: PLACES });
        });
    }
  }

  /** Keeps sources of a build that is to come. */
  addPart({ id, files }: CompileOrder & { kind: 'part' }): void {
    const known = this.#parts.get(id) ?? new Map<string, FileContent>();
    for (const [path, content] of files) known.set(path, content);
    this.#parts.set(id, known);
  }

  #withParts(build: CompileRequest & { kind: 'build' }): CompileRequest & { kind: 'build' } {
    const sources = this.#parts.get(build.id) ?? new Map<string, FileContent>();
    this.#parts.delete(build.id);
    return { ...build, request: { ...build.request, sources } };
  }

  async #version(): Promise<string> {
    const tools = (await loadPatiently(() => import('@yowasp/clang'))) as unknown as {
      readonly version: string;
    };
    const own = `clang ${tools.version}, runtime ${(await this.#loadGuest()).version}`;
    const foreign = await this.#foreign;
    return foreign ? `${foreign.version}, ${own}` : own;
  }

  async #build({ id, request, account, isKept }: CompileRequest & { kind: 'build' }): Promise<BuildOutput> {
    await Promise.all([this.#loadClang(), this.#loadGuest()]);
    this.#port.post({ kind: 'working', id });
    const objects = isKept ? new LayeredObjectCache(this.#cache, this.kept) : this.#cache;
    const onProgress = (progress: { done: number; total: number; source: string }) =>
      this.#port.post({ kind: 'progress', id, ...progress });
    return makeRunnable(
      await this.#link(request, { objects, account }, onProgress),
      request.forWatching ?? false,
    );
  }

  async #link(
    request: BuildRequest,
    cache: NonNullable<BuildContext['cache']>,
    onProgress?: BuildContext['onProgress'],
  ): Promise<BuildResult> {
    const [clang, guest] = await Promise.all([this.#loadClang(), this.#loadGuest()]);
    const { helpers } = this.#port;
    const parallel = new ParallelCompiler(createClangCompiler(clang, guest, this.#cache), {
      create: () => createCompileClient({ createWorker: helpers.create }),
      count: helpers.count,
    });
    const foreign = await this.#foreign;
    const compilers = [
      ...(foreign ? [foreign] : []),
      createFortranCompiler(clang, guest, loadPatiently),
      parallel,
    ];
    try {
      return await buildProgram(request, {
        ...{ clang, guest, compilers, cache },
        ...(onProgress && { onProgress }),
      });
    } finally {
      parallel.close();
    }
  }

  async #createCompiler(): Promise<Compiler> {
    return createClangCompiler(await this.#loadClang(), await this.#loadGuest(), this.#cache);
  }

  async #openToolchain(toolchain: ForeignToolchain): Promise<Compiler> {
    return this.#port.openToolchain(toolchain, await this.#loadGuest());
  }

  // What could not be loaded, because the network was away perhaps, is tried again the next time.
  #loadClang(): Promise<Clang> {
    this.#clang ??= this.#port.loadClang(this.#reportLoading).catch((error: unknown) => {
      this.#clang = undefined;
      throw error;
    });
    return this.#clang;
  }

  #loadGuest(): Promise<GuestRuntime> {
    this.#guest ??= this.#port.loadGuestRuntime().catch((error: unknown) => {
      this.#guest = undefined;
      throw error;
    });
    return this.#guest;
  }
}

/** Makes what takes the messages to the worker. */
export function serveCompile(port: CompilePort): (order: CompileOrder) => void {
  const server = new CompileServer(port);
  const oneAtATime = createOneAtATime();
  return (order) => {
    // What was asked for is part of the request that is worked on.
    if (order.kind === 'told' || order.kind === 'told-failure') {
      server.kept.receive(order);
      return;
    }
    if (order.kind === 'part') {
      server.addPart(order);
      return;
    }
    const { id } = order;
    oneAtATime(() => server.answer(order)).then(
      (value) => port.post({ kind: 'answer', id, value }),
      (error: unknown) => port.post({ kind: 'failure', id, error: toPlainError(error) }),
    );
  };
}
