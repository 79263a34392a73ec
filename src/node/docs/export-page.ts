// One HTML file with a program that runs from disk, without a network: source, recorded output, module, core, and the
// licences of all parts. Readers without JavaScript get the source and output.

import { describeExported, type ExportedProgram } from '../../docs/exporting/exported-program.ts';
import { writeHeading, writeLivePage } from '../../docs/exporting/one-file.ts';
import { pageProgramOf } from '../../docs/finding/page-program.ts';
import { judgeProgram } from '../../docs/judging/program-outcome.ts';
import { toHtml } from '../../docs/rendering/html-tree.ts';
import { maybeRenderProgram } from '../../docs/rendering/render-program.ts';
import { HazeError, usageError } from '../../errors/haze-error.ts';
import { readLiveParts } from './live-parts.ts';
import type { ProgramBench } from './program-bench.ts';
import { describeFatal } from './render-page.ts';

export interface ExportedPage {
  readonly title: string;
  /** URL of a playground that opens the program; '' for none. */
  readonly playground: string;
}

/**
 * The text of the file.
 * @throws HazeError `build-failed` for a program that fails or does not build, naming the line; `not-supported` for a
 * program whose build reads the clock
 */
export async function exportPage(
  exported: ExportedProgram,
  { title, playground }: ExportedPage,
  bench: ProgramBench,
): Promise<string> {
  const program = describeExported(exported);
  if (program.problems.length > 0) throw usageError(describeFatal(program.problems));
  const [outcome] = await bench.runAll([program]);
  const problems = judgeProgram(program, outcome!);
  if (problems.length > 0) throw new HazeError('build-failed', describeFatal(problems));
  const module = await bench.makeModule(pageProgramOf(program), { isInFile: true });
  if (!module) {
    throw new HazeError(
      'not-supported',
      `${exported.path} uses its build time (__DATE__ or __TIME__), so it cannot have a module for a page.`,
    );
  }
  const { parts, style } = await readLiveParts();
  const figure = toHtml(maybeRenderProgram(program, outcome, [])!);
  const body = `${writeHeading(title)}\n${figure}`;
  return writeLivePage({ title, body, style, playground }, { ...parts, modules: [module] });
}
