// A program that was run.

import type { Program } from '../../draft/program.ts';
import type { InputFolder } from '../../run/input-folder.ts';
import type { OwnBuild } from './project-bench.ts';

/** What a run was of. */
export interface RanProgram {
  readonly program: Program;
  readonly coreName: string;
  readonly own: OwnBuild;
  readonly folder: InputFolder;
}
