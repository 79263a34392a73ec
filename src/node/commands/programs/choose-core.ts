// The core that a command line requests or that a repository folder needs.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usageError } from '../../../errors/haze-error.ts';
import {
  parseRepositorySettings,
  type RepositorySettings,
  SETTINGS_FILE,
} from '../../../repositories/settings-file.ts';
import {
  type CoreSpec,
  countLanes,
  describeStandIn,
  findDefaultCore,
  validateCoreSpec,
} from '../../../uncertainty/core/core-spec.ts';
import { maybeSmallestCore } from '../../../uncertainty/core/needed-core.ts';
import { maybeFolder } from '../../folders/program-folder.ts';
import { DEFAULT_CORE } from '../../library.ts';
import { printMessage } from '../../logs/stderr-line.ts';

/**
 * The core with that name and the given number of lanes. A number of lanes that is set for all runs is ignored if the
 * core has no lanes.
 * @throws HazeError `unknown-core`, `invalid-core`, `usage` for lanes on a core that has none
 */
export function chooseCore(name: string, lanes: number | undefined, isForThisRun: boolean): CoreSpec {
  const core = findDefaultCore(name);
  if (lanes === undefined) return core;
  if (countLanes(core) === 0) {
    if (!isForThisRun) return core;
    throw usageError(
      `${core.Name} does not track correlation and has no lanes. Omit --lanes, or choose C0-Joint or a core with a "+".`,
    );
  }
  const changed = { ...core, LaneCount: lanes };
  validateCoreSpec(changed);
  return changed;
}

/** Settings of the folder given on the command line; undefined for files and for a folder without settings. */
export async function maybeFolderSettings(paths: readonly string[]): Promise<RepositorySettings | undefined> {
  const folder = await maybeFolder(paths);
  if (folder === undefined) return undefined;
  const bytes = await readFile(join(folder, SETTINGS_FILE)).catch(() => undefined);
  return bytes && parseRepositorySettings(bytes);
}

/**
 * Name of the core for a program: the given name, else the smallest core that the folder's settings allow, else the
 * default core. If the settings determine the core, a line on stderr reports the choice.
 */
export async function nameCore(given: string | undefined, paths: readonly string[]): Promise<string> {
  if (given !== undefined) return given;
  const settings = await maybeFolderSettings(paths);
  for (const problem of settings?.problems ?? []) printMessage(problem);
  if (settings?.minimumCore === undefined) return DEFAULT_CORE;
  const core = maybeSmallestCore(settings.minimumCore);
  if (!core) {
    printMessage(`${SETTINGS_FILE}: no core is as large as MinimumCore; the program runs on ${DEFAULT_CORE}`);
    return DEFAULT_CORE;
  }
  printMessage(`${SETTINGS_FILE} needs at least ${core.Name}; use --core NAME to choose another core`);
  const standIn = describeStandIn(core);
  if (standIn !== undefined) printMessage(standIn);
  return core.Name;
}
