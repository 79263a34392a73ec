// Divides a large program into several C files, which a machine with several processors compiles in parallel. Each part
// contains neighbouring functions, along with declarations of the names that it uses from other parts. Names used in
// only one part stay unchanged and local to it. Small functions are copied to every part that calls them, so that they
// are inlined as they would be in a single file.

import type { Memory } from '../writer/emitter.ts';
import { type CFile, joinFile, linesOfMemory } from './assemble-file.ts';

/** Minimum number of parts. A program that would have fewer is not divided. */
const FEWEST_PARTS = 8;
const MOST_PARTS = 12;
/** Functions of up to this many characters are copied to all parts that call them. */
const SMALL_FUNCTION = 600;

/**
 * The attribute of names that one part defines and other parts use: the linker hides these names from the program's
 * other files.
 */
const SHARED = '__attribute__((visibility("hidden")))';
/** Generated names that another C file could also contain; in a single file they are static. */
const PLAIN_NAME = /^([A-Z]+_?\d+|INITIALISE_)$/;

const WORD = /[A-Za-z_]\w*/g;

/**
 * The C files of a program: one file, or several if the program is so large that they compile faster.
 * @param shortestPart in characters; a shorter part is not worth its start-up cost
 */
export function divideFile(file: CFile, shortestPart: number): readonly string[] {
  const functions = file.functions.map(functionOf);
  const length = functions.reduce((sum, f) => sum + f.length, 0);
  if (length < FEWEST_PARTS * shortestPart) return [joinFile(file)];
  const parts = cut(functions, Math.max(shortestPart, length / MOST_PARTS));
  return parts.length === 1 ? [joinFile(file)] : new Division(file, functions, parts).files();
}

interface CFunction {
  readonly name: string;
  readonly lines: readonly string[];
  readonly length: number;
  readonly words: ReadonlySet<string>;
  /** True if the function may be copied to several parts because it is short and has no static variables. */
  readonly isSmall: boolean;
}

function functionOf(lines: readonly string[]): CFunction {
  const text = lines.join('\n');
  const name = definedName(lines[0]!);
  const hasMemory = /\bstatic\b/.test(text.replace(/^static /, ''));
  const isSmall = text.length <= SMALL_FUNCTION && !hasMemory && name !== 'MAIN_';
  return { name, lines, length: text.length, words: wordsOf(text), isSmall };
}

