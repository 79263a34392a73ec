// Prepares a linked program for many runs on a Reference core.

import type { ModuleInfo } from '../../rewrite/reading/module-info.ts';
import { readModule } from '../../rewrite/reading/module-reader.ts';
import { type EditPlan, insertCode } from '../../rewrite/writing/insert-code.ts';
import { type FurtherMarks, maybePlanPathMarks } from '../../runtime/preparing/mark-paths.ts';
import { planLoopCounts } from './count-loops.ts';
import { planWatching, type WatchedValue } from './watch-stores.ts';

export interface MarkedProgram {
  readonly module: Uint8Array;
  /**
   * Byte offset in the linked module of an instruction in the marked module; undefined for code that marking added.
   */
  readonly originalOffset: (offset: number) => number | undefined;
}

/**
 * Adds the instrumentation that Reference cores need, so that the program tracks its path and reports stores to watched
 * variables.
 *
 * @param further marks in addition to the path of printed numbers
 * @throws HazeError `malformed-module`, `unsupported-instruction`, `missing-function-names`, `missing-watch`
 */
export function markProgram(
  module: Uint8Array,
  watched: readonly WatchedValue[] = [],
  further: FurtherMarks = {},
): MarkedProgram {
  const plans: ((info: ModuleInfo) => EditPlan | undefined)[] = [
    (info) => (watched.length > 0 ? planWatching(info, watched) : undefined),
    (info) => (further.loops ? planLoopCounts(info) : undefined),
    (info) => maybePlanPathMarks(info, further),
  ];
  const unmarked: MarkedProgram = { module, originalOffset: (offset) => offset };
  return plans.reduce(insert, unmarked);
}

function insert(program: MarkedProgram, planOf: (info: ModuleInfo) => EditPlan | undefined): MarkedProgram {
  const info = readModule(program.module);
  const plan = planOf(info);
  if (!plan) return program;
  const { module, codeOffsets } = insertCode(info, plan);
  const originalOffset = (offset: number) => {
    const before = codeOffsets.originalOffset(offset);
    return before === undefined ? undefined : program.originalOffset(before);
  };
  return { module, originalOffset };
}
