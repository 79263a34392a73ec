// Fields and editors of a page know only one kind of line end; a file keeps its own.

/** An edited text with the line ends of the text before: CRLF where that had no others. */
export function keepLineEnds(before: string, edited: string): string {
  const isCrLf = before.includes('\r\n') && !/(?<!\r)\n/.test(before);
  return isCrLf ? edited.replaceAll(/\r?\n/g, '\r\n') : edited;
}
