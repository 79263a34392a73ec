// The small preprocessor: #if, #ifdef, #elif, #else, #endif, #define (object-like and function-like), #undef, #error
// and #include, as well as Fortran's INCLUDE line. It works on lines rather than statements.
import { withoutComments } from './c-comments.ts';
import { type DiagnosticList, type Position, packPosition } from './diagnostics.ts';
import type { FoundInclude } from './find-include.ts';
import { defineMacro, type Macro, maybeExpandMacros } from './macros.ts';

export interface SourceLine {
  text: string;
  file: number;
  line: number;
}

/** Everything that the preprocessor needs besides the lines. */
export interface PreprocessorContext {
  diagnostics: DiagnosticList;
  /** Names of the files, by file index. */
  files: readonly string[];
  /** `NAME` or `NAME=value` from -D */
  defines: readonly string[];
  /** True if the file is preprocessed even if it contains no directives. */
  preprocessed?: boolean;
  /** The compilation time, determined on first use. */
  now(): Date;
  /** Finds a file that is included by a line in the file with this index. */
  findInclude(name: string, from: number): FoundInclude;
}

const MAX_INCLUDE_DEPTH = 20;
/**
 * Maximum number of characters in all files that a source includes, counting repetitions. Without this limit, small
 * files that include each other twice would expand into huge texts.
 */
const MOST_INCLUDED_CHARACTERS = 64_000_000;
/**
 * Minimum number of characters that an included file counts for, so that repeated empty files reach the limit as well.
 */
const LEAST_INCLUDED_CHARACTERS = 1000;

/** Expands includes and directives. */
export function preprocess(text: string, file: number, context: PreprocessorContext): SourceLine[] {
  const macros = timeMacros(context);
  for (const define of context.defines) {
    const [name, value] = define.split(/=(.*)/s);
    macros.set(name ?? '', { body: value ?? '1' });
  }
  const output: SourceLine[] = [];
  const directives = /^[ \t]*#/m.test(text) || context.defines.length > 0 || context.preprocessed === true;
  const room = { left: MOST_INCLUDED_CHARACTERS };
  expandFile({ text, file, depth: 0, directives, room }, macros, context, output);
  return output;
}

interface FileTask {
  text: string;
  file: number;
  depth: number;
  directives: boolean;
  /** Number of characters that may still be included; negative once the error has been reported. */
  room: { left: number };
}

