// A location in a document, and a problem at a location: `file:line: message`, the format that compilers use.

export interface Place {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A problem in a document. */
export interface DocProblem extends Place {
  /** Sentence for the document's author. */
  readonly message: string;
}

/** Offset of the start of each line in a string. */
export function listLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
