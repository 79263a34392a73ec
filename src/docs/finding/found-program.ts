// A program of a document before any build: found by one of the scanners (find-markdown.ts, find-rst.ts, find-html.ts)
// or by a plugin of a tool that has parsed the document itself.
import { parseLanguage } from '../../toolchain/sources/language.ts';
import { type Attribute, type FenceOptions, readFenceOptions } from './fence-attributes.ts';
import type { DocProblem, Place } from './place.ts';

/** The recorded output after a program. */
export interface RecordedOutput {
  readonly text: string;
  /** Lines of the whole block in the file, from 1, both included. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Line of the first line of its text. */
  readonly textLine: number;
  /** Start and end of its text in the document; absent if a tool has parsed the document. */
  readonly range?: readonly [number, number];
  /** Prefix of its lines. */
  readonly indent?: string;
}

export interface FoundProgram extends Place {
  /** C, C++ or Fortran. */
  readonly language: 'C' | 'C++' | 'Fortran';
  /** The text between the fences. */
  readonly text: string;
  /** Line of the file at which the text begins. */
  readonly textLine: number;
  /** Line of the file at which the program's block ends. */
  readonly lastLine: number;
  readonly options: FenceOptions;
  readonly recorded?: RecordedOutput;
  /** In HTML: start and end of the program with its recorded output in the document. */
  readonly range?: readonly [number, number];
  /** Prefix of every line of the block, in a list or a quotation. */
  readonly indent: string;
  readonly problems: readonly DocProblem[];
}

/** A program as a scanner finds it. */
export interface RawProgram
  extends Place,
    Pick<FoundProgram, 'text' | 'textLine' | 'lastLine' | 'range'>,
    Partial<Pick<FoundProgram, 'indent'>> {
  readonly language: string;
  readonly attributes: readonly Attribute[];
  /** Part of the attributes that could not be split. */
  readonly problem?: string | undefined;
  readonly recorded?: RecordedOutput | undefined;
}

/** Word after the language that marks a fence as a program. */
export const MARKER = 'haze';
/** The language of a fence with recorded output. */
export const OUTPUT_LANGUAGE = 'output';

/** Reads language and attributes. */
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
    ...{ file, line, language, text, textLine, lastLine, options, indent },
    ...(recorded && { recorded }),
    ...(range && { range }),
    problems: said.map((message) => ({ file, line, message })),
  };
}