/** The name that a declaration introduces: the last word before the parameters, bounds or value. */
function definedName(declaration: string): string {
  const bare = declaration.replaceAll(/__attribute__\(\(\w+\)\)|\bF_ALIGNED\b/g, '');
  return bare
    .split(/[([=;]/, 1)[0]!
    .match(WORD)!
    .at(-1)!;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(WORD));
}

function cut(functions: readonly CFunction[], partLength: number): CFunction[][] {
  const parts: CFunction[][] = [];
  let free = 0;
  for (const f of functions) {
    if (free <= 0) {
      parts.push([]);
      free = partLength;
    }
    parts.at(-1)!.push(f);
    free -= f.length;
  }
  return parts;
}

// Type tables refer to functions and to each other, so each table is declared before it is defined.
function isTable(declaration: string): boolean {
  return declaration.startsWith('static const ftype ');
}

/** The name of the structure that a line declares or defines, if any. */
function maybeTypeName(line: string): string | undefined {
  const defined = line.startsWith('typedef struct ') ? /(?<!\w)(\w+);$/ : /^struct (\w+) \{/;
  return defined.exec(line)?.[1];
}

interface Part {
  readonly own: readonly CFunction[];
  /** Small functions that belong to other parts. */
  readonly copies: ReadonlySet<CFunction>;
  /** All words in the part's functions and tables. */
  readonly words: ReadonlySet<string>;
}

interface Users {
  readonly users: readonly Part[];
  /** The part that defines the variable. */
  readonly home: Part;
}

class Division {
  readonly #file: CFile;
  readonly #functions: ReadonlyMap<string, CFunction>;
  /** The words in the declaration of each structure, function and variable. */
  readonly #declarations = new Map<string, string[]>();
  readonly #parts: readonly Part[];
  /** Names used in several parts, or in a part other than the one that defines them. */
  readonly #shared: ReadonlySet<string>;
  readonly #users: ReadonlyMap<Memory, Users>;

  constructor(file: CFile, functions: readonly CFunction[], parts: readonly CFunction[][]) {
    this.#file = file;
    this.#functions = new Map(functions.map((f) => [f.name, f]));
    this.#noteDeclarations();
    const tables = file.memory
      .filter((m) => isTable(m.declaration))
      .map((m) => `${m.declaration} ${m.value}`);
    this.#parts = parts.map((own, index) => this.#makePart(own, index === 0 ? tables : []));
    this.#shared = this.#findShared();
    this.#users = new Map([...file.commons, ...file.memory].map((m) => [m, this.#findUsers(m)]));
  }

  files(): string[] {
    return this.#parts.map((part) => new PartPrinter(this, part).print(part === this.#parts[0]));
  }

  get file(): CFile {
    return this.#file;
  }

  maybeFunction(name: string): CFunction | undefined {
    return this.#functions.get(name);
  }

  isShared(name: string): boolean {
    return this.#shared.has(name);
  }

  /**
   * The parts that use a variable. Only one part defines it: the first of these or, if there are none, the first part
   * of the program.
   */
  usersOf(memory: Memory): Users {
    return this.#users.get(memory)!;
  }

  #findUsers({ declaration, frame }: Memory): Users {
    const names = [definedName(declaration), ...(frame?.macros.keys() ?? [])];
    const users = this.#parts.filter(({ words }) => names.some((name) => words.has(name)));
    return { users, home: users[0] ?? this.#parts[0]! };
  }

  #noteDeclarations(): void {
    const note = (name: string, text: string) =>
      this.#declarations.set(name, [...(this.#declarations.get(name) ?? []), ...wordsOf(text)]);
    for (const line of this.#file.types) {
      const name = maybeTypeName(line);
      if (name !== undefined) note(name, line);
    }
    for (const f of this.#functions.values()) note(f.name, f.lines[0]!.replace(/\{.*/, ''));
    for (const { declaration, frame } of [...this.#file.commons, ...this.#file.memory]) {
      note(definedName(declaration), declaration);
      for (const name of frame?.macros.keys() ?? [])
        note(name, [declaration, ...frame!.before, ...frame!.macros.values()].join(' '));
    }
  }

  // A part declares all names that it uses, as well as the names in their declarations.
  #makePart(own: readonly CFunction[], tables: readonly string[]): Part {
    const ownOnes = new Set(own);
    const words = new Set<string>();
    const copies = new Set<CFunction>();
    const waiting: string[] = [];
    const use = (used: Iterable<string>): void => {
      for (const word of used) {
        if (!words.has(word)) waiting.push(word);
        words.add(word);
      }
    };
    const followAll = (copiesCalled: boolean): void => {
      for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
        const called = this.#functions.get(word);
        const isCopied = copiesCalled && called?.isSmall && !ownOnes.has(called);
        if (isCopied) copies.add(called);
        use(isCopied ? called.words : (this.#declarations.get(word) ?? []));
      }
    };
    for (const f of own) use(f.words);
    followAll(true);
    // Tables contain only the addresses of functions, which the compiler does not inline.
    for (const table of tables) use(wordsOf(table));
    followAll(false);
    return { own, copies, words };
  }

  #findShared(): Set<string> {
    const users = new Map<string, number>();
    for (const { words } of this.#parts)
      for (const word of words) users.set(word, (users.get(word) ?? 0) + 1);
    return new Set([...users].filter(([, count]) => count > 1).map(([word]) => word));
  }
}

class PartPrinter {
  readonly #division: Division;
  readonly #part: Part;
  readonly #renamed = new Set<string>();
  readonly #declared = new Set<string>();

  constructor(division: Division, part: Part) {
    this.#division = division;
    this.#part = part;
  }

  print(isFirst: boolean): string {
    const { head, sourceNames, helpers, types, prototypes, commons, memory } = this.#division.file;
    const lines = [
      ...types.flatMap((line) => this.#declare(line)),
      ...commons.flatMap((m) => this.#place(m)),
      ...prototypes.flatMap((line) => this.#declare(line)),
      ...this.#declareOthers(),
      ...memory.flatMap((m) => this.#place(m)),
      ...[...this.#part.copies].flatMap((f) => this.#define(f)),
      ...this.#part.own.flatMap((f) => this.#define(f)),
    ];
    const renamed = [...this.#renamed].map((name) => `#define ${name} SHARED_${name}`);
    return [...head, ...(isFirst ? [sourceNames] : []), ...helpers, ...renamed, ...lines, ''].join('\n');
  }

  // A declaration of types and prototypes, excluding functions and tables that the part does not use.
  #declare(line: string): string[] {
    const isPrototype = /^(static )?[\w *]+\([^{}]*\);$/.test(line) && !line.includes('__asm__');
    if (!isTable(line) && !isPrototype) {
      const type = maybeTypeName(line);
      return type === undefined || this.#part.words.has(type) ? [line] : [];
    }
    const name = definedName(line);
    if (!this.#part.words.has(name)) return [];
    this.#declared.add(name);
    if (!this.#division.isShared(name)) return [line];
    if (isTable(line)) return [`extern ${this.#share(line)}`];
    const called = this.#division.maybeFunction(name);
    if (called === undefined) return [line];
    return [`${this.#part.copies.has(called) ? 'inline ' : ''}${this.#share(line)}`];
  }

  // In a single file, a function that precedes all calls to it needs no prototype.
  #declareOthers(): string[] {
    return [...this.#part.words].flatMap((word) => {
      const called = this.#declared.has(word) ? undefined : this.#division.maybeFunction(word);
      return called ? this.#declare(called.lines[0]!.replace(/ \{$/, ';')) : [];
    });
  }

  #define(f: CFunction): readonly string[] {
    const [title, ...rest] = f.lines as [string, ...string[]];
    if (this.#part.copies.has(f)) return [`inline ${this.#share(title)}`, ...rest];
    return this.#division.isShared(f.name) ? [this.#share(title), ...rest] : f.lines;
  }

  #place(memory: Memory): string[] {
    const { declaration, frame } = memory;
    const { users, home } = this.#division.usersOf(memory);
    const isHome = this.#part === home;
    if (!isHome && !users.includes(this.#part)) return [];
    const isPrivate = declaration.startsWith('static ');
    const isConstant = declaration.startsWith('static const ') && !isTable(declaration);
    if (isPrivate && (isConstant || users.length < 2)) return linesOfMemory(memory);
    const shared = isPrivate ? this.#share(declaration) : declaration;
    if (isHome) return linesOfMemory({ ...memory, declaration: shared });
    const elsewhere = shared.replace(/^__attribute__\(\(weak\)\) /, '');
    return linesOfMemory({ declaration: `extern ${elsewhere}`, frame });
  }

  /** The declaration of a name that would be static in a single file. */
  #share(declaration: string): string {
    const name = definedName(declaration);
    if (PLAIN_NAME.test(name)) this.#renamed.add(name);
    return declaration.replace(/^static /, `${SHARED} `);
  }
}
