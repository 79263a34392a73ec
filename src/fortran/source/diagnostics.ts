// Positions and diagnostics in the Fortran compiler. A position is a single number into which file, line and column are
// packed, so that syntax trees stay small. It is unpacked only when a message or a #line directive is written.

import { type Correction, suggest } from './spelling.ts';

/** A message about a source, in the format that all of the service's compilers share. */
export interface FortranDiagnostic {
  file: string;
  /** 1-based */
  line: number;
  /** 1-based */
  column: number;
  severity: 'error' | 'warning' | 'note';
  message: string;
  /** The flag shown after a warning, such as `-Wunused-variable`. */
  option?: string;
  notes: FortranDiagnostic[];
  fixIts: { line: number; column: number; endLine: number; endColumn: number; text: string }[];
}

/** A packed position: file index, line, column. */
export type Position = number;

const COLUMN_LIMIT = 1024;
const LINE_LIMIT = 16_777_216;

/** Packs a position; columns beyond 1023 are clamped. */
export function packPosition(file: number, line: number, column: number): Position {
  return (file * LINE_LIMIT + line) * COLUMN_LIMIT + Math.min(column, COLUMN_LIMIT - 1);
}

export function lineOf(at: Position): number {
  return Math.floor(at / COLUMN_LIMIT) % LINE_LIMIT;
}

export function fileOf(at: Position): number {
  return Math.floor(at / (COLUMN_LIMIT * LINE_LIMIT));
}

/** Thrown to abandon a statement; the loop over the statements reports it and carries on. */
export class FortranError extends Error {
  readonly at: Position;
  readonly fix: Correction | undefined;

  /** @param at position of the error; @param fix replacement for the misspelt word */
  constructor(at: Position, message: string, fix?: Correction) {
    super(message);
    this.at = at;
    this.fix = fix;
  }
}

/** Abandons a statement because of an error. */
export function refuse(at: Position, fault: string, fix?: Correction): never {
  throw new FortranError(at, fault, fix);
}

/** Abandons a statement because of an unknown word, and suggests a candidate that resembles it. */
export function refuseWord(at: Position, fault: string, word: string, candidates: Iterable<string>): never {
  refuse(at, ...suggest(fault, word, candidates));
}

/** Throws a FortranError if there is a message. */
export function throwFault(at: Position, fault: string | undefined): void {
  if (fault !== undefined) refuse(at, fault);
}

/** Maximum number of errors shown. The same limit applies to warnings, which are counted separately. */
const MOST_SHOWN = 50;
const DEFAULT_WARNINGS = ['-Wcpp', '-Wout-of-bounds', '-Wargument-mismatch'];
/** Warnings that -Wall adds. */
const ALL_WARNINGS = ['-Wunused-variable', '-Wunused-dummy-argument', '-Wreturn-type', '-Wimplicit-variable'];

/** The warnings that the compilation flags enable: -Wall, -Wname, -Wno-name, -w. */
export function chosenWarnings(flags: readonly string[]): ReadonlySet<string> {
  const chosen = new Set(DEFAULT_WARNINGS);
  for (const flag of flags) {
    if (flag === '-Wall' || flag === '-Wextra' || flag === '-Wunused')
      for (const w of ALL_WARNINGS) chosen.add(w);
    else if (flag.startsWith('-Wno-error=')) chosen.add(flag);
    else if (flag.startsWith('-Wno-')) {
      for (const w of chosen)
        if (w === `-W${flag.slice(5)}` || (flag === '-Wno-unused' && w.startsWith('-Wunused')))
          chosen.delete(w);
    } else if (flag.startsWith('-W')) chosen.add(flag);
  }
  return flags.includes('-w') ? new Set() : chosen;
}

/** Collects the messages of a compilation. A message that is repeated for the same line is stored only once. */
export class DiagnosticList {
  /** in order of discovery */
  readonly items: FortranDiagnostic[] = [];
  errorCount = 0;
  readonly files: readonly string[];
  readonly #seen = new Set<string>();

  readonly #warnings: ReadonlySet<string>;

  /** @param files names of the files, by file index; @param warnings flags that select which warnings are reported */
  constructor(files: readonly string[], warnings: ReadonlySet<string> = chosenWarnings([])) {
    this.files = files;
    this.#warnings = warnings;
  }

  fileNameAt(at: Position): string {
    return this.files[fileOf(at)] ?? '';
  }

  error(at: Position, message: string, fix?: Correction): void {
    this.errorCount++;
    this.#add(at, 'error', message, { fix });
  }

  /** Adds a warning that a flag controls, or an unconditional warning. */
  warn(at: Position, message: string, option?: string): void {
    if (option !== undefined && !this.#warnings.has(option)) return;
    const isError = this.#isErrorInstead(option?.slice(2));
    if (isError) this.errorCount++;
    this.#add(at, isError ? 'error' : 'warning', message, { option });
  }

  // True if a warning becomes an error: because of -Werror, unless -Wno-error=name excludes it, or because of
  // -Werror=name.
  #isErrorInstead(name: string | undefined): boolean {
    if (name !== undefined && this.#warnings.has(`-Wno-error=${name}`)) return false;
    return this.#warnings.has('-Werror') || (name !== undefined && this.#warnings.has(`-Werror=${name}`));
  }

  /** Adds the message of a FortranError; rethrows any other error. */
  report(fault: unknown): void {
    if (!(fault instanceof FortranError)) throw fault;
    this.error(fault.at, fault.message, fault.fix);
  }

  /** The result of a step. If the step throws a FortranError, reports the error and returns undefined. */
  attempt<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (fault) {
      this.report(fault);
      return undefined;
    }
  }

  /**
   * The messages in source order, regardless of the order in which they were found: up to 50 errors and 50 warnings,
   * and a note that says how many more there are.
   */
  inOrder(): FortranDiagnostic[] {
    const place = ({ file }: FortranDiagnostic) => this.files.indexOf(file);
    const all = this.items.toSorted((a, b) => place(a) - place(b) || a.line - b.line || a.column - b.column);
    const beyond = (['error', 'warning'] as const).map((severity) =>
      all.filter((item) => item.severity === severity).slice(MOST_SHOWN),
    );
    const leftOut = new Set(beyond.flat());
    return [...all.filter((item) => !leftOut.has(item)), ...beyond.flatMap(noteLeftOut)];
  }

  #add(at: Position, severity: 'error' | 'warning', message: string, more: More): void {
    const line = lineOf(at);
    const key = `${severity}:${fileOf(at)}:${line}:${message}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const column = Math.max(1, at % COLUMN_LIMIT);
    const { fix, option } = more;
    const file = this.fileNameAt(at);
    const fixIts = fix
      ? [{ line, column, endLine: line, endColumn: column + fix.length, text: fix.text }]
      : [];
    const flag = option === undefined ? {} : { option };
    this.items.push({ file, line, column, severity, message, ...flag, notes: [], fixIts });
  }
}

/** The replacement for the misspelt word in an error, and the flag that controls a warning. */
type More = { fix?: Correction | undefined; option?: string | undefined };

function noteLeftOut(leftOut: readonly FortranDiagnostic[]): FortranDiagnostic[] {
  const [first] = leftOut;
  if (!first) return [];
  const { file, line, column, severity } = first;
  const more = leftOut.length === 1 ? `One more ${severity} is` : `${leftOut.length} more ${severity}s are`;
  const message = `${more} not shown, starting here.`;
  return [{ file, line, column, severity: 'note', message, notes: [], fixIts: [] }];
}
