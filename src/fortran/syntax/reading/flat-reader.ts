// The flat statements of a file, read in order: the next statement, and the ends of blocks.
import { type DiagnosticList, lineOf, type Position } from '../../source/diagnostics.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';

export type Flat<K extends FlatStatement['k']> = Extract<FlatStatement, { k: K }>;

/** Words after END that end a block of statements or declarations. */
export const BLOCK_ENDS: ReadonlySet<string> = new Set(
  'if do select where forall associate block interface type structure union map enum critical team'.split(
    ' ',
  ),
);

export class FlatReader {
  readonly #flat: readonly FlatStatement[];
  readonly #diagnostics: DiagnosticList;
  #next = 0;

  constructor(flat: readonly FlatStatement[], diagnostics: DiagnosticList) {
    this.#flat = flat;
    this.#diagnostics = diagnostics;
  }

  /** The next statement, or undefined after the last one. */
  get peek(): FlatStatement | undefined {
    return this.#flat[this.#next];
  }

  /** All remaining statements, including the next one. */
  get rest(): readonly FlatStatement[] {
    return this.#flat.slice(this.#next);
  }

  /** The position of the next statement, or of the last one if none remains. */
  get lastAt(): Position {
    return this.#flat[Math.min(this.#next, this.#flat.length - 1)]?.at ?? 0;
  }

  advance(): void {
    this.#next++;
  }

  error(at: Position, message: string): void {
    this.#diagnostics.error(at, message);
  }

  report(fault: unknown): void {
    this.#diagnostics.report(fault);
  }

  /** Consumes the END of a block that began at `at`. The END of another kind of block is accepted too, but reported. */
  expectEnd(what: string, at: Position, name?: string): FlatStatement | undefined {
    const end = this.peek;
    if (end?.k === '+end' && end.what === what) {
      this.advance();
      const isNamed = ['if', 'do', 'select', 'block', 'associate'].includes(what);
      const mayBeNamed = end.name !== undefined && ['type', 'interface'].includes(what);
      if (end.name !== name && (isNamed || mayBeNamed)) {
        this.error(
          end.at,
          `Expected ${name === undefined ? 'no name' : `the name "${name}"`} after END ${what.toUpperCase()}.`,
        );
      }
      return end;
    }
    const found = end ? describeEnd(end) : 'the file ends';
    this.error(
      end?.at ?? this.lastAt,
      `Expected END ${what.toUpperCase()} for the ${what.toUpperCase()} on line ${lineOf(at)}, but ${found}.`,
    );
    // The END of another block is accepted as the END of this one, so that a single mistake produces a single message.
    if (end?.k === '+end' && BLOCK_ENDS.has(end.what)) {
      this.advance();
      return end;
    }
    // Skips a statement that belongs to the middle of another block; otherwise, parsing would never get past it.
    if (end && end.k !== '+end' && end.k !== '+contains') this.advance();
    return undefined;
  }
}

/** Spelling of an END statement. */
export function endText(what: string): string {
  return `END ${what.toUpperCase()}`.trimEnd();
}

function describeEnd(flat: FlatStatement): string {
  if (flat.k === '+end') return `found ${endText(flat.what)}`;
  if (flat.k.startsWith('+')) return `found ${flat.k.slice(1).toUpperCase()}`;
  return 'found another statement';
}
