// The editor's line-by-line C and C++ mode: it colours a program until the grammar (40 kB) is loaded with the editor
// assistance.
import { StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';

interface CState {
  /** Terminator of the open comment or raw string; '' outside both. */
  end: string;
  /** Style of the open comment or raw string. */
  style: 'comment' | 'string';
  /** Quote of the open string; '' outside strings. */
  quote: string;
  /** True if the line is an `#include`, in which `<` begins a name. */
  isInclude: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const TYPES = words('auto bool char double float int long short signed unsigned void wchar_t');
const CONSTANTS = words('true false nullptr NULL');
const KEYWORDS = words(
  'alignas alignof asm break case catch class concept const consteval constexpr constinit const_cast continue co_await ' +
    'co_return co_yield decltype default delete do dynamic_cast else enum explicit export extern final for friend goto ' +
    'if inline mutable namespace new noexcept operator override private protected public register reinterpret_cast ' +
    'requires restrict return sizeof static static_assert static_cast struct switch template this thread_local throw ' +
    'try typedef typename union using virtual volatile while',
);
const NUMBER =
  /^(?:0[xX][\da-fA-F'.]+(?:[pP][+-]?\d+)?|0[bB][01']+|(?:\d[\d']*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\w*/;
const WORD = /^[A-Za-z_]\w*/;
const RAW_STRING = /^(?:u8|[uUL])?R"([^\s()\\]{0,16})\(/;
const ESCAPE = /^\\(?:x[\da-fA-F]+|[0-7]{1,3}|.)/;

/** Reads to the end of a comment or raw string, which may be on a later line. */
function readBlock(stream: StringStream, state: CState): string {
  const rest = stream.string.indexOf(state.end, stream.pos);
  if (rest < 0) {
    stream.skipToEnd();
    return state.style;
  }
  stream.pos = rest + state.end.length;
  state.end = '';
  return state.style;
}

/** Reads part of a string: an escape, or everything up to the next escape. */
function readString(stream: StringStream, state: CState): string | null {
  if (stream.match(ESCAPE)) return null;
  while (!stream.eol() && stream.peek() !== '\\') {
    if (stream.next() !== state.quote) continue;
    state.quote = '';
    return 'string';
  }
  // A backslash at the end of a line continues the string.
  if (stream.eol()) state.quote = '';
  else if (stream.pos === stream.string.length - 1) stream.next();
  return 'string';
}

function beginBlock(stream: StringStream, state: CState, style: CState['style'], end: string): string {
  Object.assign(state, { style, end });
  return readBlock(stream, state);
}

function wordStyle(word: string, stream: StringStream): string | null {
  if (TYPES.has(word)) return 'typeName';
  if (KEYWORDS.has(word)) return 'keyword';
  if (CONSTANTS.has(word)) return 'bool';
  return /^\s*\(/.test(stream.string.slice(stream.pos)) ? 'variableName.function' : null;
}

const mode: StreamParser<CState> = {
  name: 'c',
  startState: () => ({ end: '', style: 'comment', quote: '', isInclude: false }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => {
    if (stream.sol()) state.isInclude = false;
    if (state.end !== '') return readBlock(stream, state);
    if (state.quote !== '') return readString(stream, state);
    if (stream.sol()) {
      const directive = stream.match(/^\s*#\s*\w*/);
      if (Array.isArray(directive)) {
        state.isInclude = /(?:include|import)$/.test(directive[0]);
        return 'meta';
      }
    }
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('/*')) return beginBlock(stream, state, 'comment', '*/');
    if (state.isInclude && stream.match(/^<[^>]*>/)) return 'string';
    const raw = stream.match(RAW_STRING);
    if (Array.isArray(raw)) return beginBlock(stream, state, 'string', `)${raw[1]}"`);
    const quote = stream.match(/^["']/);
    if (Array.isArray(quote)) {
      state.quote = quote[0];
      return stream.eol() || stream.peek() === '\\' ? 'string' : readString(stream, state);
    }
    if (stream.match(NUMBER)) return 'number';
    const word = stream.match(WORD);
    if (Array.isArray(word)) return wordStyle(word[0], stream);
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
};

export const cColours = StreamLanguage.define(mode);
