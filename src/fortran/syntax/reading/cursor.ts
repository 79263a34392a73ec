// The lazy lexer: a cursor over one logical statement. Fortran has no reserved words, and fixed form has no blanks, so
// there is no token stream. Instead, the parser asks for the keyword, name or punctuation that it expects at the
// current position.
import { type Position, refuse } from '../../source/diagnostics.ts';
import { positionInStatement, type RawStatement } from '../../source/reader.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Argument, Expression } from '../tree/syntax-tree.ts';
import { findCharacter } from './find-character.ts';

const NAME = /[a-z_$][a-z0-9_$]*/y;
const DIGITS = /\d+/y;
const BLANKS = /[ \t]*/y;

/**
 * The cycle in the grammar: types contain expressions and expressions contain types, and `IF (…)` is followed by
 * another statement. The parsers for parts use the cursor to call the parsers for enclosing constructs;
 * parsing/statement.ts connects them.
 */
export interface Grammar {
  parseExpression(c: Cursor): Expression;
  parseArgumentList(c: Cursor): Argument[];
  parseText(c: Cursor): FlatStatement;
}

/** A position in a statement, with the tests that a parser performs there. */
export class Cursor {
  readonly raw: RawStatement;
  readonly grammar: Grammar;
  readonly text: string;
  readonly free: boolean;
  offset = 0;

  constructor(raw: RawStatement, grammar: Grammar) {
    this.raw = raw;
    this.grammar = grammar;
    this.text = raw.text;
    this.free = raw.free;
    this.skipBlanks();
  }

  /** The packed position of the cursor. */
  get at(): Position {
    return positionInStatement(this.raw, this.offset);
  }

  skipBlanks(): void {
    BLANKS.lastIndex = this.offset;
    BLANKS.test(this.text);
    this.offset = BLANKS.lastIndex;
  }

  get atEnd(): boolean {
    return this.offset >= this.text.length;
  }

  /** The next character; '' at the end. */
  get next(): string {
    return this.text[this.offset] ?? '';
  }

  /** True if the text continues with `mark`. */
  sees(mark: string): boolean {
    return this.text.startsWith(mark, this.offset);
  }

  /** Consumes punctuation, if it comes next. */
  accept(mark: string): boolean {
    if (!this.text.startsWith(mark, this.offset)) return false;
    this.offset += mark.length;
    this.skipBlanks();
    return true;
  }

  /** Consumes punctuation, or reports which mark was expected. */
  expect(mark: string, where = ''): void {
    if (!this.accept(mark)) this.fail(`Expected "${mark}"${where === '' ? '' : ` ${where}`}`);
  }

  /**
   * Consumes a keyword, if it comes next; in free form, it must end at a word boundary. Blanks in `word` are optional.
   */
  keyword(word: string): boolean {
    const start = this.offset;
    for (const part of word.split(' ')) {
      if (!this.text.startsWith(part, this.offset)) {
        this.offset = start;
        return false;
      }
      this.offset += part.length;
      this.skipBlanks();
    }
    if (this.free && start !== this.offset && !this.#wordEndsAt()) {
      this.offset = start;
      return false;
    }
    return true;
  }

  // The character before the skipped blanks and the current character must not be part of the same word.
  #wordEndsAt(): boolean {
    const before = this.text[this.offset - 1] ?? '';
    return before === ' ' || before === '\t' || !/[a-z0-9_]/.test(this.next);
  }

  /** True if a keyword comes next. */
  seesKeyword(word: string): boolean {
    const start = this.offset;
    const found = this.keyword(word);
    this.offset = start;
    return found;
  }

  /** Consumes a name; returns undefined if none comes next. */
  maybeName(): string | undefined {
    return this.match(NAME)?.[0];
  }

  /** Consumes a name, or fails. */
  name(what = 'a name'): string {
    return this.maybeName() ?? this.fail(`Expected ${what}`);
  }

  /** Consumes digits; returns undefined if none come next. */
  maybeDigits(): string | undefined {
    return this.match(DIGITS)?.[0];
  }

  /** Consumes a statement label, or fails. */
  label(): number {
    const digits = this.maybeDigits();
    return digits === undefined ? this.fail('Expected a statement label') : Number(digits);
  }

  /** Consumes whatever a sticky regular expression matches. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.offset;
    const match = pattern.exec(this.text);
    if (!match) return undefined;
    this.offset = pattern.lastIndex;
    this.skipBlanks();
    return match;
  }

  /** Throws if any text remains. */
  expectEnd(): void {
    if (!this.atEnd) this.fail('Expected the end of the statement');
  }

  /** The statement whose last part has just been parsed; throws if any text remains. */
  ended<T extends FlatStatement>(statement: T): T {
    this.expectEnd();
    return statement;
  }

  /** Parses one or more items with commas between them. */
  list<T>(parseItem: () => T): T[] {
    const items = [parseItem()];
    while (this.accept(',')) items.push(parseItem());
    return items;
  }

  /** The offset of the parenthesis that matches the one at the cursor, or -1. */
  closingOffset(from = this.offset): number {
    return findCharacter(this.text, from, (c, depth) => depth === 0 && (c === ')' || c === ']'));
  }

  /** Rejects the statement: reports what was expected and what was found. */
  fail(message: string): never {
    const found = this.atEnd ? 'the statement ends' : `found "${this.#word()}"`;
    refuse(this.at, `${message}, but ${found}.`);
  }

  /** Rejects a statement that is recognised but not supported. */
  refuse(message: string): never {
    refuse(this.at, message);
  }

  #word(): string {
    return /^([a-z0-9_$]+|'[^']*'|"[^"]*"|.)/.exec(this.text.slice(this.offset, this.offset + 40))?.[0] ?? '';
  }
}
