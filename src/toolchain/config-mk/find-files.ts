// Expands $(wildcard): paths among a build's files that match a shell pattern, spelt as in the pattern.
import { normalisePath } from '../sources/source-files.ts';

/** Names by folder; a folder exists if it contains files. */
export type FolderNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Folders in which a pattern is searched, and the count of the search's cost. */
export interface PatternPlace {
  /** The folder to which patterns are relative. */
  readonly directory: string;
  readonly entries: FolderNames;
  /**
   * Accepts the cost of each step, which grows with the number and length of the paths that the step may find; throws
   * if the search becomes too large. A pattern that goes up with `..` finds the same names again and again.
   */
  readonly charge: (cost: number) => void;
}

/**
 * Files and folders that match a pattern with `*`, `?` and `[…]`, sorted; a pattern without wildcards yields itself
 * if the path exists. The pattern's `./` and `../` are preserved in the result.
 */
export function findMatchingPaths(pattern: string, place: PatternPlace): string[] {
  const segments = pattern.split('/').filter((segment) => segment !== '');
  if (pattern.startsWith('/') || segments.length === 0) return [];
  let found = [''];
  for (const segment of segments) {
    found = found.flatMap((base) => extendPath(base, segment, place));
  }
  return found.sort();
}

/** Lists the names in all folders of a build's files. */
export function listFolderNames(paths: Iterable<string>): FolderNames {
  const entries = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      const names = entries.get(folder) ?? new Set();
      entries.set(folder, names.add(parts[depth]!));
    }
  }
  return entries;
}

function extendPath(base: string, segment: string, { directory, entries, charge }: PatternPlace): string[] {
  const prefix = base === '' ? '' : `${base}/`;
  charge(prefix.length + segment.length);
  if (segment === '.' || segment === '..') return [`${prefix}${segment}`];
  const folder = maybeNormalise(`${directory}/${base}`);
  const names = folder === undefined ? undefined : entries.get(folder);
  if (names === undefined) return [];
  const matcher = maybeMatcher(segment);
  if (matcher === undefined) return names.has(segment) ? [`${prefix}${segment}`] : [];
  charge(names.size * (prefix.length + segment.length));
  return [...names].filter((name) => matcher.test(name)).map((name) => `${prefix}${name}`);
}

function maybeNormalise(path: string): string | undefined {
  try {
    return normalisePath(path);
  } catch {
    return undefined;
  }
}

// Only a literal dot matches a leading dot in a name. Each star but the last matches as little as possible without
// backtracking, so matching takes linear time, whatever the number of stars.
function maybeMatcher(segment: string): RegExp | undefined {
  if (!/[*?[]/.test(segment)) return undefined;
  const parts = [''];
  for (const [token] of segment.matchAll(/\[!?[^\]]{1,300}\]|\*+|[^[*]|\[/gu)) {
    if (token.startsWith('*')) parts.push('');
    else parts.push(parts.pop() + patternOf(token));
  }
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  const middle = rest.map((part, i) => `(?=([^/]*?${part}))\\${i + 1}`).join('');
  const end = last === undefined ? '' : `[^/]*${last}`;
  return new RegExp(`^${segment.startsWith('.') ? '' : '(?!\\.)'}${first}${middle}${end}$`, 'u');
}

function patternOf(token: string): string {
  if (token === '?') return '[^/]';
  const [, negated, set] = /^\[(!?)([^\]]+)\]$/.exec(token) ?? [];
  if (set !== undefined) return `[${negated === '!' ? '^' : ''}${set.replaceAll(/[\\^]/g, '\\$&')}]`;
  return token.replaceAll(/[\\^$.|+(){}[\]]/g, '\\$&');
}
