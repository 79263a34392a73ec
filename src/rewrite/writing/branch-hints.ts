// Writes the custom section from the branch hinting proposal, which tells engines that slow paths are unlikely.

import { ByteWriter } from '../encoding/byte-writer.ts';
import { SECTION } from '../reading/module-info.ts';

export const BRANCH_HINT_SECTION = 'metadata.code.branch_hint';

/**
 * A branch in a function, and whether it is likely to be taken. `offset` counts from the function's local declarations.
 */
export interface BranchHint {
  offset: number;
  readonly likely: boolean;
}

export interface FunctionHints {
  readonly functionIndex: number;
  readonly hints: readonly BranchHint[];
}

/** Writes the section, which must precede the code section. */
export function writeBranchHints(out: ByteWriter, functions: readonly FunctionHints[]): void {
  const content = new ByteWriter();
  content.name(BRANCH_HINT_SECTION);
  content.u32(functions.length);
  for (const { functionIndex, hints } of functions) {
    content.u32(functionIndex);
    content.u32(hints.length);
    for (const { offset, likely } of hints) {
      content.u32(offset);
      content.u32(1);
      content.u32(likely ? 1 : 0);
    }
  }
  out.section(SECTION.custom, content);
}
