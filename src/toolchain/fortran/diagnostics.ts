// Positions and diagnostics of the Fortran compiler. A position is one number (file, line and column packed),
// so that syntax trees stay small; it is unpacked only when a message or a #line directive is written.

/** One message about a source text, in the shape that all compilers of the service answer. */
export interface FortranDiagnostic {
  file: string;
  /** 1-based */
  line: number;
  /** 1-based */
  column: number;
  severity: 'error' | 'warning' | 'note';
  message: string;
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

/** The line of a packed position. */
export function lineOf(at: Position): number {
  return Math.floor(at / COLUMN_LIMIT) % LINE_LIMIT;
}

/** The index of the file of a packed position. */
export function fileOf(at: Position): number {
  return Math.floor(at / (COLUMN_LIMIT * LINE_LIMIT));
}

/** Thrown to give up one statement; whoever loops over statements reports it and goes on. */
export class FortranError extends Error {
  readonly at: Position;
  readonly fix: string | undefined;

  /** @param at where the fault is; @param fix text that would replace the faulty word */
  constructor(at: Position, message: string, fix?: string) {
    super(message);
    this.at = at;
    this.fix = fix;
  }
}

const MAX_ERRORS = 50;

/** Collects the messages of one compilation. */
export class DiagnosticList {
  readonly items: FortranDiagnostic[] = [];
  errorCount = 0;
  readonly files: readonly string[];
  readonly #seen = new Set<string>();

  /** @param files names of the files, by file index */
  constructor(files: readonly string[]) {
    this.files = files;
  }

  /** Adds an error. The same message at the same line is kept once; after 50 errors the rest is dropped. */
  error(at: Position, message: string): void {
    if (this.#add(at, 'error', message)) this.errorCount++;
  }

  /** Adds a warning. */
  warn(at: Position, message: string): void {
    this.#add(at, 'warning', message);
  }

  /** Adds what a FortranError says; anything else is thrown on. */
  report(fault: unknown): void {
    if (!(fault instanceof FortranError)) throw fault;
    this.error(fault.at, fault.message);
  }

  #add(at: Position, severity: 'error' | 'warning', message: string): boolean {
    const line = lineOf(at);
    const key = `${fileOf(at)}:${line}:${message}`;
    if (this.#seen.has(key) || this.items.length >= MAX_ERRORS) return severity === 'error';
    this.#seen.add(key);
    this.items.push({
      file: this.files[fileOf(at)] ?? '',
      line,
      column: Math.max(1, at % COLUMN_LIMIT),
      severity,
      message,
      notes: [],
      fixIts: [],
    });
    return true;
  }
}
