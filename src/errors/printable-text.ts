// Makes untrusted text (from a request, repository or program) safe for a terminal or log: its control sequences have
// no effect.

/** Control characters other than tab and line feed, and characters that change text direction. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with every control character written like `\u001b`; tabs and line feeds stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeCharacter);
}

/** The text as one line: line feeds and tabs are also escaped. */
export function printableLine(text: string): string {
  return printable(text).replaceAll(/[\t\n]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
