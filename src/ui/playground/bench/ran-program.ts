// A program that was run.

import type { Program } from '../../draft/program.ts';
import type { InputFolder } from '../../run/input-folder.ts';
import type { OwnBuild } from './project-bench.ts';

/** The program of a run, with its build and its folder. */
export interface RanProgram {
  readonly program: Program;
  readonly coreName: string;
  readonly own: OwnBuild;
  readonly folder: InputFolder;
}
