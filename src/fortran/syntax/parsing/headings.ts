// Headings and END statements of program units and procedures (with their prefixes), CONTAINS, END …, INTERFACE.

import { refuse } from '../../source/diagnostics.ts';
import type { Cursor } from '../reading/cursor.ts';
import { BLOCK_ENDS } from '../reading/flat-reader.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { ProcedureHeading, ProcedurePrefix } from '../tree/syntax-tree.ts';
import { parseArgumentList, RELATIONAL } from './expression.ts';
import { callOfImages } from './images.ts';
import { parseBind, parseTypeSpec } from './types.ts';

const PREFIX_WORDS = ['recursive', 'pure', 'elemental', 'impure', 'module', 'non_recursive'];
/** Words that can follow END. */
export const END_WORDS = [
  'block data',
  ...BLOCK_ENDS,
  ...'program module submodule function subroutine procedure'.split(' '),
];

/** Parses a heading or an END statement, if one comes next. */
export function maybeParseUnitStatement(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const start = c.offset;
  if (c.keyword('contains') && c.atEnd) return { k: '+contains', at };
  c.offset = start;
  const statement =
    maybeParseEnd(c) ?? maybeParseProcedure(c) ?? maybeParseInterface(c) ?? maybeParseProgramUnit(c);
  if (!statement) c.offset = start;
  return statement;
}

function maybeParseProgramUnit(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const start = c.offset;
  if (c.keyword('program')) return c.ended({ k: '+program', at, name: c.name('the name of the program') });
  if (c.keyword('block data')) return c.ended({ k: '+block-data', at, name: c.maybeName() ?? '' });
  if (c.keyword('submodule')) {
    c.expect('(');
    const ancestor = c.name('the ancestor module');
    const parent = c.accept(':') ? { ancestor, parent: c.name() } : { ancestor };
    c.expect(')');
    return c.ended({ k: '+submodule', at, parent, name: c.name('the name of the submodule') });
  }
  if (c.keyword('module procedure')) return parseModuleProcedures(c, at, true);
  if (c.keyword('module') && !c.atEnd) {
    const name = c.maybeName();
    if (name !== undefined && c.atEnd) return { k: '+module', at, name };
  }
  c.offset = start;
  return undefined;
}

function parseModuleProcedures(c: Cursor, at: number, prefixed: boolean): FlatStatement {
  const separated = c.accept('::');
  const names = c.list(() => ({ at: c.at, name: c.name('the name of a procedure') }));
  return c.ended({ k: '+module-procedure', at, names, prefixed, separated });
}

function maybeParseEnd(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const start = c.offset;
  if (!c.sees('end')) return undefined;
  for (const word of END_WORDS) {
    if (!c.keyword(`end ${word}`)) continue;
    if (word === 'team') return parseEndTeam(c, at);
    const name = parseEndName(c, word);
    if (c.atEnd) return { k: '+end', at, what: word, name };
    c.offset = start;
  }
  if (c.keyword('end') && c.atEnd) return { k: '+end', at, what: '' };
  c.offset = start;
  return undefined;
}

function parseEndTeam(c: Cursor, at: number): FlatStatement {
  const leave = callOfImages(at, 'end_team', c.next === '(' ? parseArgumentList(c) : []);
  const name = c.maybeName();
  return c.ended({ k: '+end', at, what: 'team', leave, name });
}

function parseEndName(c: Cursor, word: string): string | undefined {
  if (word !== 'interface') return c.maybeName();
  return c.atEnd ? undefined : parseGenericName(c);
}

function maybeParseInterface(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const start = c.offset;
  if (c.keyword('abstract interface')) return c.ended({ k: '+interface', at, abstract: true });
  if (c.keyword('interface')) {
    if (c.atEnd) return { k: '+interface', at, abstract: false };
    const generic = parseGenericName(c);
    if (c.atEnd) return { k: '+interface', at, abstract: false, generic };
  }
  c.offset = start;
  return undefined;
}

