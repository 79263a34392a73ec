// Preserves a file's line endings, because form fields and editors support only one kind.

/** The edited text with the previous text's line endings: CRLF if that text used only CRLF. */
export function keepLineEnds(before: string, edited: string): string {
  const isCrLf = before.includes('\r\n') && !/(?<!\r)\n/.test(before);
  return isCrLf ? edited.replaceAll(/\r?\n/g, '\r\n') : edited;
}
