// Interprets config.mk, a makefile fragment that lists a program's sources and flags. Supports exactly the subset of
// make that such files use; a message names any unsupported construct. Interpreting the variables is up to the build.
// Reference: GNU make manual, "How to Use Variables" and "Conditional Parts of Makefiles".
import { evaluateCondition, isConditional } from './conditional.ts';
import { configMkError, type MakePlace, SUPPORTED } from './config-mk-error.ts';
import { type Expansion, expandText, type MakeVariable, MOST_EXPANDED } from './expand.ts';
import { type FolderNames, findMatchingPaths, listFolderNames } from './find-files.ts';
import { splitLogicalLines } from './logical-lines.ts';
import { skipReference } from './reference-end.ts';

export interface ConfigMkOptions {
  /** File name for error messages; `config.mk` by default. */
  readonly file?: string;
  /** Paths of the program's files relative to their root, for $(wildcard). */
  readonly paths?: Iterable<string>;
  /** The build folder, to which patterns are relative. */
  readonly directory?: string;
}

/** Variables as they stand at the end of the file. */
export interface ConfigMk {
  /** Value with all references expanded; empty if the variable is unset. */
  valueOf(name: string): string;
  /** Location where a variable was last set; undefined if the variable is unset. */
  maybePlaceOf(name: string): MakePlace | undefined;
}

type Operator = '=' | ':=' | '::=' | ':::=' | '+=' | '?=' | '!=';

interface Assignment {
  readonly name: string;
  readonly operator: Operator;
  readonly value: string;
}

interface OpenConditional {
  readonly line: number;
  /** True once a branch has been taken. */
  taken: boolean;
  active: boolean;
  hadElse: boolean;
}

const REFUSED_DIRECTIVE =
  /^(-?include|sinclude|define|endef|undefine|override|export|unexport|private|vpath|-?load)(?:[ \t]|$)/;

/**
 * Interprets config.mk.
 * @throws HazeError `config-mk`, with file and line, if the text is malformed or goes beyond the subset
 */
export function interpretConfigMk(text: string, options: ConfigMkOptions = {}): ConfigMk {
  const interpreter = new Interpreter(options);
  for (const { text: line, line: number } of splitLogicalLines(text)) interpreter.interpretLine(line, number);
  interpreter.finish();
  return interpreter;
}