/** Parses a name, `operator(+)`, `assignment(=)`, or `read(formatted)` and the like. */
export function parseGenericName(c: Cursor): string {
  if (c.keyword('operator')) {
    const match = c.match(/\(\s*(\/\/|\*\*|==|\/=|<=|>=|[-+*/<>]|\.[a-z]+\.)\s*\)/y);
    if (!match) c.fail('Expected an operator in parentheses');
    return `operator(${normalizeOperator(match![1]!)})`;
  }
  if (c.match(/assignment\s*\(\s*=\s*\)/y)) return 'assignment(=)';
  const transfer = c.match(/(read|write)\s*\(\s*((?:un)?formatted)\s*\)/y);
  if (transfer) return `${transfer[1]}(${transfer[2]})`;
  return c.name('a generic name');
}

/** `.eq.` and `==` are the same operator. */
export function normalizeOperator(op: string): string {
  return RELATIONAL[op] ?? op;
}

function parsePrefix(c: Cursor): ProcedurePrefix {
  const prefix: ProcedurePrefix = { words: new Set() };
  for (;;) {
    const word = PREFIX_WORDS.find((w) => c.keyword(w));
    if (word !== undefined) {
      const isOpposite = /pure/.test(word) && /pure/.test([...prefix.words].join());
      if (prefix.words.has(word) || isOpposite) prefix.repeated ??= word;
      prefix.words.add(word);
      continue;
    }
    if (prefix.type || c.seesKeyword('function') || c.seesKeyword('subroutine')) return prefix;
    const type = parseTypeSpec(c);
    if (!type) return prefix;
    prefix.type = type;
  }
}

const PROCEDURE_HINT = /function|subroutine/;

function maybeParseProcedure(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const start = c.offset;
  if (!PROCEDURE_HINT.test(c.text)) return undefined;
  let prefix: ProcedurePrefix;
  try {
    prefix = parsePrefix(c);
  } catch {
    c.offset = start;
    return undefined;
  }
  const isFunction = c.keyword('function');
  const isSubroutine = !isFunction && c.keyword('subroutine');
  // `integer function` on its own declares a variable of that name.
  if ((!isFunction && !isSubroutine) || (prefix.type && c.atEnd)) {
    c.offset = start;
    return undefined;
  }
  if (prefix.repeated !== undefined)
    refuse(at, `${prefix.repeated.toUpperCase()} repeats or contradicts an earlier prefix.`);
  const heading = parseHeading(c, at, isFunction, prefix);
  if (!c.atEnd || (isFunction && !c.text.includes('('))) {
    c.offset = start;
    return undefined;
  }
  return { k: '+procedure', at, heading };
}

function parseHeading(c: Cursor, at: number, isFunction: boolean, prefix: ProcedurePrefix): ProcedureHeading {
  const name = c.name('the name of the procedure');
  const isOpen = c.next !== '(';
  const k = isFunction ? 'function' : 'subroutine';
  const heading: ProcedureHeading = { at, k, name, arguments: parseDummies(c), prefix };
  for (;;) {
    if (c.keyword('result')) {
      c.expect('(', 'after RESULT');
      heading.result = c.name('the name of the result');
      c.expect(')');
      if (heading.result === name) c.refuse('The name in RESULT must differ from the name of the function.');
    } else if (c.keyword('bind')) {
      if (isOpen) c.refuse(`BIND needs parentheses before it, as in "${name}() bind(c)".`);
      heading.bind = parseBind(c);
    } else return heading;
  }
}

function parseDummies(c: Cursor): string[] {
  if (!c.accept('(') || c.accept(')')) return [];
  const names = c.list(() => (c.accept('*') ? '*' : c.name('a dummy argument')));
  c.expect(')', 'after the dummy arguments');
  return names;
}

export function parseEntry(c: Cursor, at: number): FlatStatement {
  const heading = parseHeading(c, at, true, { words: new Set() });
  if (heading.result !== undefined && !c.text.replace(/result\s*\(.*/, '').includes('('))
    c.refuse('RESULT needs parentheses before it, as in "entry e() result(r)".');
  return c.ended({ k: 'entry', at, heading });
}
