// Turns source lines into logical statements: free and fixed form, comments, continuation, `;`, labels, INCLUDE. Code
// is converted to lower case, character constants stay as written, blanks in fixed form are removed, and Hollerith
// constants become quoted constants after a mark. The parser determines the meaning of each statement.
import { type DiagnosticList, type Position, packPosition } from './diagnostics.ts';
import type { SourceLine } from './preprocessor.ts';

/** The mark that precedes a quoted constant that was written as a Hollerith constant. */
export const HOLLERITH_MARK = '\u0002';

/** A logical statement: its text without the label, and the origin of each segment of the text. */
export interface RawStatement {
  text: string;
  label: number | undefined;
  /** Start offsets of the segments, ascending. */
  offsets: number[];
  /** The packed position of the first character of each segment. */
  positions: Position[];
  free: boolean;
  /** statements of DEC compilers are recognised (-fdec) */
  dec?: boolean;
  /** descriptors in FORMAT may omit the width (-fdec-format-defaults) */
  widthsOfTypes?: boolean;
  /** descriptors for reals in FORMAT may omit the period (-std=legacy) */
  missingPeriods?: boolean;
  /** UNSIGNED is an intrinsic type (-funsigned); otherwise it may be the name of a derived type */
  unsigned?: boolean;
}

