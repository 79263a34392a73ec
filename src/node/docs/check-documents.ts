// `haze docs check`: builds and runs every program in documents, and compares its output with the recorded output, or
// updates the recorded output.
import { readFile } from 'node:fs/promises';
import type { DocProgram } from '../../docs/finding/doc-page.ts';
import type { DocProblem } from '../../docs/finding/place.ts';
import { recordedForm } from '../../docs/judging/compare-output.ts';
import { isError, judgeEnd, judgeProgram, type ProgramOutcome } from '../../docs/judging/program-outcome.ts';
import { placeRecord } from '../../docs/judging/record-output.ts';
import { mapFew } from '../files/map-few.ts';
import { writeWhole } from '../files/write-whole.ts';
import { maybeReadText } from './document-text.ts';
import type { ProgramBench } from './program-bench.ts';
import { findUnrun, maybeFindPrograms } from './read-document.ts';

/** A program with its problems. */
export interface CheckedProgram {
  readonly program: DocProgram;
  /** Undefined if the program was not built because its attributes are wrong. */
  readonly outcome?: ProgramOutcome;
  /** Empty for a correct program. */
  readonly problems: readonly DocProblem[];
}

/** A document with its programs. */
export interface CheckedDocument {
  /** Path as given. */
  readonly file: string;
  readonly programs: readonly CheckedProgram[];
  /**
   * Problems with the document itself: its bytes are not text, or its encoding lacks some of the output's characters.
   */
  readonly problems: readonly DocProblem[];
  /** Fences that mention haze but are not run. The check does not fail because of them. */
  readonly notes: readonly DocProblem[];
  /** True if the document has new recorded outputs. */
  readonly isUpdated: boolean;
}

/**
 * Checks documents.
 * @param isUpdate writes differing or missing output into the documents; programs that fail are left unchanged
 */
export async function checkDocuments(
  files: readonly string[],
  bench: ProgramBench,
  { isUpdate }: { readonly isUpdate: boolean },
): Promise<CheckedDocument[]> {
  const documents = await mapFew(files, async (file) => {
    const read = maybeReadText(await readFile(file));
    return { file, read, programs: read ? (maybeFindPrograms(file, read.text) ?? []) : [] };
  });
  const all = documents.flatMap(({ programs }) => programs);
  const sound = all.filter(({ problems }) => problems.length === 0);
  const made = await bench.runAll(sound);
  const outcomes = new Map(sound.map((program, i) => [program, made[i]!]));
  const judge = isUpdate ? judgeEnd : judgeProgram;
  return Promise.all(
    documents.map(async ({ file, read, programs }): Promise<CheckedDocument> => {
      if (!read)
        return { file, programs: [], problems: [problemOf(file, NO_TEXT)], notes: [], isUpdated: false };
      const checked = programs.map((program): CheckedProgram => {
        const outcome = outcomes.get(program);
        if (!outcome) return { program, problems: program.problems };
        return { program, outcome, problems: judge(program, outcome) };
      });
      const notes = findUnrun(file, read.text);
      const updated = isUpdate ? recordAll(read.text, checked) : read.text;
      if (updated === read.text) return { file, programs: checked, problems: [], notes, isUpdated: false };
      const bytes = read.encode(updated);
      if (bytes) await writeWhole(file, [bytes]);
      const problems = bytes ? [] : [problemOf(file, NO_CHARACTER)];
      return { file, programs: checked, problems, notes, isUpdated: bytes !== undefined };
    }),
  );
}

const NO_TEXT = 'this document cannot be read: it is neither UTF-8 nor UTF-16 with a byte order mark';
const NO_CHARACTER =
  'nothing is recorded: the document is not UTF-8, and the output contains characters that its encoding cannot represent';

function problemOf(file: string, message: string): DocProblem {
  return { file, line: 1, message };
}

/** The document with the output of every program that did not fail. */
function recordAll(text: string, checked: readonly CheckedProgram[]): string {
  return checked.reduceRight((whole, { program, outcome, problems }) => {
    const isAsWanted = outcome && problems.length === 0 && outcome.messages.every((one) => !isError(one));
    const hasOutput = isAsWanted && !program.options.norun && !program.options.part && outcome.stdout !== '';
    if (!hasOutput) return whole;
    // Preserves the author's formatting of a recorded output that matches.
    if (program.recorded && judgeProgram(program, outcome).length === 0) return whole;
    return placeRecord(whole, program, recordedForm(outcome.stdout));
  }, text);
}
