// `--set 'voltage: gauss(5, 0.02)'`, as often as there are sources to be changed.

import { HazeError } from '../../errors/haze-error.ts';
import { checkOverrides, type SourceOverrides } from '../../uncertainty/source-value.ts';

/** Values have neither colon nor =, which names may have: a place is `power.c:12`. */
const SETTING = /^\s*(\S.*)\s*[:=]\s*([^:=]*\S)\s*$/;

/** @throws HazeError `usage` for what is no setting, or sets one source twice; `invalid-source-value` */
export function parseSourceSettings(words: readonly string[]): SourceOverrides {
  const overrides: Record<string, string> = {};
  for (const word of words) {
    const [, name, value] = SETTING.exec(word) ?? [];
    if (name === undefined || value === undefined) {
      throw new HazeError(
        'usage',
        `--set takes a source and what it is to be, such as --set 'voltage: gauss(5, 0.02)', 'voltage: 4.9' or 'voltage: fixed', not "${word}".`,
      );
    }
    if (Object.hasOwn(overrides, name)) throw new HazeError('usage', `--set: "${name}" is set twice.`);
    overrides[name] = value;
  }
  checkOverrides(overrides);
  return overrides;
}
