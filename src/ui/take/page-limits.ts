// Parts of a program that a single-file page omits.
import { flagsOf, type Program } from '../draft/program.ts';

/** Sentences about the omitted parts. */
export function describePageLimits(program: Program): readonly string[] {
  const { settings = {}, language } = program;
  const told: string[] = [];
  if (flagsOf(program) !== flagsOf({ language }))
    told.push('The page builds the program without compiler flags: this program’s flags are not included.');
  if (settings.lanes !== undefined || settings.runs !== undefined)
    told.push('The page runs it with the lanes of its core: the numbers of lanes and runs are not included.');
  return told;
}
