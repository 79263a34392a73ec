// Reports of `haze docs check`: compiler-style lines, JUnit XML, GitHub workflow annotations, JSON.

import type { DocProblem } from '../../docs/finding/place.ts';
import { countOf } from '../../errors/count-of.ts';
import { describeSuites, type ReportedCase } from '../reports/junit.ts';
import type { CheckedDocument, CheckedProgram } from './check-documents.ts';

/** All problems, ordered by file and line. */
export function listProblems(documents: readonly CheckedDocument[]): DocProblem[] {
  return documents.flatMap((one) => [...one.problems, ...one.programs.flatMap(({ problems }) => problems)]);
}

/** `file:line: message`, one per line. */
export function describeProblems(problems: readonly DocProblem[]): string {
  return problems.map(({ file, line, message }) => `${file}:${line}: ${message}\n`).join('');
}

/** Workflow commands, which GitHub shows at the affected lines. */
export function describeAnnotations(problems: readonly DocProblem[]): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return problems
    .map(({ file, line, message }) => `::error file=${property(file)},line=${line}::${data(message)}\n`)
    .join('');
}

/** Describes the counts in a sentence. */
export function describeCounts(documents: readonly CheckedDocument[]): string {
  const programs = documents.flatMap(({ programs }) => programs);
  const bad = [...documents, ...programs].filter(({ problems }) => problems.length > 0).length;
  const recorded = programs.filter(({ program }) => program.recorded).length;
  const updated = documents.filter(({ isUpdated }) => isUpdated).length;
  const parts = [`${countOf(programs.length, 'program')} in ${countOf(documents.length, 'file')}`];
  parts.push(`${recorded} with recorded output`);
  parts.push(bad === 0 ? 'all well' : `${bad} with problems`);
  if (updated > 0) parts.push(`${countOf(updated, 'file')} updated`);
  return parts.join(', ');
}

/** One test suite for each document, one test case for each program. */
export function describeJunit(documents: readonly CheckedDocument[]): string {
  const suites = documents
    .filter(({ programs, problems }) => programs.length + problems.length > 0)
    .map(({ file, programs, problems: own }) => {
      const document = own.length > 0 ? [caseOf(file, 'document', 1, own)] : [];
      const cases = programs.map((one) => caseOf(file, nameOf(one.program), one.program.line, one.problems));
      return { name: file, cases: [...document, ...cases] };
    });
  return describeSuites('haze docs check', suites);
}

function caseOf(file: string, name: string, line: number, problems: readonly DocProblem[]): ReportedCase {
  const [first] = problems;
  const failure = first && { message: first.message, text: describeProblems(problems) };
  return { name, place: { file, line }, ...(failure && { failure }) };
}

function nameOf({ options, line }: CheckedProgram['program']): string {
  return options.name || options.caption || options.file || `line ${line}`;
}

/** All results, for other programs to read. */
export function describeJson(documents: readonly CheckedDocument[]): string {
  const data = documents.map(({ file, isUpdated, programs, problems, notes }) => ({
    file,
    updated: isUpdated,
    ...(problems.length > 0 && { problems }),
    ...(notes.length > 0 && { notes }),
    programs: programs.map(({ program, outcome, problems }) => ({
      line: program.line,
      language: program.language,
      core: program.options.core,
      ...(program.options.name && { name: program.options.name }),
      ...(outcome && { stdout: outcome.stdout, stderr: outcome.stderr, exitStatus: outcome.exitStatus }),
      problems,
    })),
  }));
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