class Interpreter implements ConfigMk {
  readonly #variables = new Map<string, MakeVariable>([
    ['CC', { value: 'clang', recursive: false }],
    ['CXX', { value: 'clang++', recursive: false }],
    ['CURDIR', { value: '.', recursive: false }],
  ]);
  readonly #places = new Map<string, MakePlace>();
  readonly #conditionals: OpenConditional[] = [];
  readonly #file: string;
  readonly #findFiles: Expansion['findFiles'];
  #line = 1;

  constructor(options: ConfigMkOptions) {
    this.#file = options.file ?? 'config.mk';
    const { directory = '' } = options;
    const paths = [...(options.paths ?? [])];
    let entries: FolderNames | undefined;
    this.#findFiles = (pattern, charge) => {
      entries ??= listFolderNames(paths);
      return findMatchingPaths(pattern, { directory, entries, charge });
    };
  }

  valueOf(name: string): string {
    const variable = this.#variables.get(name);
    if (variable === undefined) return '';
    const place = this.#places.get(name) ?? this.#place();
    return expandText(`$(${name})`, { ...this.#expansion(), place });
  }

  maybePlaceOf(name: string): MakePlace | undefined {
    return this.#places.get(name);
  }

  interpretLine(raw: string, line: number): void {
    this.#line = line;
    const text = raw.replace(/^[ \t\f\v]+/, '');
    const assignment = maybeAssignment(text);
    if (assignment === undefined && this.#interpretConditional(text.trimEnd())) return;
    if (!this.#isActive()) return;
    if (assignment !== undefined) this.#assign(assignment);
    else this.#refuse(text.trimEnd());
  }

  finish(): void {
    const open = this.#conditionals.at(-1);
    if (open === undefined) return;
    throw configMkError(
      { file: this.#file, line: open.line },
      'this conditional is not closed: "endif" is missing.',
    );
  }

  #place(): MakePlace {
    return { file: this.#file, line: this.#line };
  }

  readonly #room = { left: MOST_EXPANDED };

  #expansion(): Expansion {
    return {
      variables: this.#variables,
      findFiles: this.#findFiles,
      place: this.#place(),
      active: [],
      room: this.#room,
    };
  }

  #isActive(): boolean {
    return this.#conditionals.every(({ active }) => active);
  }

  // Returns true if the line belonged to a conditional.
  #interpretConditional(text: string): boolean {
    if (isConditional(text)) {
      // Conditions inside a branch that is not taken are not evaluated.
      const active = this.#isActive() && evaluateCondition(text, this.#expansion());
      this.#conditionals.push({ line: this.#line, taken: active, active, hadElse: false });
      return true;
    }
    const match = /^(else|endif)(?:[ \t]+(?![ \t])(.*))?$/s.exec(text);
    if (match === null) return false;
    const current = this.#conditionals.at(-1);
    if (current === undefined) {
      throw configMkError(this.#place(), `"${match[1]}" has no preceding ifeq, ifneq, ifdef or ifndef.`);
    }
    if (match[1] === 'endif') this.#conditionals.pop();
    else this.#interpretElse(current, match[2] ?? '');
    return true;
  }

  #interpretElse(current: OpenConditional, rest: string): void {
    if (current.hadElse)
      throw configMkError(
        this.#place(),
        'a conditional can have only one "else" without a condition, and it must come last.',
      );
    const enclosing = this.#conditionals.slice(0, -1).every(({ active }) => active);
    if (isConditional(rest)) {
      current.active = enclosing && !current.taken && evaluateCondition(rest, this.#expansion());
    } else {
      current.hadElse = true;
      current.active = enclosing && !current.taken;
    }
    current.taken ||= current.active;
  }

  #assign({ name: rawName, operator, value }: Assignment): void {
    if (operator === '!=' || operator === ':::=') {
      throw configMkError(this.#place(), `the assignment "${operator}" is not supported: ${SUPPORTED}.`);
    }
    const name = expandText(rawName, this.#expansion());
    if (name.trim() === '') throw configMkError(this.#place(), 'there is no name before the assignment.');
    if (/(?<!\\)\\(\\\\)*[ \t]+$/.test(value)) {
      throw configMkError(
        this.#place(),
        'spaces follow the backslash, so it does not continue the line. Remove the spaces.',
      );
    }
    const old = this.#variables.get(name);
    if (operator === '?=' && old !== undefined) return;
    this.#places.set(name, this.#place());
    this.#variables.set(name, this.#newValue(operator, value, old));
  }

  #newValue(operator: Operator, value: string, old: MakeVariable | undefined): MakeVariable {
    if (operator === ':=' || operator === '::=')
      return { value: expandText(value, this.#expansion()), recursive: false };
    if (operator !== '+=' || old === undefined) return { value, recursive: true };
    const added = old.recursive ? value : expandText(value, this.#expansion());
    const parts = [old.value, added].filter((part) => part !== '');
    return { value: parts.join(' '), recursive: old.recursive };
  }

  #refuse(text: string): void {
    const directive = REFUSED_DIRECTIVE.exec(text)?.[1];
    if (directive !== undefined) {
      throw configMkError(this.#place(), `"${directive}" is not supported: ${SUPPORTED}.`);
    }
    // A line whose references expand to nothing counts as blank.
    const expanded = expandText(text, this.#expansion());
    if (expanded.trim() === '') return;
    if (expanded.includes(':')) {
      throw configMkError(this.#place(), `rules are not supported ("${text}"): ${SUPPORTED}.`);
    }
    throw configMkError(this.#place(), `"${text}" is neither an assignment nor a conditional: ${SUPPORTED}.`);
  }
}

// Parses a name, spaces, an operator and a value; skips references in the name.
function maybeAssignment(text: string): Assignment | undefined {
  let at = 0;
  while (at < text.length && !/[ \t:=#]/.test(text[at]!) && !/^[+?!]=/.test(text.slice(at, at + 2))) {
    at = text[at] === '$' ? skipReference(text, at) : at + 1;
  }
  const match = /^[ \t]*(:{0,3}=|[+?!]=)[ \t]*/.exec(text.slice(at));
  if (match === null) return undefined;
  return { name: text.slice(0, at), operator: match[1] as Operator, value: text.slice(at + match[0].length) };
}
