// The engine for commands that build programs. It caches builds for later commands in the user's cache folder.
import type { Haze } from '../../../program/engine.ts';
import type { ProgramCompiler } from '../../../program/program-compiler.ts';
import { createNodeCompiler, createNodeEngine, type NodeEngineOptions } from '../../engine/node-engine.ts';
import { maybeBuildVersion } from '../../engine/tool-version.ts';
import { maybeOwnCache } from '../../files/content-cache.ts';
import { type OptionValues, switchOption } from '../../options/option.ts';

/** Options of every command that builds. */
export const cacheOptions = {
  noCache: switchOption('rebuild without using the cache folder (haze cache)'),
} as const;

type CacheWords = OptionValues<typeof cacheOptions>;

/** The engine for one command. The engine caches its builds unless an option disables caching. */
export async function openCommandHaze(
  words: CacheWords,
  options: Pick<NodeEngineOptions, 'createRunWorker'> = {},
): Promise<Haze> {
  return createNodeEngine({ ...options, ...(await findKept(words)) });
}

/** The compiler for one command. The compiler caches its builds unless an option disables caching. */
export async function openCommandCompiler(words: CacheWords): Promise<ProgramCompiler> {
  return createNodeCompiler(await findKept(words));
}

async function findKept({ noCache = false }: CacheWords): Promise<Pick<NodeEngineOptions, 'kept'>> {
  const cache = noCache ? undefined : maybeOwnCache();
  const version = cache && (await maybeBuildVersion());
  return cache && version !== undefined ? { kept: { cache, version } } : {};
}
