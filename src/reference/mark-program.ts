// A linked program made ready for the many runs of a Reference core.
import { insertCode } from '../rewrite/insert-code.ts';
import { readModule } from '../rewrite/module-reader.ts';
import { maybePlanPathMarks } from './mark-paths.ts';
import { planWatching, type WatchedValue } from './watch-stores.ts';

/**
 * The program with what Reference cores add to it: it keeps track of its path, and tells of stores into watched variables.
 * @throws HazeError `malformed-module`, `unsupported-instruction`, `missing-function-names`, `missing-watch`
 */
export function markProgram(module: Uint8Array, watched: readonly WatchedValue[] = []): Uint8Array {
  const watching = watched.length === 0 ? module : watchStores(module, watched);
  const info = readModule(watching);
  const plan = maybePlanPathMarks(info);
  return plan ? insertCode(info, plan) : watching;
}

function watchStores(module: Uint8Array, watched: readonly WatchedValue[]): Uint8Array {
  const info = readModule(module);
  return insertCode(info, planWatching(info, watched));
}