/** The packed position that corresponds to an offset in a statement's text. */
export function positionInStatement(statement: RawStatement, offset: number): Position {
  let low = 0;
  let high = statement.offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (statement.offsets[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return (statement.positions[low] ?? 0) + Math.min(offset - (statement.offsets[low] ?? 0), 900);
}

/** True if a file name indicates fixed form (`.f`, `.for`, `.ftn`, `.f77`). */
export function isFixedFormName(path: string): boolean {
  return /\.(f|for|ftn|f77|fpp)$/i.test(path);
}

class StatementBuilder {
  text = '';
  label: number | undefined;
  offsets: number[] = [];
  positions: Position[] = [];
  quote = '';
  readonly free: boolean;
  readonly done: RawStatement[];

  constructor(free: boolean, done: RawStatement[]) {
    this.free = free;
    this.done = done;
  }

  mark(at: Position): void {
    this.offsets.push(this.text.length);
    this.positions.push(at);
  }

  finish(): void {
    if (this.text.trim() !== '' || this.label !== undefined) {
      this.done.push({
        text: this.text,
        label: this.label,
        offsets: this.offsets,
        positions: this.positions,
        free: this.free,
      });
    }
    this.text = '';
    this.label = undefined;
    this.offsets = [];
    this.positions = [];
    this.quote = '';
  }
}

/** Settings that control how fixed-form lines are read. */
export interface FixedForm {
  /** The last significant column, which may be `Infinity`. */
  readonly lineLength: number;
  /** True if lines with D in the first column are statements. */
  readonly debugLines: boolean;
  /**
   * True if a character constant that continues on the next line is padded with blanks up to the last column of its
   * line.
   */
  readonly padded: boolean;
}

/** Splits preprocessed lines into logical statements. */
export function readStatements(
  lines: readonly SourceLine[],
  fixed: boolean,
  diagnostics: DiagnosticList,
  form: FixedForm = { lineLength: 72, debugLines: false, padded: true },
): RawStatement[] {
  return fixed ? readFixedForm(lines, diagnostics, form) : readFreeForm(lines, diagnostics);
}

function readFreeForm(lines: readonly SourceLine[], diagnostics: DiagnosticList): RawStatement[] {
  const done: RawStatement[] = [];
  const builder = new StatementBuilder(true, done);
  let continued = false;
  for (const line of lines) {
    const text = line.text;
    let start = 0;
    while (text[start] === ' ' || text[start] === '\t') start++;
    // Comments may even occur between the lines of a continued constant.
    if (start >= text.length || text[start] === '!') continue;
    if (continued) {
      if (text[start] === '&') start++;
      else if (builder.quote === '' && !goesOnAsConstant(builder.text, text[start]!)) builder.text += ' ';
    } else {
      builder.finish();
    }
    continued = appendFreeLine(builder, line, start, diagnostics);
  }
  builder.finish();
  return done;
}

// Without a second `&`, a quote at the end of a line and another at the beginning of the next form a doubled quote.
function goesOnAsConstant(before: string, next: string): boolean {
  return (next === "'" || next === '"') && before.endsWith(next);
}

// Adds the code on a line; returns true if the statement continues on the next line.
function appendFreeLine(
  builder: StatementBuilder,
  line: SourceLine,
  start: number,
  diagnostics: DiagnosticList,
): boolean {
  const text = line.text;
  let from = takeFreeLabel(builder, text, start);
  builder.mark(packPosition(line.file, line.line, from + 1));
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (builder.quote !== '') {
      if (c === builder.quote) {
        builder.text += text.slice(from, i + 1);
        builder.quote = '';
        from = i + 1;
      } else if (c === '&' && text.slice(i + 1).trim() === '') {
        builder.text += text.slice(from, i);
        return true;
      }
    } else if (c === "'" || c === '"') {
      builder.text += text.slice(from, i).toLowerCase();
      builder.quote = c;
      from = i;
    } else if (c === '!') {
      builder.text += text.slice(from, i).toLowerCase();
      return false;
    } else if ((c === 'h' || c === 'H') && /\d/.test(text[i - 1] ?? '')) {
      const end = appendFreeHollerith(builder, text, from, i);
      if (end === undefined) continue;
      from = end;
      i = from - 1;
    } else if (c === '&') {
      const rest = text.slice(i + 1).trim();
      if (rest === '' || rest.startsWith('!')) {
        builder.text += text.slice(from, i).toLowerCase();
        return true;
      }
    } else if (c === ';') {
      builder.text += text.slice(from, i).toLowerCase();
      builder.finish();
      from = takeFreeLabel(builder, text, i + 1);
      i = from - 1;
      builder.mark(packPosition(line.file, line.line, from + 1));
    }
  }
  if (builder.quote !== '') {
    diagnostics.error(
      packPosition(line.file, line.line, from + 1),
      `Unterminated character constant: the closing ${builder.quote} is missing.`,
    );
    builder.quote = '';
    builder.text += `${text.slice(from)}${text[from]}`;
    return false;
  }
  builder.text += text.slice(from).toLowerCase();
  return false;
}

// `4Habcd`: returns the position after the characters, all of which must be on this line.
function appendFreeHollerith(
  builder: StatementBuilder,
  text: string,
  from: number,
  at: number,
): number | undefined {
  const before = builder.text + text.slice(from, at).toLowerCase();
  const match = /([^a-z0-9_$.]|\.[a-z]+\.)(\d+)$/.exec(before);
  if (!match || !isHollerithPlace(before, match[1]!)) return undefined;
  const end = at + 1 + Number(match[2]);
  if (end > text.length) return undefined;
  const characters = text.slice(at + 1, end).replaceAll("'", "''");
  builder.text = `${before.slice(0, before.length - match[2]!.length)}${HOLLERITH_MARK}'${characters}'`;
  return end;
}

function takeFreeLabel(builder: StatementBuilder, text: string, start: number): number {
  if (builder.text !== '') return start;
  const match = /^[ \t]*(\d{1,5})[ \t]+(?=[A-Za-z])/.exec(text.slice(start, start + 40));
  if (!match) return start;
  builder.label = Number(match[1]);
  return start + match[0].length;
}

function readFixedForm(
  lines: readonly SourceLine[],
  diagnostics: DiagnosticList,
  { lineLength, debugLines, padded }: FixedForm,
): RawStatement[] {
  const done: RawStatement[] = [];
  const builder = new StatementBuilder(false, done);
  const hollerith = { left: 0 };
  let lastLength = 0;
  for (const line of lines) {
    const expanded = expandFixedTabs(line.text);
    const text = debugLines ? expanded.replace(/^[dD]/, ' ') : expanded;
    const first = text[0] ?? ' ';
    if (
      /^[cC*!dD]/.test(first) ||
      text.trim() === '' ||
      /^ {0,4} *!/.test(text.slice(0, 5)) ||
      isFixedComment(text)
    )
      continue;
    const mark = text[5] ?? ' ';
    const code = text.slice(6, lineLength);
    const continuation = mark !== ' ' && mark !== '0' && text.slice(0, 5).trim() === '';
    if (!continuation) {
      reportOpenConstant(builder, diagnostics);
      builder.finish();
      hollerith.left = 0;
      const label = text.slice(0, 5).replace(/\s/g, '');
      if (/^\d+$/.test(label)) {
        builder.label = Number(label);
        builder.mark(packPosition(line.file, line.line, 1));
      } else if (label !== '')
        diagnostics.error(
          packPosition(line.file, line.line, 1),
          `Columns 1 to 5 of a fixed-form line can contain only a numeric label; got "${label}". Statements begin in column 7.`,
        );
    } else if (builder.quote !== '' || hollerith.left > 0) {
      // A continued constant is padded with blanks up to the last column of the previous line, if lines have a last
      // column.
      const pad = padded && Number.isFinite(lineLength) ? lineLength - 6 - lastLength : 0;
      for (let i = 0; i < pad; i++) appendFixedCharacter(builder, ' ', hollerith);
    }
    lastLength = code.length;
    appendFixedLine(builder, code, line, hollerith);
  }
  reportOpenConstant(builder, diagnostics);
  builder.finish();
  return done;
}

function reportOpenConstant(builder: StatementBuilder, diagnostics: DiagnosticList): void {
  if (builder.quote === '') return;
  const at = builder.positions.at(-1) ?? 0;
  diagnostics.error(at, `Unterminated character constant: the closing ${builder.quote} is missing.`);
  builder.text += builder.quote;
}

function isFixedComment(text: string): boolean {
  const bang = text.indexOf('!');
  return bang >= 0 && bang !== 5 && text.slice(0, bang).trim() === '';
}

function expandFixedTabs(text: string): string {
  const tab = text.indexOf('\t');
  if (tab < 0) return text;
  if (tab > 5) return text.replaceAll('\t', ' ');
  const rest = text.slice(tab + 1).replaceAll('\t', ' ');
  const label = text.slice(0, tab);
  if (/^[1-9]/.test(rest)) return `     ${rest}`;
  return `${label.padEnd(6)}${rest}`;
}

function appendFixedLine(
  builder: StatementBuilder,
  code: string,
  line: SourceLine,
  hollerith: { left: number },
): void {
  let blank = true;
  for (let i = 0; i < code.length; i++) {
    const c = code[i]!;
    const quiet = builder.quote === '' && hollerith.left === 0;
    if (quiet) {
      if (c === ' ' || c === '\t') {
        blank = true;
        continue;
      }
      if (c === '!') return;
      if (c === ';') {
        builder.finish();
        blank = true;
        continue;
      }
    }
    if (blank) {
      builder.mark(packPosition(line.file, line.line, i + 7));
      blank = false;
    }
    appendFixedCharacter(builder, c, hollerith);
  }
}

function appendFixedCharacter(builder: StatementBuilder, c: string, hollerith: { left: number }): void {
  if (hollerith.left > 0) {
    builder.text += c === "'" ? "''" : c;
    if (--hollerith.left === 0) builder.text += "'";
    return;
  }
  if (builder.quote !== '') {
    builder.text += c;
    if (c === builder.quote) builder.quote = '';
    return;
  }
  if (c === "'" || c === '"') builder.quote = c;
  if (c === 'h' || c === 'H') {
    const match = /(^|[^a-z0-9_$.]|\.[a-z]+\.)(\d+)$/.exec(builder.text);
    if (match && isHollerithPlace(builder.text, match[1]!)) {
      builder.text = `${builder.text.slice(0, builder.text.length - match[2]!.length)}${HOLLERITH_MARK}'`;
      hollerith.left = Number(match[2]);
      return;
    }
  }
  builder.text += c.toLowerCase();
}

// In fixed form, `REAL*8 HEIGHT` loses its blank; it must not be read as eight characters.
function isHollerithPlace(text: string, before: string): boolean {
  if (before !== '*') return before !== '';
  return !/^(integer|unsigned|real|logical|complex|character|implicit)/.test(text) || text.includes('/');
}
