// Overrides that replace a program's sources in a task. Sources with these names are looked up only when the program
// runs.

import { HazeError } from '../../errors/haze-error.ts';
import { checkOverrides, type SourceOverrides } from '../../uncertainty/sources/source-value.ts';
import { ifSound, z } from '../requests/schema-language.ts';

const MOST_OVERRIDES = 1000;
const LONGEST_VALUE = 300;

/** Schema of overrides in requests and tasks. */
export const sourceOverridesSchema = z
  .record(z.string().min(1).max(1000), z.union([z.string().min(1).max(LONGEST_VALUE), z.number()]))
  .refine((overrides) => Object.keys(overrides).length <= MOST_OVERRIDES, {
    ...ifSound,
    error: `can have at most ${MOST_OVERRIDES} sources`,
  })
  .refine((overrides) => problemOf(overrides) === undefined, {
    ...ifSound,
    error: ({ input }) => problemOf(input as SourceOverrides),
  })
  .openapi({
    description:
      'Sources of uncertainty to replace in this task, keyed by name: a distribution such as gauss(5, 0.02), a number, or ' +
      "fixed (the source's mean). See docs/budget.md.",
    example: { voltage: 'gauss(5, 0.02)' },
  });

function problemOf(overrides: SourceOverrides): string | undefined {
  try {
    checkOverrides(overrides);
    return undefined;
  } catch (error) {
    if (error instanceof HazeError) return error.message;
    throw error;
  }
}
