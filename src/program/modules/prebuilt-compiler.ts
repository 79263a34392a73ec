// A compiler with some prebuilt programs: their builds use stored modules, and all other builds go to another
// compiler. If every program is prebuilt, the other compiler is never loaded.

import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { maybeOwnPlace } from '../../toolchain/clang/source-place.ts';
import type { PlacedProgram } from '../places/find-places.ts';
import type { ProgramCompiler } from '../program-compiler.ts';
import { findInTable } from './line-table.ts';
import { applyDelta } from './module-delta.ts';
import { isBuiltFrom, type PageModule } from './page-module.ts';

/** Prepares linked modules for running, outside the page's main thread. */
export interface ModulePreparer {
  /** The rewriter's version; rewritten forms made by the same version are identical. Undefined if it has no version. */
  readonly version: string | undefined;
  /** Returns the module with checks added. @throws HazeError if the module cannot be rewritten */
  rewrite(linked: Uint8Array): Promise<Uint8Array>;
  /** Returns the module with checks added, in a form that also records the locations of operations. */
  rewriteWithPlaces(linked: Uint8Array): Promise<Uint8Array>;
  /** Maps offsets in the rewritten form to offsets in the linked module; -1 if there is no counterpart. */
  findOriginals(program: PlacedProgram, codeOffsets: readonly number[]): Promise<readonly number[]>;
}

/** Functions for built modules. */
export type ModuleWork = Pick<ProgramCompiler, 'rewrite' | 'placeOf' | 'placesOf'>;

export interface PrebuiltModules extends ModuleWork {
  /** Adds a module to the prebuilt modules. */
  add(module: PageModule): void;
  /** The build's module, if it exists. */
  maybeFind(request: BuildRequest): PageModule | undefined;
}

/** Opens prebuilt modules, which need no compiler; `behind` handles all other modules. */
export function openPrebuiltModules(behind: ModuleWork, prepare: ModulePreparer): PrebuiltModules {
  const modules: PageModule[] = [];
  const rewritten = new Map<PageModule, Promise<Uint8Array>>();
  const rewrite = async ({ linked, rewritten: form }: PageModule) => {
    if (!form || form.version !== prepare.version) return prepare.rewrite(linked);
    try {
      return applyDelta(linked, form.delta);
    } catch {
      return prepare.rewrite(linked);
    }
  };
  const moduleOf = (linked: Uint8Array) => modules.find((one) => isEqual(one.linked, linked));
  const placesOf: ProgramCompiler['placesOf'] = async (program, codeOffsets) => {
    const { linked, isPlain = false } = program;
    const lines = moduleOf(linked)?.from.lines;
    if (!lines) return behind.placesOf(program, codeOffsets);
    return findInTable(lines, isPlain ? codeOffsets : await prepare.findOriginals(program, codeOffsets));
  };
  return {
    add: (module) => {
      const text = JSON.stringify(module.from);
      if (modules.every((one) => JSON.stringify(one.from) !== text)) modules.push(module);
    },
    maybeFind: (request) => modules.find((one) => isBuiltFrom(one, request)),
    rewrite: async (linked) => {
      const module = moduleOf(linked);
      if (!module) return behind.rewrite(linked);
      const ready = rewritten.get(module) ?? rewrite(module);
      rewritten.set(module, ready);
      ready.catch(() => rewritten.delete(module));
      return ready;
    },
    placeOf: async (trap, signal) => {
      const { codeOffsets, ...program } = trap;
      if (!moduleOf(trap.linked)?.from.lines) return behind.placeOf(trap, signal);
      const place = maybeOwnPlace((await placesOf(program, codeOffsets)).flat());
      return place && `${place.file}:${place.line}:${place.column}`;
    },
    placesOf,
  };
}

/** Finds a build's module elsewhere, such as on the page's site. */
export type ModuleSource = (request: BuildRequest) => Promise<PageModule | undefined>;

/** Creates a compiler that uses prebuilt modules. */
export function createPrebuiltCompiler(
  behind: ProgramCompiler,
  prepare: ModulePreparer,
  find?: ModuleSource,
): ProgramCompiler & Pick<PrebuiltModules, 'add'> {
  const modules = openPrebuiltModules(behind, prepare);
  return {
    ...modules,
    rewriteWithPlaces: (linked) => prepare.rewriteWithPlaces(linked),
    build: async (request, options) => {
      const module = modules.maybeFind(request) ?? (await find?.(request));
      if (!module) return behind.build(request, options);
      modules.add(module);
      const { linked, from } = module;
      const { log, diagnostics, commands } = from;
      const report = { log, diagnostics, commands, readClock: false, buildTimeMs: 0 };
      return { ok: true, module: linked, sizeBytes: linked.length, ...report };
    },
  };
}

function isEqual(some: Uint8Array, other: Uint8Array): boolean {
  return some === other || (some.length === other.length && some.every((byte, i) => byte === other[i]));
}
