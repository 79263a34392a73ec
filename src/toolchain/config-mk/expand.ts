// Expands makefile text: references, substitution references and $(wildcard). Rejects all other functions with a
// message that names them. Reference: GNU make manual, "How to Use Variables" and "Substitution References".
import { configMkError, type MakePlace, SUPPORTED } from './config-mk-error.ts';
import { maybeClosing } from './reference-end.ts';

/** A variable: a recursive variable is expanded at each use; a simple variable was expanded when it was set. */
export interface MakeVariable {
  readonly value: string;
  readonly recursive: boolean;
}

/** Context for an expansion. */
export interface Expansion {
  readonly variables: ReadonlyMap<string, MakeVariable>;
  /** Paths that match a pattern, for $(wildcard); `charge` accepts the cost of each step of the search. */
  readonly findFiles: (pattern: string, charge: (cost: number) => void) => readonly string[];
  readonly place: MakePlace;
  /** Names being expanded, to detect self-referential variables. */
  readonly active: readonly string[];
  /** Remaining number of characters that all references of the file may expand to. */
  readonly room: { left: number };
}

/**
 * Maximum number of characters to which all references of a config.mk expand; otherwise, a few lines could double a
 * text again and again.
 */
export const MOST_EXPANDED = 10_000_000;
/** Maximum number of variables that refer to each other in a chain. */
const MOST_NESTED = 200;
/** Number of characters whose expansion takes as long as that of an empty reference. */
const REFERENCE_COST = 50;

const OTHER_FUNCTIONS = new Set(
  (
    'abspath addprefix addsuffix and basename call dir error eval file filter filter-out findstring firstword flavor ' +
    'foreach guile if info intcmp join lastword let notdir or origin patsubst realpath shell sort strip subst suffix ' +
    'value warning word wordlist words'
  ).split(' '),
);

/**
 * Text with all references replaced.
 * @throws HazeError `config-mk`: a function other than wildcard, an unclosed reference, a variable that refers to
 * itself
 */
export function expandText(text: string, expansion: Expansion): string {
  let expanded = '';
  let at = 0;
  while (at < text.length) {
    const dollar = text.indexOf('$', at);
    if (dollar < 0) return expanded + text.slice(at);
    expanded += text.slice(at, dollar);
    const next = text[dollar + 1];
    if (next === '(' || next === '{') {
      const close = next === '(' ? ')' : '}';
      const end = maybeClosing(text, dollar + 2, next, close);
      if (end === undefined) {
        throw configMkError(
          expansion.place,
          `the reference "${text.slice(dollar)}" is not closed: "${close}" is missing.`,
        );
      }
      expanded += expandReference(text.slice(dollar + 2, end), expansion);
      at = end + 1;
    } else {
      expanded += next === '$' ? '$' : next === undefined ? '' : expandVariable(next, expansion);
      at = dollar + 2;
    }
  }
  return expanded;
}

/** Counts a reference and its text. @throws HazeError `config-mk` */
function takeRoom(text: string, expansion: Expansion): string {
  charge(REFERENCE_COST + text.length, expansion);
  return text;
}

/** Takes a number of characters from the room. @throws HazeError `config-mk` */
function charge(cost: number, { room, place }: Expansion): void {
  room.left -= cost;
  if (room.left >= 0) return;
  throw configMkError(
    place,
    `the references expand to more than ${MOST_EXPANDED} characters (a reference counts as ${REFERENCE_COST}).`,
  );
}

function expandReference(inner: string, expansion: Expansion): string {
  takeRoom(inner, expansion);
  const call = /^([a-z-]+)[ \t]+(.*)/s.exec(inner);
  if (call?.[1] === 'wildcard') return expandWildcard(call[2]!, expansion);
  if (call !== null && OTHER_FUNCTIONS.has(call[1]!)) {
    throw configMkError(expansion.place, `the function $(${call[1]} …) is not supported: ${SUPPORTED}.`);
  }
  const name = expandText(inner, expansion);
  const substitution = /^([^:]*):([^=]*)=(.*)$/s.exec(name);
  if (substitution === null) return expandVariable(name, expansion);
  const [, variable, pattern, replacement] = substitution;
  const words = splitMakeWords(expandVariable(variable!, expansion));
  // Charges the longest possible result before it is built, because it may be too long for a string.
  charge(
    words.reduce((sum, word) => sum + word.length + replacement!.length, 0),
    expansion,
  );
  return substituteWords(words, pattern!, replacement!);
}

function expandWildcard(argument: string, expansion: Expansion): string {
  const patterns = splitMakeWords(expandText(argument, expansion));
  // Counts patterns without matches, too: each one is compared with paths.
  const found = patterns.flatMap((pattern) =>
    expansion.findFiles(takeRoom(pattern, expansion), (cost) => charge(cost, expansion)),
  );
  return takeRoom(found.join(' '), expansion);
}

function expandVariable(name: string, expansion: Expansion): string {
  const variable = expansion.variables.get(name);
  if (variable === undefined) return '';
  takeRoom(variable.value, expansion);
  if (!variable.recursive) return variable.value;
  if (expansion.active.includes(name)) {
    throw configMkError(
      expansion.place,
      `the variable "${name}" refers to itself. Write "${name} := …" or "${name} += …" to build on its current value.`,
    );
  }
  if (expansion.active.length >= MOST_NESTED)
    throw configMkError(
      expansion.place,
      `more than ${MOST_NESTED} variables refer to each other in a chain.`,
    );
  return expandText(variable.value, { ...expansion, active: [...expansion.active, name] });
}

/** Splits expanded text into words at white space. Quotes have no meaning. */
export function splitMakeWords(text: string): string[] {
  return text.split(/[ \t\n]+/).filter((word) => word !== '');
}

// Expands substitution references. $(V:.c=.o) means $(V:%.c=%.o); the first % in a pattern matches any text, which
// replaces the % in the replacement.
function substituteWords(words: readonly string[], pattern: string, replacement: string): string {
  const [from, to] = pattern.includes('%') ? [pattern, replacement] : [`%${pattern}`, `%${replacement}`];
  const [prefix, suffix] = splitAtPercent(from);
  const substituted = words.map((word) => {
    const matches =
      word.length >= prefix.length + suffix.length && word.startsWith(prefix) && word.endsWith(suffix);
    if (!matches) return word;
    const stem = word.slice(prefix.length, word.length - suffix.length);
    return to.includes('%') ? to.replace('%', () => stem) : to;
  });
  return substituted.join(' ');
}

function splitAtPercent(pattern: string): [string, string] {
  const at = pattern.indexOf('%');
  return [pattern.slice(0, at), pattern.slice(at + 1)];
}
