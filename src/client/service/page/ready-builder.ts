// The page's builder, with prebuilt modules of the site's own programs, which run without the compiler. Loaded on the
// first build.
import type { CompileClient } from '../../../jobs/compiling/compile-client.ts';
import type { Builder } from '../../../jobs/records/builder.ts';
import type { PageModule } from '../../../program/modules/page-module.ts';
import { nameReady } from '../../../program/modules/ready-name.ts';
import type { BuildRequest } from '../../../toolchain/building/build-result.ts';
import type { Language } from '../../../toolchain/sources/language.ts';
import { openReadyModules } from '../../program/modules/ready-modules.ts';
import { maybeRewritingVersion } from '../../program/site-files.ts';

/** Names of the modules in the site's folder `programs` (ready-name.ts). Inserted by the site's build. */
declare const HAZE_READY: readonly string[] | undefined;

function maybeReadyName(source: string, language: Language): string | undefined {
  const version = maybeRewritingVersion();
  const name = version && nameReady(source, language, version);
  const ready = typeof HAZE_READY === 'undefined' ? [] : HAZE_READY;
  return name && ready.includes(name) ? name : undefined;
}

export interface ReadyBuilder extends Required<Pick<Builder, 'loadFor' | 'maybeReady'>> {
  /** Finds the module of a prebuilt program. */
  maybeModule(request: BuildRequest): Promise<PageModule | undefined>;
}

/** @param onReady called when a prebuilt program is about to run, to load the parts that run it */
export function createReadyBuilder(behind: CompileClient, onReady: () => void): ReadyBuilder {
  const modules = openReadyModules(behind);
  return {
    loadFor: async (source, language) => {
      const name = maybeReadyName(source, language);
      if (name === undefined) return void (await behind.version());
      modules.load(name);
      onReady();
    },
    maybeReady: async (request) => {
      const name = maybeNameOf(request);
      return name === undefined ? undefined : modules.maybeBuild(name, request);
    },
    maybeModule: async (request) => {
      const name = maybeNameOf(request);
      return name === undefined ? undefined : modules.find(name, request);
    },
  };
}

function maybeNameOf({ sources, language }: BuildRequest): string | undefined {
  const contents = [...(sources instanceof Map ? sources.values() : Object.values(sources))] as unknown[];
  const [text] = contents;
  return contents.length === 1 && typeof text === 'string' && language
    ? maybeReadyName(text, language)
    : undefined;
}
