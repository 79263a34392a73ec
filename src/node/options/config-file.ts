// haze.config.json is an object whose keys are option names. Commands read it from the working directory; `--config`
// specifies another file.

import { readFile } from 'node:fs/promises';
import { usageError } from '../../errors/haze-error.ts';
import { isObject } from '../../errors/is-object.ts';

const CONFIG_FILE = 'haze.config.json';

export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads the file; undefined if no file is specified and the working directory has none.
 * @throws HazeError `usage` for a specified file that is missing, and for a file that is not a JSON object
 */
export async function maybeReadConfig(named: string | undefined): Promise<ConfigFile | undefined> {
  const path = named ?? CONFIG_FILE;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (named === undefined && code === 'ENOENT') return undefined;
    throw usageError(`The configuration file "${path}" cannot be read (${code}).`, cause);
  }
  return { path, values: parseConfig(path, text) };
}

function parseConfig(path: string, text: string): Readonly<Record<string, unknown>> {
  let values: unknown;
  try {
    // Some editors write a byte order mark.
    values = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw usageError(`${path} is not JSON: ${reason}.`, cause);
  }
  if (isObject(values)) return values;
  throw usageError(`${path} is not a JSON object. It should look like {"port": 8787, "memory": true}.`);
}
