/**
 * The offset of the first matching character outside character constants, or -1. `depth` counts the parentheses and
 * brackets that are open after the character.
 */
export function findCharacter(
  text: string,
  from: number,
  isWanted: (c: string, depth: number, offset: number) => boolean,
): number {
  let depth = 0;
  let quote = '';
  for (let i = from; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
      continue;
    }
    if (c === "'" || c === '"') quote = c;
    else if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    if (isWanted(c, depth, i)) return i;
  }
  return -1;
}
