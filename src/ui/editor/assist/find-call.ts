// The function call that encloses a position in source text, with the index of the parameter.

export interface EnclosingCall {
  readonly name: string;
  /** Offset of the name. */
  readonly from: number;
  /** 0-based index. */
  readonly parameter: number;
}

/** Maximum length of the text that is searched before the position. */
const MOST_LETTERS = 2000;

/**
 * The innermost call that encloses a position.
 * @param isText tests whether a position is inside a string or a comment
 */
export function maybeCallAt(
  text: string,
  position: number,
  isText: (at: number) => boolean,
): EnclosingCall | undefined {
  let depth = 0;
  let parameter = 0;
  for (let at = position - 1; at >= Math.max(0, position - MOST_LETTERS); at -= 1) {
    const letter = text[at]!;
    if (!/[()[\]{},;]/.test(letter) || isText(at)) continue;
    if (letter === ')' || letter === ']') depth += 1;
    else if (letter === '[') depth -= 1;
    else if (letter === ',') parameter += depth === 0 ? 1 : 0;
    else if (letter !== '(') return undefined;
    else if (depth > 0) depth -= 1;
    else {
      const name = /\b([A-Za-z_]\w*)\s*$/.exec(text.slice(Math.max(0, at - 200), at));
      return name ? { name: name[1]!, from: at - name[0].length, parameter } : undefined;
    }
  }
  return undefined;
}
