// Formats that are known at compile time: finds the first error in each, with the message that the run-time library
// (wasm/fortran/io-format.c) prints for formats built at run time.

export interface FormatFault {
  message: string;
  offset: number;
}

export interface FormatUse {
  /** I, F, E, D and G may omit the width (-fdec-format-defaults) */
  readonly widthsOfTypes?: boolean;
  /** True for READ, which does not allow a width of 0. For WRITE, 0 selects a suitable width. */
  readonly reading?: boolean;
  /** True if reals may omit the period after the width (-std=legacy). */
  readonly missingPeriods?: boolean;
  /** Fortran 95 rules: no G0, and a comma after P except before F, E, EN, ES, D and G */
  readonly isOld?: boolean;
  /** EX was introduced in Fortran 2018 */
  readonly isBefore2018?: boolean;
}

class FormatError extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

class FormatReader {
  readonly text: string;
  readonly use: FormatUse;
  offset = 0;

  constructor(text: string, use: FormatUse) {
    this.text = text;
    this.use = use;
  }

  /** True if the current descriptor has no width and does not need one. */
  get hasNoWidth(): boolean {
    return this.use.widthsOfTypes === true && !this.atDigit && this.next !== '.';
  }

  get next(): string {
    while (/[ \t]/.test(this.text[this.offset] ?? '')) this.offset++;
    return (this.text[this.offset] ?? '').toUpperCase();
  }

  accept(character: string): boolean {
    if (this.next !== character) return false;
    this.offset++;
    return true;
  }

  get atDigit(): boolean {
    return this.next >= '0' && this.next <= '9';
  }

  number(): number {
    let n = 0;
    while (this.atDigit) n = n * 10 + Number(this.text[this.offset++]);
    return n;
  }

  fail(message: string): never {
    throw new FormatError(this.offset, this.next === '' ? 'The format has no closing parenthesis.' : message);
  }

  width(letter: string): number {
    if (!this.atDigit) this.fail(`Expected the width of ${letter} in the format, got "${this.next}".`);
    return this.number();
  }

  /** The width of a numeric field, which must not be 0 for READ. */
  fieldWidth(letter: string): number {
    const start = this.offset;
    const width = this.width(letter);
    if (width === 0 && this.use.reading)
      throw new FormatError(start, `The width of ${letter} cannot be 0 in a format used for input.`);
    return width;
  }
}

const REAL = new Set(['F', 'E', 'EN', 'ES', 'EX', 'D', 'G']);
const MODES = new Set(['SP', 'SS', 'BN', 'BZ', 'DC', 'DP', 'RU', 'RD', 'RZ', 'RN', 'RC', 'RP']);

/** The first error in a format, which includes its parentheses; text after the last parenthesis is ignored. */
export function maybeFormatFault(text: string, use: FormatUse = {}): FormatFault | undefined {
  const r = new FormatReader(text, use);
  try {
    if (!r.accept('(')) throw new FormatError(r.offset, 'A format must begin with a parenthesis.');
    checkItems(r);
    return undefined;
  } catch (fault) {
    if (!(fault instanceof FormatError)) throw fault;
    return { message: fault.message, offset: fault.offset };
  }
}

// Commas may be omitted but not doubled.
function checkItems(r: FormatReader): void {
  while (!r.accept(')')) {
    checkItem(r);
    if (r.accept(',') && r.next === ')' && !r.use.widthsOfTypes)
      r.fail('Expected an item after the comma in the format.');
  }
}

function checkItem(r: FormatReader): void {
  const c = r.next;
  if (c === "'" || c === '"') {
    skipQuoted(r, c);
    return;
  }
  if (c === '*') {
    r.offset++;
    if (!r.accept('(')) r.fail('Expected "(" after "*" in the format.');
    checkItems(r);
    return;
  }
  if (r.accept('-') || r.accept('+')) {
    if (!r.atDigit) unexpected(r);
    r.number();
    if (!r.accept('P')) r.fail('Expected P after the signed number in the format.');
    return;
  }
  const repeat = r.atDigit ? r.number() : undefined;
  if (repeat !== undefined && r.accept('H')) {
    r.offset += repeat;
    return;
  }
  checkDescriptor(r, repeat);
}

