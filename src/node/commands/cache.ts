// `haze cache`: shows the contents and location of the build cache; `haze cache clear` empties it.

import { HazeError, usageError } from '../../errors/haze-error.ts';
import { type CacheContents, maybeOwnCache } from '../files/content-cache.ts';
import { printMessage } from '../logs/stderr-line.ts';
import { defineCommand } from './command.ts';

export const cacheCommand = defineCommand({
  usage: [
    ['haze cache', 'show the size and location of the cached builds (HAZE_CACHE_DIR sets another folder)'],
    ['haze cache clear', 'remove all cached builds'],
  ],
  run: ({ positionals }) => listOrClear(positionals),
});

/** @throws HazeError `usage`, `folder-unusable` */
async function listOrClear(positionals: readonly string[]): Promise<number> {
  const [order, ...more] = positionals;
  if ((order !== undefined && order !== 'clear') || more.length > 0) {
    throw usageError(`haze cache accepts only the argument "clear", not "${positionals.join(' ')}".`);
  }
  const cache = maybeOwnCache();
  if (!cache) {
    throw new HazeError(
      'folder-unusable',
      'This user has no home folder, so nothing is cached. Set HAZE_CACHE_DIR (or HOME).',
    );
  }
  if (order === 'clear') {
    const { kept, ...removed } = await cache.clear();
    process.stdout.write(`${cache.folder}: removed ${describe(removed)}\n`);
    for (const path of kept) printMessage(`${path} cannot be removed`);
    return kept.length > 0 ? 1 : 0;
  }
  const most = `${toMegabytes(cache.maxSizeBytes)} at most`;
  process.stdout.write(`${cache.folder}: ${describe(await cache.describe())}; ${most}\n`);
  return 0;
}

function describe({ entries, sizeBytes }: CacheContents): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}, ${toMegabytes(sizeBytes)}`;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
