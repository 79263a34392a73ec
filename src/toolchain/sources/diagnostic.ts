// Message of a compiler or linker about a program, as data. The log has the same message in words.

export type Severity = 'note' | 'warning' | 'error' | 'fatal';

/** A replacement that fixes the program; columns count like a diagnostic's, and the end is exclusive. */
export interface FixIt {
  /** Path of the file to edit. */
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Replacement; empty for a deletion. */
  readonly text: string;
}

/**
 * One message. Lines and columns count from 1, columns in UTF-16 units as editors in a browser do; the end is
 * exclusive.
 */
export interface Diagnostic {
  /**
   * Path as in the files of the request; an absolute path for headers that are not the program's; absent when the
   * message is about no file.
   */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly severity: Severity;
  /** Text of the compiler. */
  readonly message: string;
  /** The flag of a warning, such as `-Wunused-variable`. */
  readonly option?: string;
  /** Further messages that belong to this message. */
  readonly notes: readonly Diagnostic[];
  /** Edits that the compiler suggests. */
  readonly fixIts: readonly FixIt[];
}
