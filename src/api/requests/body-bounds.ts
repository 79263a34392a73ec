// Bounds for every JSON body, checked before parsing: nesting, number of values, field names. A single pass over the
// text bounds the work of parsers, schemas and checks, whatever the body's size.
import { invalidRequest } from './failures.ts';

/**
 * Maximum nesting of arrays and objects: slightly deeper than any endpoint accepts, so that endpoints can report errors
 * themselves.
 */
export const MOST_LEVELS = 100;
/** Maximum number of fields and items in a body; the largest valid body, with 1000 traced variables, has 4000. */
export const MOST_VALUES = 10_000;
/**
 * Maximum length of a field name, in characters of the text: the name of an uncertainty source may have 1000
 * characters, each escaped as six.
 */
export const LONGEST_NAME = 6000;

/** Schemas silently drop this name, even in maps whose names the caller chooses. */
const PROTOTYPE = '__proto__';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Offset of the closing quotation mark of a string; the length of the text if the string is unterminated. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/**
 * Checks the text of a JSON body against the bounds. Malformed text passes; its parser rejects it.
 * @throws HazeError `invalid-request` naming the bound
 */
export function checkBodyBounds(text: string): void {
  let levels = 0;
  let values = 0;
  let string = { start: 0, end: 0 };
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at + 1);
        string = { start: at + 1, end };
        at = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        requireFew(++values);
        if (++levels > MOST_LEVELS) refuse(`is nested deeper than ${MOST_LEVELS} levels`);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        levels--;
        break;
      case COMMA:
        requireFew(++values);
        break;
      case COLON:
        checkName(text, string.start, string.end);
    }
  }
}

function checkName(text: string, start: number, end: number): void {
  const length = end - start;
  if (length > LONGEST_NAME) refuse(`has a field whose name is longer than ${LONGEST_NAME} characters`);
  // Each escaped character takes up six characters.
  if (length < PROTOTYPE.length || length > 6 * PROTOTYPE.length) return;
  const decoded = text
    .slice(start, end)
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  if (decoded === PROTOTYPE) refuse(`has a field "${PROTOTYPE}", which has no effect in any request`);
}

function requireFew(values: number): void {
  if (values > MOST_VALUES) refuse(`has more than ${MOST_VALUES} fields and items`);
}

function refuse(problem: string): never {
  throw invalidRequest('body', problem);
}
