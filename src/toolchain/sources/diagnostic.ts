// A compiler or linker message about a program, as data. The log contains the same message as text.

export type Severity = 'note' | 'warning' | 'error' | 'fatal';

/** A replacement that fixes the program; columns are counted as in a diagnostic, and the end is exclusive. */
export interface FixIt {
  /** Path of the file to edit. */
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Replacement text; empty for a deletion. */
  readonly text: string;
}

/**
 * A single message. Lines and columns are 1-based, and columns are UTF-16 units, as in browser editors; the end is
 * exclusive.
 */
export interface Diagnostic {
  /**
   * Path as in the request's files; an absolute path for headers outside the program; undefined if the message
   * concerns no file.
   */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly severity: Severity;
  /** The compiler's text. */
  readonly message: string;
  /** Flag of a warning, such as `-Wunused-variable`. */
  readonly option?: string;
  /** Additional messages that belong to this message. */
  readonly notes: readonly Diagnostic[];
  /** Edits that the compiler suggests. */
  readonly fixIts: readonly FixIt[];
}
