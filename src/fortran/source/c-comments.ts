// C-style comments, which a preprocessor removes from Fortran sources, except in character constants and after `!`.

/** The text with blanks in place of its C comments, so that all other characters keep their lines and columns. */
export function withoutComments(text: string): string {
  if (!text.includes('/*')) return text;
  let result = '';
  let from = 0;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === '\n') quote = '';
    else if (quote !== '') quote = c === quote ? '' : quote;
    else if (c === "'" || c === '"') quote = c;
    else if (c === '!') {
      const end = text.indexOf('\n', i);
      if (end < 0) break;
      i = end;
    } else if (c === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2);
      if (end < 0) break;
      result += text.slice(from, i) + text.slice(i, end + 2).replace(/[^\r\n]/g, ' ');
      from = end + 2;
      i = from - 1;
    }
  }
  return result + text.slice(from);
}
