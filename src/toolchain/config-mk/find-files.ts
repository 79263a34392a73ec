// Expands $(wildcard): paths among a build's files that match a shell pattern, spelt as in the pattern.
import { normalisePath } from '../sources/source-files.ts';

/**
 * Files and folders that match a pattern with `*`, `?` and `[…]`, sorted; a pattern without wildcards yields itself
 * if the path exists. The pattern is relative to `directory`, and its `./` and `../` are preserved in the result.
 */
export function findMatchingPaths(pattern: string, directory: string, paths: Iterable<string>): string[] {
  const segments = pattern.split('/').filter((segment) => segment !== '');
  if (pattern.startsWith('/') || segments.length === 0) return [];
  const entries = listEntries(paths);
  let found = [''];
  for (const segment of segments) {
    found = found.flatMap((base) => extendPath(base, segment, directory, entries));
  }
  return found.sort();
}

// Names by folder; a folder exists if it contains files.
function listEntries(paths: Iterable<string>): Map<string, Set<string>> {
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

function extendPath(
  base: string,
  segment: string,
  directory: string,
  entries: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const prefix = base === '' ? '' : `${base}/`;
  if (segment === '.' || segment === '..') return [`${prefix}${segment}`];
  const folder = maybeNormalise(`${directory}/${base}`);
  const names = folder === undefined ? undefined : entries.get(folder);
  if (names === undefined) return [];
  const matcher = maybeMatcher(segment);
  const matching =
    matcher === undefined
      ? [segment].filter((name) => names.has(name))
      : [...names].filter((name) => matcher.test(name));
  return matching.map((name) => `${prefix}${name}`);
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
