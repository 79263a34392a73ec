// A program in a document before any build: found by a scanner (find-markdown.ts, find-rst.ts, find-html.ts) or by a
// plugin for a tool that has parsed the document itself.
import { parseLanguage } from '../../toolchain/sources/language.ts';
import { type Attribute, type FenceOptions, readFenceOptions } from './fence-attributes.ts';
import type { DocProblem, Place } from './place.ts';

/** Recorded output after a program. */
export interface RecordedOutput {
  readonly text: string;
  /** First and last line of the whole block in the file (1-based). */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Line at which the text starts. */
  readonly textLine: number;
  /** Start and end of the text in the document; absent if a tool has parsed the document. */
  readonly range?: readonly [number, number];
  /** Prefix of the output's lines. */
  readonly indent?: string;
}

export interface FoundProgram extends Place {
  /** C, C++ or Fortran. */
  readonly language: 'C' | 'C++' | 'Fortran';
  /** Text between the fences. */
  readonly text: string;
  /** Line of the file at which the text starts. */
  readonly textLine: number;
  /** Line of the file at which the program's block ends. */
  readonly lastLine: number;
  readonly options: FenceOptions;
  readonly recorded?: RecordedOutput;
  /** In HTML, start and end of the program in the document, including its recorded output. */
  readonly range?: readonly [number, number];
  /** Prefix of every line of the block, if it is in a list or a quotation. */
  readonly indent: string;
  readonly problems: readonly DocProblem[];
}

/** A program as found by a scanner. */
export interface RawProgram
  extends Place,
    Pick<FoundProgram, 'text' | 'textLine' | 'lastLine' | 'range'>,
    Partial<Pick<FoundProgram, 'indent'>> {
  readonly language: string;
  readonly attributes: readonly Attribute[];
  /** The part of the attributes that could not be split. */
  readonly problem?: string | undefined;
  readonly recorded?: RecordedOutput | undefined;
}

/** Word that follows the language and marks a fence as a program. */
export const MARKER = 'haze';
/** Language of a fence with recorded output. */
export const OUTPUT_LANGUAGE = 'output';

/** Interprets the language and attributes. */
export function readFound(raw: RawProgram): FoundProgram {
  const { options, problems } = readFenceOptions(raw.attributes);
  const said = raw.problem === undefined ? [...problems] : [raw.problem, ...problems];
  let language: FoundProgram['language'] = 'C';
  try {
    language = parseLanguage(raw.language);
  } catch {
    said.unshift(`unknown language "${raw.language}". Languages: c, c++, cpp, cxx, fortran, f90, f77`);
  }
  const { file, line, text, textLine, lastLine, recorded, range, indent = '' } = raw;
  return {
    file,
    line,
    language,
    text,
    textLine,
    lastLine,
    options,
    indent,
    ...(recorded && { recorded }),
    ...(range && { range }),
    problems: said.map((message) => ({ file, line, message })),
  };
}
