// Outcome of a program in a document, as plain data that can be cached, and the program's problems.

import { type DocProgram, placeOfLine } from '../finding/doc-page.ts';
import type { DocProblem } from '../finding/place.ts';
import { compareOutput } from './compare-output.ts';

export interface ProgramOutcome {
  readonly isBuilt: boolean;
  /** Compiler and linker messages, with line numbers in the compiled text. */
  readonly messages: readonly {
    readonly severity: 'note' | 'warning' | 'error' | 'fatal';
    readonly message: string;
    readonly line?: number;
    /** The file, if another program in the document shares it. */
    readonly file?: string;
  }[];
  readonly log: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitStatus: number;
  /** Reason why the program was stopped before it finished. */
  readonly stop?: { readonly code: string; readonly message: string };
}

/** Maximum number of differing lines in a report; the rest are only counted. */
const MOST_DIFFERENCES = 5;

/** Problems with a program that was built and run, each with its file and line. */
export function judgeProgram(program: DocProgram, outcome: ProgramOutcome): DocProblem[] {
  const problems = judgeEnd(program, outcome);
  return problems.length > 0 ? problems : judgeOutput(program, outcome);
}

/**
 * Judges a program without considering its recorded output: finds problems that would prevent an update of that output.
 */
export function judgeEnd(program: DocProgram, outcome: ProgramOutcome): DocProblem[] {
  const { options, file, line } = program;
  if (options.part) return [];
  const here = (message: string): DocProblem => ({ file, line, message });
  if (options.fails !== undefined) return judgeFailure(options.fails, outcome).map(here);
  if (!outcome.isBuilt) return describeBuild(program, outcome);
  if (options.norun) return [];
  if (outcome.stop) {
    const message = describeStop(outcome.stop);
    // The run itself reported the source line.
    const [, name = '', at] = /^haze: at ([^\n:]+):(\d+)/m.exec(outcome.stderr) ?? [];
    const source = name.slice(name.lastIndexOf('/') + 1);
    return [{ ...(at === undefined ? { file, line } : placeOfLine(program, Number(at), source)), message }];
  }
  if (outcome.exitStatus !== options.exit) {
    const said = lastLine(outcome.stderr);
    const why = said === '' ? '' : `: ${said}`;
    return [
      here(
        `the program ends with status ${outcome.exitStatus}${why}. If this is intended, write exit="${outcome.exitStatus}"`,
      ),
    ];
  }
  return [];
}

function describeStop({ code, message }: NonNullable<ProgramOutcome['stop']>): string {
  return code === 'time-limit' ? `${message}. If it needs longer, write timeout="60" (at most 600)` : message;
}

function judgeFailure(wanted: string, outcome: ProgramOutcome): string[] {
  const isFailed = !outcome.isBuilt || outcome.stop !== undefined || outcome.exitStatus !== 0;
  if (!isFailed) return [`the program should fail with "${wanted}", but does not fail`];
  const said = [
    outcome.log,
    ...outcome.messages.map(({ message }) => message),
    outcome.stderr,
    outcome.stop?.message ?? '',
    `ends with status ${outcome.exitStatus}`,
  ];
  if (said.some((text) => text.includes(wanted))) return [];
  const [first] = outcome.messages.filter(isError);
  const end = lastLine(outcome.stderr) || `it ends with status ${outcome.exitStatus}`;
  const what = first?.message ?? outcome.stop?.message ?? end;
  return [`the program should fail with "${wanted}", but fails differently: ${what}`];
}

function describeBuild(program: DocProgram, { messages, log }: ProgramOutcome): DocProblem[] {
  const errors = messages.filter(isError).map(({ message, line, file }) => ({
    ...(line === undefined ? { file: program.file, line: program.line } : placeOfLine(program, line, file)),
    message: `error: ${message}`,
  }));
  if (errors.length > 0) return errors;
  const said = /^haze: error: (.+)$/m.exec(log)?.[1] ?? lastLine(log);
  return [
    { file: program.file, line: program.line, message: `error: ${said || 'the program does not build'}` },
  ];
}

/** True if a compiler message caused the build to fail. */
export function isError({ severity }: ProgramOutcome['messages'][number]): boolean {
  return severity === 'error' || severity === 'fatal';
}

function judgeOutput({ file, options, recorded }: DocProgram, { stdout }: ProgramOutcome): DocProblem[] {
  if (!recorded || options.part || options.norun || options.fails !== undefined) return [];
  const all = compareOutput(recorded.text, stdout, options);
  const told = all.slice(0, MOST_DIFFERENCES).map(({ line, message }) => ({
    file,
    line: Math.min(recorded.textLine + line - 1, recorded.lastLine),
    message,
  }));
  const rest = all.length - told.length;
  if (rest > 0)
    told.push({ file, line: recorded.textLine, message: `${rest} more lines of the output differ` });
  return told;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
