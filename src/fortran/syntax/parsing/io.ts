// Input and output statements: control lists and item lists.
import type { Cursor } from '../reading/cursor.ts';
import { findCharacter } from '../reading/find-character.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Control, Expression } from '../tree/syntax-tree.ts';
import { maybeLoopControl, parseExpression } from './expression.ts';

const CONTROLLED = ['write', 'open', 'close', 'inquire'] as const;
const POSITIONING = ['rewind', 'backspace', 'endfile', 'end file', 'flush', 'wait'] as const;

/** Parses an I/O statement, if one comes next. */
export function maybeParseInputOutput(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const start = c.offset;
  for (const verb of CONTROLLED) {
    if (!c.keyword(verb)) continue;
    if (c.next !== '(') break;
    return { k: 'io', at, verb, controls: parseControlList(c), items: parseItems(c) };
  }
  c.offset = start;
  if (c.keyword('print')) return { k: 'io', at, verb: 'print', ...parseFormatAndItems(c) };
  // DEC's name for PRINT. If a format follows, it does not begin the name of a type.
  if (c.raw.dec && c.match(/type\s*(?=\*|\d+\s*(?:,|$)|'|")/y))
    return { k: 'io', at, verb: 'print', ...parseFormatAndItems(c) };
  if (c.keyword('read')) return parseRead(c, at);
  for (const word of POSITIONING) {
    if (!c.keyword(word)) continue;
    const verb = word === 'end file' ? 'endfile' : word;
    return c.ended({ k: 'io', at, verb, controls: parsePositioned(c, at), items: [] });
  }
  c.offset = start;
  return undefined;
}

function parseControlList(c: Cursor): Control[] {
  c.expect('(');
  const controls = parseControls(c);
  c.expect(')', 'after the control list');
  return controls;
}

/** Parses `unit, fmt, keyword=value …` up to the closing parenthesis. */
export function parseControls(c: Cursor): Control[] {
  const controls: Control[] = [];
  while (!c.sees(')')) {
    const at = c.at;
    const keyword = c.match(/([a-z_$][a-z0-9_$]*)\s*=(?![=>])/y)?.[1];
    const value = parseControlValue(c);
    controls.push({ at, keyword, value });
    if (!c.accept(',')) break;
  }
  return controls;
}

function parseControlValue(c: Cursor): Expression {
  const at = c.at;
  return c.accept('*') ? { k: 'star', at } : parseExpression(c);
}

function parseFormatAndItems(c: Cursor): { controls: Control[]; items: Expression[] } {
  const at = c.at;
  const value = parseControlValue(c);
  const comma = c.accept(',');
  if (comma && c.atEnd) c.fail('Expected an item after the comma');
  const items = comma ? parseItems(c) : [];
  c.expectEnd();
  return { controls: [{ at, keyword: 'fmt', value }], items };
}

function parseRead(c: Cursor, at: number): FlatStatement | undefined {
  if (c.next === '(') {
    const close = c.closingOffset();
    const rest = c.text.slice(close + 1).trimStart();
    const inside = c.text.slice(c.offset + 1, close).replaceAll(/'[^']*'|"[^"]*"/g, '');
    // In `READ (fmt), items`, the parentheses contain the format. Anything else is a control list, even if a comma
    // follows it.
    if (!rest.startsWith(',') || /[,=]|^\s*\d+\s*$/.test(inside))
      return { k: 'io', at, verb: 'read', controls: parseControlList(c), items: parseItems(c) };
  }
  return { k: 'io', at, verb: 'read', ...parseFormatAndItems(c) };
}

// The controls of a positioning statement: a list in parentheses, or just a unit.
function parsePositioned(c: Cursor, at: number): Control[] {
  if (c.next === '(' && c.closingOffset() === c.text.trimEnd().length - 1) return parseControlList(c);
  return c.atEnd ? [] : [{ at, value: parseExpression(c) }];
}

function parseItems(c: Cursor): Expression[] {
  const items: Expression[] = [];
  c.accept(',');
  while (!c.atEnd) {
    items.push(parseItem(c));
    if (!c.accept(',')) break;
    if (c.atEnd) c.fail('Expected an item after the comma');
  }
  c.expectEnd();
  return items;
}

function parseItem(c: Cursor): Expression {
  const at = c.at;
  const start = c.offset;
  if (c.next === '(' && isImpliedDo(c)) {
    c.expect('(');
    const items: Expression[] = [];
    for (;;) {
      const loop = items.length > 0 ? maybeLoopControl(c) : undefined;
      if (loop) {
        c.expect(')', 'after the implied DO');
        return { k: 'implied-do', at, items, loop };
      }
      items.push(parseItem(c));
      c.expect(',', 'in the implied DO');
    }
  }
  c.offset = start;
  return parseExpression(c);
}

// `(… , i = a, b)`: has an equals sign at the top level of these parentheses.
function isImpliedDo(c: Cursor): boolean {
  const close = c.closingOffset();
  const equals = findCharacter(
    c.text,
    c.offset,
    (ch, depth, i) => ch === '=' && depth === 1 && !'=<>/'.includes(c.text[i - 1]!) && c.text[i + 1] !== '=',
  );
  return equals >= 0 && equals < close;
}
