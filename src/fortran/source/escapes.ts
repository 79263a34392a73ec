// -fbackslash: escape sequences in character constants. They are resolved before statements are read, so that a quote
// after a backslash does not end a constant. Bytes above 127 become the characters that represent them
// (program/constants/constants.ts).
import type { SourceLine } from './preprocessor.ts';

/**
 * Marks an escape sequence for a code above U+10FFFF, the last character. It is followed by four bytes, the most
 * significant one first.
 */
export const NO_CHARACTER = '\uf6fe';

const LETTERS: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
  '\\': '\\',
};

/** The lines, with the escape sequences in their character constants resolved. */
export function resolveEscapes(lines: readonly SourceLine[], fixed: boolean): SourceLine[] {
  let quote = '';
  return lines.map((line) => {
    if (fixed && /^[cC*!dD]/.test(line.text)) return line;
    if (quote !== '' && !fixed && line.text.trim() === '') return line;
    // In fixed form, a line begins a statement unless it is a continuation line.
    if (fixed && !/^ {5}[^ 0]/.test(line.text)) quote = '';
    const resolved = resolveLine(line.text, quote);
    const goesOn = fixed || /&\s*$/.test(line.text);
    quote = goesOn ? resolved.quote : '';
    return { ...line, text: resolved.text };
  });
}

function resolveLine(source: string, open: string): { text: string; quote: string } {
  let quote = open;
  let text = '';
  for (let i = 0; i < source.length; i++) {
    const c = source[i]!;
    if (quote === '' && c === '!') return { text: text + source.slice(i), quote: '' };
    if (quote !== '' && c === '\\') {
      const { value, length } = escapeAt(source.slice(i + 1), quote);
      text += value;
      i += length;
      continue;
    }
    if (quote === '' && (c === "'" || c === '"')) quote = c;
    else if (c === quote) quote = '';
    text += c;
  }
  return { text, quote };
}

// The character that an escape sequence represents. A quote is doubled, as constants require. Unknown sequences remain
// unchanged.
function escapeAt(rest: string, quote: string): { value: string; length: number } {
  const code = /^x([0-9a-fA-F]{2})|^u([0-9a-fA-F]{4})|^U([0-9a-fA-F]{8})/.exec(rest);
  if (code) {
    const n = Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16);
    if (n > 0x10ffff) return { value: NO_CHARACTER + bytesOf(n), length: code[0].length };
    return { value: String.fromCodePoint(n >= 0x80 && n <= 0xff ? 0xf700 + n : n), length: code[0].length };
  }
  const next = rest[0] ?? '';
  if (next === quote && next !== '') return { value: next + next, length: 1 };
  if (next === "'" || next === '"') return { value: next, length: 1 };
  const value = LETTERS[next];
  return value === undefined ? { value: '\\', length: 0 } : { value, length: 1 };
}

// Each byte, as the character that represents it.
function bytesOf(code: number): string {
  return String.fromCharCode(...[24, 16, 8, 0].map((shift) => 0xf700 + ((code >>> shift) & 0xff)));
}
