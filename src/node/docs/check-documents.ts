// `haze docs check`: builds and runs every program of documents, and compares its output with the recorded output
// behind it, or updates the recorded output.
import { readFile } from 'node:fs/promises';
import type { DocProgram } from '../../docs/finding/doc-page.ts';
import type { DocProblem } from '../../docs/finding/place.ts';
import { recordedForm } from '../../docs/judging/compare-output.ts';
import { isError, judgeEnd, judgeProgram, type ProgramOutcome } from '../../docs/judging/program-outcome.ts';
import { placeRecord } from '../../docs/judging/record-output.ts';
import { mapFew } from '../files/map-few.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { ProgramBench } from './program-bench.ts';
import { maybeFindPrograms } from './read-document.ts';

/** A program with its problems. */
export interface CheckedProgram {
  readonly program: DocProgram;
  /** Absent when the program's attributes are wrong, so that it was not built. */
  readonly outcome?: ProgramOutcome;
  /** Empty for a program that is well. */
  readonly problems: readonly DocProblem[];
}

/** A document with its programs. */
export interface CheckedDocument {
  /** Path as given. */
  readonly file: string;
  readonly programs: readonly CheckedProgram[];
  /** True when the document has new recorded outputs. */
  readonly isUpdated: boolean;
}

/**
 * Checks documents.
 * @param isUpdate writes output that differs, or is not there, into the documents; programs that fail stay as they are
 */
export async function checkDocuments(
  files: readonly string[],
  bench: ProgramBench,
  { isUpdate }: { readonly isUpdate: boolean },
): Promise<CheckedDocument[]> {
  const documents = await mapFew(files, async (file) => {
    const text = await readFile(file, 'utf8');
    return { file, text, programs: maybeFindPrograms(file, text) ?? [] };
  });
  const all = documents.flatMap(({ programs }) => programs);
  const sound = all.filter(({ problems }) => problems.length === 0);
  const made = await bench.runAll(sound);
  const outcomes = new Map(sound.map((program, i) => [program, made[i]!]));
  const judge = isUpdate ? judgeEnd : judgeProgram;
  return Promise.all(
    documents.map(async ({ file, text, programs }): Promise<CheckedDocument> => {
      const checked = programs.map((program): CheckedProgram => {
        const outcome = outcomes.get(program);
        if (!outcome) return { program, problems: program.problems };
        return { program, outcome, problems: judge(program, outcome) };
      });
      const updated = isUpdate ? recordAll(text, checked) : text;
      if (updated !== text) await writeWhole(file, [Buffer.from(updated)]);
      return { file, programs: checked, isUpdated: updated !== text };
    }),
  );
}

/** The document with the output of every program that did not fail. */
function recordAll(text: string, checked: readonly CheckedProgram[]): string {
  return checked.reduceRight((whole, { program, outcome, problems }) => {
    const isAsWanted = outcome && problems.length === 0 && outcome.messages.every((one) => !isError(one));
    const hasOutput = isAsWanted && !program.options.norun && !program.options.part && outcome.stdout !== '';
    if (!hasOutput) return whole;
    // Keeps recorded output that agrees, as its author wrote it.
    if (program.recorded && judgeProgram(program, outcome).length === 0) return whole;
    return placeRecord(whole, program, recordedForm(outcome.stdout));
  }, text);
}
