// Parses wasm-ld's output: returns messages as data, with advice on common messages.
import type { Diagnostic } from '../sources/diagnostic.ts';
import { maybeLanguageOfPath } from '../sources/language.ts';
import { maybeExplainName } from '../sources/uxhw-names.ts';

/** A linked object's path and source. */
interface Origin {
  readonly path: string;
  readonly source: string;
}

const MESSAGE = /^(?:wasm-ld|haze): (error|warning): (.*)$/;
const MAX_LISTED = 5;

/** The linker's text followed by our explanations, and its messages as data. */
export function explainLinkerOutput(
  output: string,
  inputs: readonly Origin[],
): { text: string; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  for (const line of output.split('\n')) {
    const match = MESSAGE.exec(line);
    const last = diagnostics.at(-1);
    if (match !== null) {
      const severity = match[1] === 'error' ? 'error' : 'warning';
      diagnostics.push({ ...locateMessage(match[2]!, inputs), severity, notes: [], fixIts: [] });
    } else if (line.startsWith('>>>') && last !== undefined) {
      const note = locateMessage(line.slice(3).trim(), inputs);
      diagnostics.splice(-1, 1, {
        ...last,
        notes: [...last.notes, { ...note, severity: 'note', notes: [], fixIts: [] }],
      });
    }
  }
  // Clang defines main under two additional names, but a single message is enough.
  const distinct = diagnostics.filter(
    ({ message }) => !/ symbol: __(original_main|main_void)$/.test(message),
  );
  const hints = explain(distinct);
  const lines = [output, ...hints.map((hint) => `haze: ${hint}`)].filter((line) => line !== '');
  return { text: lines.join('\n'), diagnostics: distinct.map((d) => attachHint(d, hints)) };
}

// Messages such as "main.o: undefined symbol: f" and "defined in main.o" concern the object's source.
function locateMessage(message: string, inputs: readonly Origin[]): { file?: string; message: string } {
  const input = inputs.find(({ path }) => message.startsWith(`${path}: `) || message.endsWith(` in ${path}`));
  return input === undefined ? { message } : { file: input.source, message };
}

function attachHint(diagnostic: Diagnostic, hints: readonly string[]): Diagnostic {
  const symbol = symbolOf(diagnostic);
  const names = symbol === undefined ? [] : [symbol, fortranName(symbol)];
  const hint = hints.find((text) => names.some((name) => text.includes(`"${name}"`)));
  if (hint === undefined) return diagnostic;
  return {
    ...diagnostic,
    notes: [...diagnostic.notes, { severity: 'note', message: hint, notes: [], fixIts: [] }],
  };
}

function symbolOf(diagnostic: Diagnostic): string | undefined {
  return /(?:undefined symbol|duplicate symbol|function signature mismatch): (.*)$/
    .exec(diagnostic.message)?.[1]
    ?.replace(/^__(?:real|wrap)_/, '');
}

// Symbol of a procedure without BIND(C): its name in lower case with a trailing underscore.
function fortranName(symbol: string): string {
  return symbol.replace(/_$/, '');
}

function isOfFortran({ file }: Diagnostic): boolean {
  return file !== undefined && maybeLanguageOfPath(file) === 'Fortran';
}

function explain(diagnostics: readonly Diagnostic[]): string[] {
  const symbols = (kind: string) => [
    ...new Set(diagnostics.filter((d) => d.message.includes(`${kind}: `)).flatMap((d) => symbolOf(d) ?? [])),
  ];
  const undefinedSymbols = symbols('undefined symbol');
  const hints: string[] = [];
  if (undefinedSymbols.includes('main')) {
    hints.push('The program has no function "main". Add one, or add the source that contains it.');
  }
  const others = undefinedSymbols.filter((symbol) => symbol !== 'main');
  const threads = others.filter((symbol) => /^(pthread_|thrd_|mtx_|cnd_)|std::__.*thread/.test(symbol));
  const absent = others.filter((symbol) => ABSENT_HERE.test(symbol));
  const misspelt = others.filter((symbol) => maybeExplainName(symbol) !== undefined);
  hints.push(...misspelt.map((symbol) => maybeExplainName(symbol)!));
  const explained = new Set([...threads, ...absent, ...misspelt]);
  const wanted = others.filter((symbol) => !explained.has(symbol));
  const ofFortran = new Set(diagnostics.filter(isOfFortran).flatMap((d) => symbolOf(d) ?? []));
  const rest = wanted.filter((symbol) => !ofFortran.has(symbol));
  const external = wanted.filter((symbol) => ofFortran.has(symbol));
  if (threads.length > 0)
    hints.push(`There are no threads on this target: ${list(threads)} cannot be linked.`);
  if (absent.length > 0) {
    hints.push(
      `Programs run in a sandbox without processes, users and sockets: ${list(absent)} is not available there.${ADVICE.map(([names, advice]) => (absent.some((symbol) => names.test(symbol)) ? ` ${advice}` : '')).join('')}`,
    );
  }
  if (external.length > 0) {
    const verb = external.length === 1 ? 'is an external procedure' : 'are external procedures';
    hints.push(
      `${list(external.map(fortranName))} ${verb} that no source in the build defines. Check the spelling, declare arrays with their bounds, add the source that defines the procedure, USE its module if it is in one, and give a C procedure an interface with BIND(C).`,
    );
  }
  if (rest.length > 0) {
    const verb = rest.length === 1 ? 'is used but not defined' : 'are used but not defined';
    hints.push(
      `${list(rest)} ${verb} in any source of the build. Check the spelling, add the source that defines it, and in C++ declare C functions as extern "C".`,
    );
  }
  for (const symbol of symbols('duplicate symbol')) {
    hints.push(
      symbol === 'main'
        ? 'Two sources define "main", but a program can have only one: leave out the other source.'
        : `"${symbol}" is defined twice: keep one definition, make them static, or leave out a source.`,
    );
  }
  for (const symbol of symbols('function signature mismatch')) {
    hints.push(
      `"${symbol}" is called with parameter or result types that differ from its definition, and such a call ends the program. Declare it once, in a header that all sources include.`,
    );
  }
  return hints;
}

const ABSENT_HERE =
  /^(fork|vfork|exec[lv][ep]*|wait|waitpid|system|popen|pclose|pipe|socket|bind|listen|connect|getpwnam|getpwuid|getuid|geteuid|getgid|chown|kill|alarm|setitimer|gethostname|dlopen|dlsym)$/;

/** Advice on functions that the sandbox lacks. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^(v?fork|exec[lv][ep]*|system|popen|pipe)$/,
    'Run the other program outside Haze, and pass its output to this one as a file or on standard input.',
  ],
];

function list(symbols: readonly string[]): string {
  const shown = symbols.slice(0, MAX_LISTED).map((symbol) => `"${symbol}"`);
  const more = symbols.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
