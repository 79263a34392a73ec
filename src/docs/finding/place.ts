// A place in a document and a problem there: `file:line: message`, as compilers write it.

export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface DocProblem extends Place {
  readonly message: string;
}
