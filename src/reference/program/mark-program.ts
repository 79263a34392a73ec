// A linked program made ready for the many runs of a Reference core.

import { readModule } from '../../rewrite/reading/module-reader.ts';
import { insertCode } from '../../rewrite/writing/insert-code.ts';
import { type FurtherMarks, maybePlanPathMarks } from './mark-paths.ts';
import { planWatching, type WatchedValue } from './watch-stores.ts';

export interface MarkedProgram {
  readonly module: Uint8Array;
  /** Byte offset in the linked module of an instruction of the marked one; undefined for code that marking added. */
  readonly originalOffset: (offset: number) => number | undefined;
}

/**
 * Adds to the program what Reference cores need: it tracks its path, and reports stores into watched variables.
 *
 * @param further calls whose path is known besides printed numbers
 * @throws HazeError `malformed-module`, `unsupported-instruction`, `missing-function-names`, `missing-watch`
 */
export function markProgram(
  module: Uint8Array,
  watched: readonly WatchedValue[] = [],
  further: FurtherMarks = {},
): MarkedProgram {
  const watching = watched.length === 0 ? unmarked(module) : watchStores(module, watched);
  const info = readModule(watching.module);
  const plan = maybePlanPathMarks(info, further);
  if (!plan) return watching;
  const { module: marked, codeOffsets } = insertCode(info, plan);
  const originalOffset = (offset: number) => {
    const before = codeOffsets.originalOffset(offset);
    return before === undefined ? undefined : watching.originalOffset(before);
  };
  return { module: marked, originalOffset };
}

function unmarked(module: Uint8Array): MarkedProgram {
  return { module, originalOffset: (offset) => offset };
}

function watchStores(module: Uint8Array, watched: readonly WatchedValue[]): MarkedProgram {
  const info = readModule(module);
  const { module: watching, codeOffsets } = insertCode(info, planWatching(info, watched));
  return { module: watching, originalOffset: (offset) => codeOffsets.originalOffset(offset) };
}
