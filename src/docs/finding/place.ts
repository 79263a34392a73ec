// A place in a document and a problem there: `file:line: message`, as compilers write it.

export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A fault in a document. */
export interface DocProblem extends Place {
  /** A sentence for the writer. */
  readonly message: string;
}