function checkDescriptor(r: FormatReader, repeat: number | undefined): void {
  const start = r.offset;
  const letter = r.next;
  if (letter === 'P' && repeat === undefined) r.fail('P needs a scale factor before it in the format.');
  if (repeat === 0 && letter !== 'P') r.fail('The repeat count 0 is not allowed in the format.');
  r.offset++;
  if (letter === '(') {
    checkItems(r);
    return;
  }
  if (letter === 'P' && r.use.isOld && !/^[ \t]*([,)/:]|[FED]|G)/i.test(r.text.slice(r.offset)))
    r.fail('Fortran 95 requires a comma after P in a format, except before F, E, D and G.');
  if ('PX/'.includes(letter) && letter !== '') return;
  const two = letter + r.next;
  if (repeat === undefined) {
    if (letter === ':' || letter === '$') return;
    if (MODES.has(two)) {
      r.offset++;
      return;
    }
    if (letter === 'S') return;
    if (letter === 'T') {
      checkTab(r);
      return;
    }
  }
  if (two === 'DT') {
    r.offset++;
    checkDefined(r);
    return;
  }
  if (!checkData(r, letter)) {
    r.offset = start;
    unexpected(r);
  }
}

// DT, DT'type', DT(1, 2), DT'type'(1, 2)
function checkDefined(r: FormatReader): void {
  const c = r.next;
  if (c === "'" || c === '"') skipQuoted(r, c);
  if (!r.accept('(')) return;
  do {
    if (!r.accept('-')) r.accept('+');
    if (!r.atDigit) r.fail('Expected a number in the list of DT in the format.');
    r.number();
  } while (r.accept(','));
  if (!r.accept(')')) unexpected(r);
}

function checkTab(r: FormatReader): void {
  if (r.next === 'L' || r.next === 'R') r.offset++;
  if (!r.atDigit) r.fail('Expected the column of T in the format.');
  r.number();
}

function checkData(r: FormatReader, letter: string): boolean {
  if (letter === 'A' || letter === 'L') {
    const at = r.offset;
    if (r.atDigit && r.number() === 0 && letter === 'A')
      throw new FormatError(at, 'The width 0 of A is not allowed in the format.');
    return true;
  }
  if ('IBOZ'.includes(letter) && letter !== '') {
    if (letter === 'I' && r.hasNoWidth) return true;
    const width = r.fieldWidth(letter);
    if (!r.accept('.')) return true;
    if (r.width(`${letter}w.`) > width && width > 0)
      throw new FormatError(r.offset - 1, 'The format has more digits than the width allows.');
    return true;
  }
  let name = letter;
  if (letter === 'E' && 'NSX'.includes(r.next) && r.next !== '') name += r.text[r.offset++]!.toUpperCase();
  if (!REAL.has(name)) return false;
  if (name === 'EX' && r.use.isBefore2018)
    throw new FormatError(r.offset - 2, 'EX in a format is a Fortran 2018 feature.');
  if (r.hasNoWidth) return true;
  const start = r.offset;
  const isFree = name === 'G' && r.width(name) === 0;
  if (isFree && r.use.isOld) throw new FormatError(start, 'G0 in a format is a Fortran 2008 feature.');
  if (name !== 'G') r.fieldWidth(name);
  if (!r.accept('.')) {
    if (name === 'G' || r.use.missingPeriods) return true;
    r.fail(`Expected a period after the width of ${name} in the format.`);
  }
  r.width(`${name}w.`);
  if (isFree && r.next === 'E') r.fail('G0 cannot have an exponent width in the format.');
  if (name !== 'F' && name !== 'D' && r.accept('E')) r.width(`the exponent of ${name}`);
  return true;
}

function skipQuoted(r: FormatReader, quote: string): void {
  const start = r.offset;
  for (r.offset++; ; r.offset++) {
    if (r.offset >= r.text.length)
      throw new FormatError(start, 'The character constant in the format has no closing quote.');
    if (r.text[r.offset] !== quote) continue;
    if (r.text[r.offset + 1] === quote) r.offset++;
    else break;
  }
  r.offset++;
}

function unexpected(r: FormatReader): never {
  r.fail(`"${r.next}" is not an edit descriptor, or is not allowed here in the format.`);
}
