// The editor's line-by-line Fortran mode, for free form and for fixed form with its column rules. The form is
// determined by the same function that the compiler uses (toolchain/sources/lone-source.ts).
import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { DOT_WORDS, INTRINSICS, KEYWORDS, TYPES } from './fortran-words.ts';

interface FortranState {
  /** Quote that closes the current string, even across continued lines; '' outside strings. */
  quote: string;
}

const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:[ed][+-]?\d+)?(?:_\w+)?/i;
const WORD = /^[a-z_]\w*/i;
const OPERATOR = /^(?:\*\*|\/\/|==|\/=|<=|>=|=>|::|[-+*/=<>%&(),:;[\]])/;
const FIXED_COMMENT = /^[c*]/i;
const LABEL_COLUMNS = 5;
const LAST_COLUMN = 72;

function readString(stream: StringStream, state: FortranState): string {
  while (!stream.eol()) {
    const letter = stream.next();
    if (letter !== state.quote) continue;
    // Two quotes in succession are one quote character within the string.
    if (!stream.eat(state.quote)) {
      state.quote = '';
      break;
    }
  }
  return 'string';
}

function wordStyle(word: string, isCalled: boolean): string {
  if (TYPES.has(word)) return 'typeName';
  if (KEYWORDS.has(word)) return 'keyword';
  if (INTRINSICS.has(word) && isCalled) return 'variableName.function';
  return 'variableName';
}

function readToken(stream: StringStream, state: FortranState): string | null {
  if (state.quote !== '') return readString(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.peek() === '!') {
    stream.skipToEnd();
    return 'comment';
  }
  const letter = stream.peek();
  if (letter === '"' || letter === "'") {
    state.quote = letter;
    stream.next();
    return readString(stream, state);
  }
  if (stream.match(DOT_WORDS)) return 'operatorKeyword';
  if (stream.match(NUMBER)) return 'number';
  const word = stream.match(WORD);
  if (Array.isArray(word))
    return wordStyle(word[0].toLowerCase(), /^\s*\(/.test(stream.string.slice(stream.pos)));
  if (stream.match(OPERATOR)) return 'operator';
  stream.next();
  return null;
}

function describeMode(form: 'free' | 'fixed'): StreamParser<FortranState> {
  return {
    name: `fortran-${form}`,
    startState: () => ({ quote: '' }),
    copyState: ({ quote }) => ({ quote }),
    token: (stream, state) => {
      if (stream.sol()) {
        if (stream.match(/^\s*#/)) {
          stream.skipToEnd();
          return 'meta';
        }
        if (form === 'fixed') {
          const style = readFixedColumns(stream, state);
          if (style !== undefined) return style;
        }
      }
      if (form === 'fixed' && stream.column() >= LAST_COLUMN) {
        stream.skipToEnd();
        return 'comment';
      }
      const style = readToken(stream, state);
      // A string continues on the next line only after a final &.
      if (form === 'free' && stream.eol() && !/&\s*$/.test(stream.string)) state.quote = '';
      return style;
    },
    languageData: { commentTokens: { line: form === 'free' ? '!' : 'C' } },
  };
}

/** Reads columns 1 to 6: a comment letter, a label, or a continuation mark. */
function readFixedColumns(stream: StringStream, state: FortranState): string | undefined {
  if (FIXED_COMMENT.test(stream.string)) {
    stream.skipToEnd();
    return 'comment';
  }
  const isContinued = /^ {5}[^ 0]/.test(stream.string);
  if (!isContinued) state.quote = '';
  if (stream.match(new RegExp(`^[ \\d]{${LABEL_COLUMNS}}`)) || stream.match(/^\s*\d+/)) {
    if (isContinued) {
      stream.next();
      return 'operator';
    }
    return 'labelName';
  }
  return undefined;
}

export const fortranFree = StreamLanguage.define(describeMode('free'));
export const fortranFixed = StreamLanguage.define(describeMode('fixed'));
