// Prebuilt modules of the site's own programs, such as the gallery examples. The page fetches a module when its
// program is built.
import { messageOf } from '../../../errors/message-of.ts';
import type { BuildOutput } from '../../../program/built-program.ts';
import { isBuiltFrom, type PageModule, readPageModule } from '../../../program/modules/page-module.ts';
import { type ModuleWork, openPrebuiltModules } from '../../../program/modules/prebuilt-compiler.ts';
import type { BuildRequest } from '../../../toolchain/building/build-result.ts';
import { siteFolderUrl } from '../site-files.ts';
import { openPageRunWorkers } from './module-workers.ts';
import { unpackModule } from './unpack-module.ts';
import { warnOfModule } from './warn-of-module.ts';

export interface ReadyModules extends ModuleWork {
  /** Fetches the module with this name ahead of its build. */
  load(name: string): void;
  /**
   * Finds the module with this name, if it belongs to this build; undefined if it does not, or if the fetch failed.
   */
  find(name: string, request: BuildRequest): Promise<PageModule | undefined>;
  /**
   * Result of a build that uses the module with this name; undefined if the module is unusable, in which case a
   * warning is logged to the console.
   */
  maybeBuild(name: string, request: BuildRequest): Promise<Extract<BuildOutput, { ok: true }> | undefined>;
}

/** Opens the prebuilt modules. Fetches nothing until `load` is called or a build runs. */
export function openReadyModules(behind: ModuleWork): ReadyModules {
  const modules = openPrebuiltModules(behind, openPageRunWorkers());
  const fetched = new Map<string, Promise<PageModule | undefined>>();
  const take = (name: string) => {
    const module = fetched.get(name) ?? maybeFetch(name);
    fetched.set(name, module);
    return module;
  };
  const find = async (name: string, request: BuildRequest) => {
    const module = modules.maybeFind(request) ?? (await take(name));
    // A failed fetch is retried on the next build.
    fetched.delete(name);
    // Different programs may have the same name, however unlikely that is.
    if (!module || !isBuiltFrom(module, request)) return undefined;
    modules.add(module);
    return module;
  };
  return {
    ...modules,
    load: (name) => void take(name),
    find,
    maybeBuild: async (name, request) => {
      const module = await find(name, request);
      if (!module) return undefined;
      const { linked, from } = module;
      const { log, diagnostics, commands } = from;
      const rewritten = await modules.rewrite(linked);
      return { ok: true, log, diagnostics, commands, module: linked, rewritten, buildTimeMs: 0 };
    },
  };
}

async function maybeFetch(name: string): Promise<PageModule | undefined> {
  try {
    const response = await fetch(new URL(`programs/ready-${name}.haze`, siteFolderUrl()));
    if (!response.ok) throw new Error(`It could not be loaded: status ${response.status}.`);
    return readPageModule(await unpackModule(new Uint8Array(await response.arrayBuffer())));
  } catch (error) {
    warnOfModule(messageOf(error));
    return undefined;
  }
}
