// Text from a git server in messages: short, and without control characters.
import { printableLine } from '../../errors/printable-text.ts';

const MOST_QUOTED = 200;

/** The start of a server's text, as one printable line. */
export function quote(text: string): string {
  return printableLine(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text);
}
