// The core that a command line asks for.
import { HazeError } from '../../../errors/haze-error.ts';
import {
  type CoreSpec,
  countLanes,
  findDefaultCore,
  validateCoreSpec,
} from '../../../uncertainty/core/core-spec.ts';

/**
 * The core of that name, with so many lanes when they are given. Said for all runs, they are for cores that have some.
 * @throws HazeError `unknown-core`, `invalid-core`, `usage` for lanes of a core that has none
 */
export function chooseCore(name: string, lanes: number | undefined, isForThisRun: boolean): CoreSpec {
  const core = findDefaultCore(name);
  if (lanes === undefined) return core;
  if (countLanes(core) === 0) {
    if (!isForThisRun) return core;
    throw new HazeError(
      'usage',
      `${core.Name} does not track correlation and has no lanes. Leave --lanes out, or choose C0-Joint or a core with a "+".`,
    );
  }
  const changed = { ...core, LaneCount: lanes };
  validateCoreSpec(changed);
  return changed;
}
