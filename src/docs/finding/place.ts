// Where something stands in a document, and what is wrong there: `file:line: message`, as compilers say it.

export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface DocProblem extends Place {
  readonly message: string;
}
