// Services that a compile worker and its executor provide to each other. Calls go through remote.ts; the worker
// handles calls one after another.
import type { BuildOutput } from '../../program/built-program.ts';
import type { PlacedProgram } from '../../program/places/find-places.ts';
import type { Trap } from '../../program/places/trap.ts';
import type { BuildProgress, BuildRequest } from '../../toolchain/building/build-result.ts';
import type { SourceCheck } from '../../toolchain/building/check-source.ts';
import type { ForeignToolchain } from '../../toolchain/building/toolchain-choice.ts';
import type { LoadProgress } from '../../toolchain/clang/clang.ts';
import type { SourcePlace } from '../../toolchain/clang/source-place.ts';
import type { CompileResult, CompileUnit } from '../../toolchain/sources/compiler.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import type { FileSlice } from '../records/file-slices.ts';
import type { KeptEntry } from './memory-object-cache.ts';

/** Service provided by the worker. `id` identifies a call in the worker's reports. */
export interface CompileService {
  version(): Promise<string>;
  /**
   * Loads the compiler now, so that the first build need not wait; with `forCxx`, also downloads the tools that build
   * C++ and precompile its headers.
   */
  warm(forCxx?: boolean): Promise<void>;
  /** Downloads the tools that every build needs, and stores them for offline use. */
  download(): Promise<void>;
  /** Downloads the tools that only some builds need; builds can run at the same time. */
  downloadRest(): Promise<void>;
  /** Uses another compiler for all later builds; without an argument, uses Haze's own again. */
  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void>;
  /** Receives part of the sources of a later build, whose request omits these sources. */
  addSources(id: number, files: FileSlice): Promise<void>;
  build(id: number, request: BuildRequest, whose: BuildOwner): Promise<BuildOutput>;
  /** Receives the files of later units: a helper compiles many units of a program. */
  openFiles(files: CompileUnit['files']): Promise<void>;
  compile(unit: Omit<CompileUnit, 'files'>): Promise<CompileResult>;
  /** Diagnostics for a source, if the compiler is already loaded; the Fortran front end is loaded on demand. */
  check(check: SourceCheck, kept: readonly KeptKind[]): Promise<readonly Diagnostic[] | undefined>;
  rewrite(module: Uint8Array): Promise<Uint8Array>;
  /**
   * Number of bytes that the worker holds, after freeing memory if it holds more than `mostBytes`; undefined if its
   * engine cannot measure memory.
   */
  measure(mostBytes: number): Promise<number | undefined>;
  /** Objects and headers in the worker's memory, for a replacement worker. */
  listKept(): Promise<readonly KeptEntry[]>;
  keep(entries: readonly KeptEntry[]): Promise<void>;
  /** Source line at which a program trapped. */
  placeOf(id: number, trap: Trap): Promise<string | undefined>;
  /** Source locations of several instructions of a program. */
  placesOf(
    id: number,
    program: PlacedProgram,
    codeOffsets: readonly number[],
  ): Promise<readonly (readonly SourcePlace[])[]>;
}

/** Compiled objects, and precompiled library headers. */
export type KeptKind = 'objects' | 'headers';

/** Owner of cached objects, and the kinds of objects that the executor caches. */
export interface BuildOwner {
  readonly account: string;
  readonly kept: readonly KeptKind[];
}

/**
 * Service provided by the executor: its objects and headers by key, downloads that it has started, and progress
 * reports.
 */
export interface CompileHost {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** A chunk, by filename, of a download that the executor has started. */
  takePiece(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  onLoading(progress: LoadProgress): Promise<void>;
  /** Reports that the tools are loaded and work on the call begins. */
  onWorking(id: number): Promise<void>;
  onProgress(id: number, progress: BuildProgress): Promise<void>;
}
