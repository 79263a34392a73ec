// A program, together with everything that determines its output.

import { printableLine } from '../../errors/printable-text.ts';
import { DEFAULT_CORE } from '../../uncertainty/core/default-core.ts';
import { contentOfFile, type InputFile, maybeInputFile } from './input-file.ts';
import { maybeRunSettings, type RunSettings } from './run-settings.ts';

export type Language = 'C' | 'C++' | 'Fortran';

export const LANGUAGES: readonly Language[] = ['C', 'C++', 'Fortran'];

export interface Program {
  readonly title: string;
  readonly language: Language;
  /** Name of a default core, or ID of one of the account's own cores. */
  readonly core: string;
  readonly source: string;
  /** Arguments as typed in a shell. */
  readonly arguments: string;
  readonly stdin: string;
  readonly files: readonly InputFile[];
  /** Additional compiler flags; undefined for the language's default flags. */
  readonly flags?: string | undefined;
  /** Settings that the user has chosen: seed, number of runs, lanes, time limit. */
  readonly settings?: RunSettings;
}

/** A program's inputs, apart from its text. */
export type ProgramInputs = Pick<Program, 'core' | 'arguments' | 'stdin' | 'files' | 'settings'>;

export function inputsOf({ core, arguments: words, stdin, files, settings }: Program): ProgramInputs {
  return { core, arguments: words, stdin, files, ...(settings && { settings }) };
}

/** Tests whether two programs produce the same output. */
export function isSameProgram(one: Program, other: Program): boolean {
  if (one === other) return true;
  const isEqual = (['language', 'core', 'source', 'arguments', 'stdin', 'flags'] as const).every(
    (name) => one[name] === other[name],
  );
  const settingsOf = ({ settings = {} }: Program) => JSON.stringify(settings);
  return isEqual && settingsOf(one) === settingsOf(other) && haveSameFiles(one.files, other.files);
}

function haveSameFiles(files: readonly InputFile[], others: readonly InputFile[]): boolean {
  if (files === others) return true;
  if (files.length !== others.length) return false;
  return files.every((file, i) => {
    const other = others[i]!;
    return file === other || (file.path === other.path && contentOfFile(file) === contentOfFile(other));
  });
}

/** Default flags. Fortran programs have run-time checks unless the flags turn them off. */
const FLAGS: Readonly<Record<Language, { readonly variable: string; readonly usual: string }>> = {
  C: { variable: 'CFLAGS', usual: '' },
  'C++': { variable: 'CXXFLAGS', usual: '' },
  Fortran: { variable: 'FFLAGS', usual: '-fcheck=all' },
};

/** A program's compiler flags. */
export function flagsOf({ flags, language }: Pick<Program, 'flags' | 'language'>): string {
  return flags ?? FLAGS[language].usual;
}

/** Content for a config.mk with the flags; empty if there are none. */
export function configMkOf(program: Pick<Program, 'flags' | 'language'>): string {
  const flags = flagsOf(program).trim();
  return flags === '' ? '' : `${FLAGS[program.language].variable} = ${flags}\n`;
}

const EMPTY: Program = {
  title: '',
  language: 'C',
  core: DEFAULT_CORE,
  source: '',
  arguments: '',
  stdin: '',
  files: [],
};

/** The program, with defaults for fields that are not set. */
export function describeProgram(parts: Partial<Program>): Program {
  return { ...EMPTY, ...parts };
}

/** Program read from external data; undefined if the data is invalid. */
export function maybeProgram(data: unknown): Program | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const fields = data as Record<string, unknown>;
  const { language, source, files = [] } = fields;
  if (typeof source !== 'string' || !LANGUAGES.includes(language as Language)) return undefined;
  const inputs = Array.isArray(files) ? files.map(maybeInputFile) : [undefined];
  if (!inputs.every((file) => file !== undefined)) return undefined;
  for (const name of ['title', 'core', 'arguments', 'stdin', 'flags']) {
    if (fields[name] !== undefined && typeof fields[name] !== 'string') return undefined;
  }
  const settings = fields.settings === undefined ? {} : maybeRunSettings(fields.settings);
  if (!settings) return undefined;
  const { title = '', core = DEFAULT_CORE, arguments: words = '', stdin = '' } = fields as Partial<Program>;
  const chosen = fields.flags === undefined ? {} : { flags: fields.flags as string };
  return {
    ...{ title, language: language as Language, core, source },
    ...{ arguments: words, stdin, files: inputs, ...chosen },
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** Maximum length of a path in characters, as in the service. */
const MOST_PATH_CHARACTERS = 1500;
const MOST_FOLDERS = 100;
const MOST_SHOWN_CHARACTERS = 80;

/** Error message for an invalid path of a program's file; undefined if the path is valid. */
export function maybePathProblem(path: string): string | undefined {
  if (path === '') return 'A file needs a name.';
  const parts = path.slice(0, MOST_PATH_CHARACTERS + 1).split(/[/\\]/);
  const isPath =
    path.length <= MOST_PATH_CHARACTERS &&
    parts.length <= MOST_FOLDERS + 1 &&
    !parts.some((part) => part === '' || part === '.' || part === '..') &&
    !/[\p{Cc}\p{Cs}]/u.test(path);
  if (isPath) return undefined;
  const shown = printableLine(path.slice(0, MOST_SHOWN_CHARACTERS));
  return `"${shown}" is not a file path: use at most ${MOST_FOLDERS} folders and a name, joined by slashes, in at most ${MOST_PATH_CHARACTERS} characters.`;
}
