// Parses `--set 'voltage: gauss(5, 0.02)'`, given once for each source to change.

import { usageError } from '../../errors/haze-error.ts';
import { checkOverrides, type SourceOverrides } from '../../uncertainty/sources/source-value.ts';

/**
 * Source overrides. The last colon or = ends the name, because a location looks like `power.c:12`.
 * @throws HazeError `usage` for an argument that is not a setting, and for a source that is set twice;
 * `invalid-source-value`
 */
export function parseSourceSettings(words: readonly string[]): SourceOverrides {
  const overrides: Record<string, string> = {};
  for (const word of words) {
    const at = Math.max(word.lastIndexOf(':'), word.lastIndexOf('='));
    const name = word.slice(0, Math.max(0, at)).trim();
    const value = word.slice(at + 1).trim();
    if (name === '' || value === '') {
      throw usageError(
        `--set takes a source and its replacement, such as --set 'voltage: gauss(5, 0.02)', 'voltage: 4.9' or 'voltage: fixed', not "${word}".`,
      );
    }
    if (Object.hasOwn(overrides, name)) throw usageError(`--set: "${name}" is set twice.`);
    overrides[name] = value;
  }
  checkOverrides(overrides);
  return overrides;
}
