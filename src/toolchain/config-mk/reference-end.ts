// Finds the end of a reference such as $(VAR) or ${VAR:.c=.o}. expand.ts interprets the reference.

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/**
 * Offset just past the reference that begins with the dollar sign at `at`; the end of the text for an unclosed
 * reference.
 */
export function skipReference(text: string, at: number): number {
  const open = text[at + 1];
  const close = open === undefined ? undefined : CLOSING[open];
  if (close === undefined) return Math.min(at + 2, text.length);
  const end = maybeClosing(text, at + 2, open!, close);
  return end === undefined ? text.length : end + 1;
}

/**
 * Offset of the bracket that closes a reference, allowing for nested brackets of its kind; undefined if there is
 * none.
 */
export function maybeClosing(text: string, start: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && depth-- === 0) return at;
  }
  return undefined;
}
