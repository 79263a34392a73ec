// The page's builder, with the site's own programs ready: those run without the compiler.
import type { CompileClient } from '../../../jobs/compiling/compile-client.ts';
import { loadPatiently } from '../../../jobs/compiling/load-patiently.ts';
import type { Builder } from '../../../jobs/records/builder.ts';
import type { BuildRequest } from '../../../toolchain/building/build-result.ts';
import type { ReadyModules } from '../../program/modules/ready-modules.ts';
import { maybeReadyName } from '../../program/site-files.ts';

/** @param onReady called when a ready program will run, to load what runs it */
export function createReadyBuilder(behind: CompileClient, onReady: () => void): Builder {
  let opened: Promise<ReadyModules> | undefined;
  const open = () => {
    opened ??= loadPatiently(() => import('../../program/modules/ready-modules.ts')).then(
      ({ openReadyModules }) => openReadyModules(behind),
    );
    return opened;
  };
  const work = async () => (await opened) ?? behind;
  return {
    version: () => behind.version(),
    build: (...wish) => behind.build(...wish),
    rewrite: async (linked) => (await work()).rewrite(linked),
    placeOf: async (...wish) => (await work()).placeOf(...wish),
    placesOf: async (...wish) => (await work()).placesOf(...wish),
    isReady: (source, language) => {
      const isReady = maybeReadyName(source, language) !== undefined;
      if (isReady) onReady();
      return isReady;
    },
    maybeReady: async (request) => {
      const name = maybeNameOf(request);
      return name === undefined ? undefined : (await open()).maybeBuild(name, request);
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