function expandFile(
  task: FileTask,
  macros: Map<string, Macro>,
  context: PreprocessorContext,
  output: SourceLine[],
): void {
  // The #if lines that are open, and their state.
  const conditions: { active: boolean; taken: boolean; outer: boolean }[] = [];
  const isActive = (): boolean => conditions.every((c) => c.active);
  const lines = (task.directives ? withoutComments(task.text) : task.text).split(/\r\n|\r|\n/);
  for (let i = 0; i < lines.length; i++) {
    let text = lines[i]!;
    const line = i + 1;
    if (task.directives && /^\s*#/.test(text)) {
      while (text.endsWith('\\') && i + 1 < lines.length) text = text.slice(0, -1) + lines[++i];
      runDirective(text, line, task, { conditions, isActive, macros, context, output });
      continue;
    }
    if (!isActive()) continue;
    const include = /^\s*include\s*(['"])([^'"]+)\1\s*(!.*)?$/i.exec(text);
    if (include) {
      includeFile(include[2]!, line, task, macros, context, output);
      continue;
    }
    if (task.directives) {
      const expanded = maybeExpandMacros(text, withPlace(macros, context.files[task.file], line));
      if (expanded === undefined) reportEndless(context, packPosition(task.file, line, 1));
      text = expanded ?? '';
    }
    output.push({ text, file: task.file, line });
  }
  if (conditions.length > 0)
    context.diagnostics.error(packPosition(task.file, lines.length, 1), 'An #if has no #endif.');
}

/** The date and time of the compilation in UTC, in the same form as in clang's C. */
function timeMacros({ now }: PreprocessorContext): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  const define = (name: string, write: (time: Date) => string) => {
    macros.set(name, {
      get body() {
        return JSON.stringify(write(now()));
      },
    });
  };
  define('__DATE__', (time) => {
    const [, day, month, year] = time.toUTCString().split(' ');
    return `${month} ${String(Number(day)).padStart(2)} ${year}`;
  });
  define('__TIME__', (time) => time.toISOString().slice(11, 19));
  return macros;
}

function reportEndless({ diagnostics }: PreprocessorContext, at: Position): void {
  diagnostics.error(at, 'This line expands to too much text: shorten the macro definitions.');
}

// `__LINE__` and `__FILE__` expand to the position of the line.
function withPlace(macros: Map<string, Macro>, file: string | undefined, line: number): Map<string, Macro> {
  macros.set('__LINE__', { body: String(line) });
  macros.set('__FILE__', { body: JSON.stringify(file ?? '') });
  return macros;
}

// `#line 7 "a.f90"` and `# 7 "a.f90"`, which are output by other preprocessors.
function isLineMarker(word: string): boolean {
  return word === 'line' || /^\d+$/.test(word);
}

interface DirectiveState {
  conditions: { active: boolean; taken: boolean; outer: boolean }[];
  isActive(): boolean;
  macros: Map<string, Macro>;
  context: PreprocessorContext;
  output: SourceLine[];
}

/** Replaces each terminated C comment with a space. */
function dropComments(text: string): string {
  let dropped = '';
  for (let from = 0; ; ) {
    const start = text.indexOf('/*', from);
    const end = start < 0 ? -1 : text.indexOf('*/', start + 2);
    if (end < 0) return dropped + text.slice(from);
    dropped += `${text.slice(from, start)} `;
    from = end + 2;
  }
}

function runDirective(text: string, line: number, task: FileTask, state: DirectiveState): void {
  const match = /^\s*#\s*(\w*)/.exec(text);
  const word = match?.[1] ?? '';
  const rest = dropComments(text.slice(match?.[0].length ?? text.length)).trim();
  const at = packPosition(task.file, line, 1);
  const top = state.conditions.at(-1);
  if (word === 'if' || word === 'ifdef' || word === 'ifndef') {
    const outer = state.isActive();
    const value = outer && evaluateCondition(word, rest, state.macros);
    state.conditions.push({ active: value, taken: value, outer });
  } else if (word === 'elif' || word === 'else' || word === 'endif') {
    if (!top) state.context.diagnostics.error(at, `#${word} without #if.`);
    else if (word === 'endif') state.conditions.pop();
    else {
      top.active =
        !top.taken && top.outer && (word === 'else' || evaluateCondition('if', rest, state.macros));
      top.taken ||= top.active;
    }
  } else if (!state.isActive() || word === '' || word === 'pragma' || isLineMarker(word)) {
    return;
  } else if (word === 'define') {
    defineMacro(rest, state.macros);
  } else if (word === 'undef') {
    state.macros.delete(rest);
  } else if (word === 'error') {
    state.context.diagnostics.error(at, `#error ${rest}`);
  } else if (word === 'warning') {
    state.context.diagnostics.warn(at, rest, '-Wcpp');
  } else if (word === 'include') {
    includeFile(rest.replace(/^["<]|[">]$/g, ''), line, task, state.macros, state.context, state.output);
  } else {
    state.context.diagnostics.error(at, `Unknown preprocessor directive #${word}.`);
  }
}

function includeFile(
  name: string,
  line: number,
  task: FileTask,
  macros: Map<string, Macro>,
  context: PreprocessorContext,
  output: SourceLine[],
): void {
  const { room } = task;
  if (room.left < 0) return;
  const found = context.findInclude(name, task.file);
  room.left -= Math.max(found.file === undefined ? 0 : found.text.length, LEAST_INCLUDED_CHARACTERS);
  const at = packPosition(task.file, line, 1);
  if (found.file === undefined) {
    context.diagnostics.error(at, found.why);
  } else if (task.depth >= MAX_INCLUDE_DEPTH) {
    context.diagnostics.error(at, `Includes are nested more than ${MAX_INCLUDE_DEPTH} levels deep.`);
  } else if (room.left < 0) {
    const megabytes = MOST_INCLUDED_CHARACTERS / 1e6;
    context.diagnostics.error(at, `The included files of one source exceed ${megabytes} MB in total.`);
  } else {
    const directives = task.directives || /^[ \t]*#/m.test(found.text);
    expandFile(
      { text: found.text, file: found.file, depth: task.depth + 1, directives, room },
      macros,
      context,
      output,
    );
  }
}

function evaluateCondition(word: string, rest: string, macros: Map<string, Macro>): boolean {
  if (word === 'ifdef') return macros.has(rest);
  if (word === 'ifndef') return !macros.has(rest);
  const known = rest.replace(/\bdefined\s*(\(\s*(\w+)\s*\)|(\w+))/g, (_all, _p, a: string, b: string) =>
    macros.has(a ?? b) ? '1' : '0',
  );
  const tokens =
    (maybeExpandMacros(known, macros) ?? '').match(/\d+|[A-Za-z_]\w*|&&|\|\||[!=<>]=|[-+*/%<>!()]/g) ?? [];
  return new ConditionParser(tokens).evaluate(0) !== 0;
}

/** The operators of conditions by precedence, starting with the lowest. */
const CONDITION_LEVELS: readonly Readonly<Record<string, (a: number, b: number) => number | boolean>>[] = [
  { '||': (a, b) => a !== 0 || b !== 0 },
  { '&&': (a, b) => a !== 0 && b !== 0 },
  { '==': (a, b) => a === b, '!=': (a, b) => a !== b },
  { '<': (a, b) => a < b, '>': (a, b) => a > b, '<=': (a, b) => a <= b, '>=': (a, b) => a >= b },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  {
    '*': (a, b) => a * b,
    '/': (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
    '%': (a, b) => (b === 0 ? 0 : a % b),
  },
];

class ConditionParser {
  #next = 0;
  readonly #tokens: string[];

  constructor(tokens: string[]) {
    this.#tokens = tokens;
  }

  evaluate(level: number): number {
    const operators = CONDITION_LEVELS[level];
    if (!operators) return this.#primary();
    let left = this.evaluate(level + 1);
    while (Object.hasOwn(operators, this.#tokens[this.#next] ?? '')) {
      const apply = operators[this.#tokens[this.#next++]!]!;
      left = Number(apply(left, this.evaluate(level + 1)));
    }
    return left;
  }

  #primary(): number {
    const token = this.#tokens[this.#next++] ?? '0';
    if (token === '!') return this.#primary() === 0 ? 1 : 0;
    if (token === '-') return -this.#primary();
    if (token !== '(') return /^\d/.test(token) ? Number(token) : 0;
    const inner = this.evaluate(0);
    this.#next++;
    return inner;
  }
}
