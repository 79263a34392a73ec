// Renders a document's programs as figures with their outputs, for site builders. Finds programs in the document's
// text, or takes them from a tool that has already parsed it.
import { readFileSync } from 'node:fs';
import { type DocProgram, resolvePage } from '../../docs/finding/doc-page.ts';
import { splitAttributes } from '../../docs/finding/fence-attributes.ts';
import { type FoundProgram, readFound } from '../../docs/finding/found-program.ts';
import { pageProgramOf } from '../../docs/finding/page-program.ts';
import type { DocProblem } from '../../docs/finding/place.ts';
import { describeOutput, type PrintedOutput } from '../../docs/judging/describe-values.ts';
import { judgeProgram, type ProgramOutcome } from '../../docs/judging/program-outcome.ts';
import { type HtmlElement, toHtml } from '../../docs/rendering/html-tree.ts';
import { maybeRenderProgram } from '../../docs/rendering/render-program.ts';
import { maybeReadText } from './document-text.ts';
import { writeModuleFile } from './make-page-module.ts';
import type { ProgramBench } from './program-bench.ts';
import { BESIDE, maybeFindPrograms } from './read-document.ts';

/** A program as a tool's own parser provides it. */
export interface GivenProgram {
  /** Language, such as `c`. */
  readonly language: string;
  /** The words after `haze`, such as `core="C0-M" editable`. */
  readonly attributes: string;
  /** The program's source. */
  readonly text: string;
  /** 1-based number of the fence's line. */
  readonly line: number;
  /** Recorded output that follows the program. */
  readonly output?: string;
}

/** A document whose programs become HTML. */
export interface PageRequest {
  /** Path to the document, for messages and for files that programs refer to. */
  readonly file: string;
  /** Programs in document order. */
  readonly programs: readonly GivenProgram[];
  /** The page's language, such as `de`. */
  readonly lang?: string;
  /** Renders a program's problems in its place instead of failing, like `continue-on-error` on every program. */
  readonly continueOnError?: boolean;
  /** Also returns printed output as data, with a plot of every distribution. */
  readonly outputs?: boolean;
  /**
   * Folder with Haze's files in the site or its sources: program modules are written there, so that pages run unedited
   * programs without a compiler. Without it, a reader's first run downloads the compiler.
   */
  readonly folder?: string;
}

/** A program as HTML. */
export interface RenderedProgram {
  /** HTML of the program's figure; '' if the program is hidden. */
  readonly html: string;
  /** The same HTML as a tree (hast). */
  readonly tree?: HtmlElement;
  /** Printed output of a program that ran, if requested. */
  readonly output?: PrintedOutput;
  /** Problems that do not make the site's build fail. */
  readonly problems: readonly DocProblem[];
}

/** A document's programs as HTML. */
export interface RenderedPage {
  /** Programs in the order of the request. */
  readonly programs: readonly RenderedProgram[];
  /** Problems that must make the site's build fail. */
  readonly problems: readonly DocProblem[];
}

/** Builds, runs, checks and renders the programs. */
export async function renderPage(request: PageRequest, bench: ProgramBench): Promise<RenderedPage> {
  const { lang = 'en', continueOnError = false, outputs = false, folder } = request;
  const programs = resolvePage(findGiven(request), BESIDE);
  const sound = programs.filter(({ problems }) => problems.length === 0);
  const made = await bench.runAll(sound);
  const fatal: DocProblem[] = [];
  const modules = await Promise.all(
    sound.map((program, i) => folder && maybeWriteModule(program, made[i]!, folder, bench)),
  );
  const rendered = programs.map((program): RenderedProgram => {
    const outcome = made[sound.indexOf(program)];
    const module = modules[sound.indexOf(program)];
    const problems = outcome ? judgeProgram(program, outcome) : program.problems;
    const isFatal = problems.length > 0 && !continueOnError && !program.options['continue-on-error'];
    if (isFatal) fatal.push(...problems);
    const { norun, part } = program.options;
    const isRun = outcome?.isBuilt && !norun && !part;
    const tree = maybeRenderProgram(program, outcome, problems, { lang, ...(module && { module }) });
    return {
      html: tree ? toHtml(tree) : '',
      ...(tree && { tree }),
      ...(outputs && isRun && { output: describeOutput(outcome) }),
      problems: isFatal ? [] : problems,
    };
  });
  return { programs: rendered, problems: fatal };
}

/** Writes the module of a program that readers can run; returns the module's name. */
async function maybeWriteModule(
  program: DocProgram,
  { isBuilt }: ProgramOutcome,
  folder: string,
  bench: ProgramBench,
): Promise<string | undefined> {
  const { norun, part, hidden, name } = program.options;
  if (!isBuilt || norun || part || hidden) return undefined;
  const file = await bench.makeModule(pageProgramOf(program));
  return file && writeModuleFile(folder, name, file);
}

/** Programs from a tool, with their line numbers in the file: most tools strip any front matter. */
function findGiven({ file, programs }: PageRequest): FoundProgram[] {
  const inFile = findInFile(file);
  let from = 0;
  return programs.map(({ language, attributes, text, line, output }) => {
    const at = inFile.findIndex((one, i) => i >= from && one.text.trimEnd() === text.trimEnd());
    if (at >= 0) from = at + 1;
    const lines = at >= 0 ? inFile[at]! : { line, textLine: line + 1, lastLine: line };
    const record =
      output === undefined ? undefined : recordAt(output, inFile[at]?.recorded?.textLine ?? line);
    const split = splitAttributes(attributes);
    return readFound({
      file,
      language,
      text,
      recorded: record,
      line: lines.line,
      textLine: lines.textLine,
      lastLine: lines.lastLine,
      attributes: split.attributes,
      problem: split.problem,
    });
  });
}

function recordAt(text: string, textLine: number) {
  const lastLine = textLine + text.split('\n').length;
  return { text, textLine, firstLine: textLine - 1, lastLine };
}

function findInFile(file: string): FoundProgram[] {
  try {
    return maybeFindPrograms(file, maybeReadText(readFileSync(file))?.text ?? '') ?? [];
  } catch {
    return [];
  }
}

/** The message with which a site's build fails. */
export function describeFatal(problems: readonly DocProblem[]): string {
  return problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n');
}
