// Preprocessor macros, expanded as in the traditional mode of the C preprocessor, which Fortran sources expect:
// parameters are replaced even inside quotes, `#x` creates a string, and other strings and comments remain unchanged.

/** An object-like macro or, if it has parameters, a function-like macro. */
export interface Macro {
  parameters?: string[];
  readonly body: string;
}

const MAX_DEPTH = 20;
/** Maximum total size of all macro replacements when a line is expanded. */
const MAX_CHARACTERS = 1_000_000;
const TOKEN = /'[^'\n]*'|"[^"\n]*"|![^\n]*|[A-Za-z_]\w*|\d\w*/g;

/** Adds the macro that a `#define` defines. */
export function defineMacro(rest: string, macros: Map<string, Macro>): void {
  const match = /^(\w+)(\(([^)]*)\))?/.exec(rest);
  if (!match) return;
  const macro: Macro = { body: rest.slice(match[0].length).trimStart() };
  if (match[2]) macro.parameters = (match[3] ?? '').split(',').map((s) => s.trim());
  macros.set(match[1]!, macro);
}

/** A line with its macros expanded, or undefined if the expansion does not terminate. */
export function maybeExpandMacros(text: string, macros: ReadonlyMap<string, Macro>): string | undefined {
  const budget = { left: MAX_CHARACTERS };
  const expanded = expand(text, macros, budget, 0);
  return budget.left < 0 ? undefined : expanded;
}

function expand(
  text: string,
  macros: ReadonlyMap<string, Macro>,
  budget: { left: number },
  depth: number,
): string {
  budget.left -= text.length + 1;
  if (depth > MAX_DEPTH || budget.left < 0) return text;
  let result = '';
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let token = nextToken(text, 0); token; token = nextToken(text, from)) {
    const macro = macros.get(token[0]);
    const end = token.index + token[0].length;
    const call = macro?.parameters && readArguments(text, end);
    result += text.slice(from, token.index);
    from = end;
    if (!macro || (macro.parameters && !call)) result += token[0];
    else if (call) {
      result += expand(substitute(macro, call.values), macros, budget, depth + 1);
      from = call.end;
    } else result += expand(macro.body, macros, budget, depth + 1);
  }
  return result + text.slice(from);
}

function nextToken(text: string, from: number): RegExpExecArray | null {
  TOKEN.lastIndex = from;
  return TOKEN.exec(text);
}

// The arguments of a parenthesised call; commas count only if they are outside nested parentheses and quotes.
function readArguments(text: string, from: number): { values: string[]; end: number } | undefined {
  let i = from;
  while (text[i] === ' ') i++;
  if (text[i] !== '(') return undefined;
  const values: string[] = [];
  let depth = 0;
  let quote = '';
  let start = i + 1;
  for (; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') {
      if (--depth > 0) continue;
      values.push(text.slice(start, i).trim());
      return { values, end: i + 1 };
    } else if (c === ',' && depth === 1) {
      values.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return undefined;
}

/** Removes the blanks around `##`. */
function joinPasted(body: string): string {
  const pieces = body.split('##');
  const last = pieces.length - 1;
  return pieces
    .map((piece, i) => (i > 0 ? piece.trimStart() : piece))
    .map((piece, i) => (i < last ? piece.trimEnd() : piece))
    .join('##');
}

function substitute(macro: Macro, values: readonly string[]): string {
  const argumentOf = (name: string): string | undefined => {
    const index = macro.parameters!.indexOf(name);
    return index < 0 ? undefined : (values[index] ?? '');
  };
  return joinPasted(macro.body)
    .replace(/(?<!#)#\s*([A-Za-z_]\w*)/g, (all, name: string) => {
      const value = argumentOf(name);
      return value === undefined ? all : `"${value}"`;
    })
    .replace(/[A-Za-z_]\w*/g, (name) => argumentOf(name) ?? name)
    .replaceAll('##', '');
}
