// Line ends of a file: fields and editors of a page know only one kind, and a file keeps its own.

/** Edited text with the line ends of the text before: CRLF if that text had only CRLF. */
export function keepLineEnds(before: string, edited: string): string {
  const isCrLf = before.includes('\r\n') && !/(?<!\r)\n/.test(before);
  return isCrLf ? edited.replaceAll(/\r?\n/g, '\r\n') : edited;
}
