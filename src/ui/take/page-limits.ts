// Parts of a program that a page of one file leaves out.
import { flagsOf, type Program } from '../draft/program.ts';

/** Sentences about the parts that are left out. */
export function describePageLimits(program: Program): readonly string[] {
  const { settings = {}, language } = program;
  const told: string[] = [];
  if (flagsOf(program) !== flagsOf({ language }))
    told.push('The page builds the program without flags of its own: those of this program are not in it.');
  if (settings.lanes !== undefined || settings.runs !== undefined)
    told.push('The page runs it with the lanes of its core: numbers of lanes and runs are not in it.');
  return told;
}
