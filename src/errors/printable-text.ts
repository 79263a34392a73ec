// Untrusted text (of a request, a repository, a program) for a terminal or a log: its control sequences have no effect.

/** Control characters except tab and line feed, and characters that change the direction of text. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with every control character as `\u001b`; tabs and line feeds stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeCharacter);
}

/** The text as one line: line feeds and tabs are escaped, too. */
export function printableLine(text: string): string {
  return printable(text).replaceAll(/[\t\n]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
