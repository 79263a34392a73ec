// The engine of the commands that build programs. It keeps builds for later commands in the user's cache folder.
import type { Haze } from '../../../program/engine.ts';
import { createNodeEngine, type NodeEngineOptions } from '../../engine/node-engine.ts';
import { maybeToolVersion } from '../../engine/tool-version.ts';
import { maybeOwnCache } from '../../files/content-cache.ts';
import { switchOption } from '../../options/option.ts';

/** Options of every command that builds. */
export const cacheOptions = {
  noCache: switchOption('build again, and keep nothing of it in the cache folder (haze cache)'),
} as const;

/** An engine for one command; it keeps its builds unless an option forbids that. */
export async function openCommandHaze(
  { noCache = false }: { readonly noCache?: boolean | undefined },
  options: Pick<NodeEngineOptions, 'createRunWorker'> = {},
): Promise<Haze> {
  const cache = noCache ? undefined : maybeOwnCache();
  const version = cache && (await maybeToolVersion());
  const kept = cache && version !== undefined ? { cache, version } : undefined;
  return createNodeEngine({ ...options, kept });
}
