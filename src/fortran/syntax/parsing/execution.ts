// Executable statements: control flow, CALL, ALLOCATE and similar statements. I/O statements are in parsing/io.ts.

import type { FortranError } from '../../source/diagnostics.ts';
import type { Cursor } from '../reading/cursor.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type {
  CaseRange,
  Control,
  Expression,
  Locality,
  LoopControl,
  Reference,
  Statement,
} from '../tree/syntax-tree.ts';
import { maybeLoopControl, parseExpression, parseReference } from './expression.ts';
import { IMAGE_STATEMENTS } from './images.ts';
import { maybeParseInputOutput, parseControls } from './io.ts';
import { parseTypeInFront, parseTypeSpec } from './types.ts';
import { UnfinishedStatement } from './unfinished-statement.ts';

/** Parses the rest of a statement; `at` is the position after its first words. */
type Parser = (c: Cursor, at: number) => FlatStatement | undefined;

const PARSERS: [string, Parser][] = [
  ['if', parseIf],
  ['else if', parseElseIf],
  ['elsewhere', parseElsewhere],
  ['else where', parseElsewhere],
  ['else', (c, at) => named(c, { k: '+else', at })],
  ['do', parseDo],
  ['select case', (c, at) => c.ended({ k: '+select-case', at, value: parseEnclosed(c, 'the value') })],
  ['select type', (c, at) => c.ended({ k: '+select-type', at, ...parseSelector(c) })],
  ['select rank', (c, at) => c.ended({ k: '+select-rank', at, ...parseSelector(c) })],
  ['rank', parseRank],
  ['case', parseCase],
  ['type is', parseGuard('type')],
  ['class is', parseGuard('class')],
  ['class default', (c, at) => named(c, { k: '+guard', at, guard: 'default' })],
  ['where', parseWhere],
  ['forall', parseForall],
  ['associate', parseAssociate],
  ['block', (c, at) => (c.atEnd ? { k: '+block', at } : undefined)],
  ...IMAGE_STATEMENTS,
  ['call', (c, at) => c.ended({ k: 'call', at, target: parseReference(c) })],
  ['continue', (c, at) => c.ended({ k: 'continue', at })],
  ['cycle', (c, at) => c.ended({ k: 'cycle', at, name: c.maybeName() })],
  ['exit', (c, at) => c.ended({ k: 'exit', at, name: c.maybeName() })],
  ['go to', parseGoto],
  ['assign', parseAssign],
  ['return', (c, at) => c.ended({ k: 'return', at, value: c.atEnd ? undefined : parseExpression(c) })],
  ['stop', parseStop(false)],
  ['error stop', parseStop(true)],
  ['pause', parsePause],
  ['allocate', parseAllocate],
  ['deallocate', (c, at) => c.ended({ k: 'deallocate', at, ...parseEnclosedObjects(c, 'DEALLOCATE') })],
  ['nullify', (c, at) => c.ended({ k: 'nullify', at, items: parseEnclosedObjects(c, 'NULLIFY').items })],
];

/** Parses an executable statement, if one comes next. */
export function maybeParseExecutable(c: Cursor, name: string | undefined): FlatStatement | undefined {
  const start = c.offset;
  for (const [word, parse] of PARSERS) {
    if (c.text.charCodeAt(start) !== word.charCodeAt(0) || !c.keyword(word)) continue;
    const statement = parse(c, c.at);
    if (statement) return name === undefined ? statement : Object.assign(statement, { name });
    c.offset = start;
  }
  return maybeParseInputOutput(c);
}

// A statement that may repeat the name of the construct that it belongs to.
function named(c: Cursor, statement: FlatStatement): FlatStatement {
  c.maybeName();
  return c.ended(statement);
}

function parseEnclosed(c: Cursor, what: string): Expression {
  c.expect('(', `before ${what}`);
  const value = parseExpression(c);
  c.expect(')', `after ${what}`);
  return value;
}

const parseCondition = (c: Cursor): Expression => parseEnclosed(c, 'the condition');

function parseIf(c: Cursor, at: number): FlatStatement | undefined {
  if (c.next !== '(') return undefined;
  const condition = parseCondition(c);
  const start = c.offset;
  if (c.keyword('then') && c.atEnd) return { k: '+if', at, condition };
  c.offset = start;
  if (/[0-9]/.test(c.next)) {
    const nextLabel = (): number => {
      c.expect(',', 'between the labels');
      return c.label();
    };
    return c.ended({
      k: 'arithmetic-if',
      at,
      value: condition,
      labels: [c.label(), nextLabel(), nextLabel()],
    });
  }
  if (c.atEnd) {
    try {
      c.fail('Expected THEN or a statement after the condition');
    } catch (fault) {
      throw new UnfinishedStatement(fault as FortranError, { k: '+if', at, condition });
    }
  }
  const body = c.grammar.parseText(c);
  if (body.k.startsWith('+') || body.k === 'if') c.fail('This statement cannot follow a logical IF');
  body.at = at;
  return { k: 'if', at, branches: [{ at, condition, body: [body as Statement] }] };
}

function parseElseIf(c: Cursor, at: number): FlatStatement | undefined {
  if (c.next !== '(') return undefined;
  const condition = parseCondition(c);
  if (!c.keyword('then')) c.fail('Expected THEN');
  return named(c, { k: '+elseif', at, condition });
}

function parseDo(c: Cursor, at: number): FlatStatement | undefined {
  // Without blanks, `DOUBLE PRECISION` starts like a DO statement.
  if (!c.free && c.sees('uble')) return undefined;
  const digits = c.maybeDigits();
  const endLabel = digits === undefined ? undefined : Number(digits);
  const statement: FlatStatement & { k: '+do' } = { k: '+do', at, endLabel };
  c.accept(',');
  if (c.atEnd) return statement;
  if (c.keyword('while')) statement.condition = parseCondition(c);
  else if (c.keyword('concurrent'))
    statement.concurrent = { ...parseConcurrentHeader(c), locality: parseLocality(c) };
  else statement.loop = maybeLoopControl(c) ?? c.fail('Expected a loop variable, WHILE or CONCURRENT');
  return c.ended(statement);
}

function parseConcurrentHeader(c: Cursor): { loops: LoopControl[]; mask?: Expression } {
  c.expect('(', 'before the index');
  const header: { loops: LoopControl[]; mask?: Expression } = { loops: [] };
  const type = /^integer[^=]*::/.test(c.text.slice(c.offset)) ? parseTypeSpec(c) : undefined;
  if (type) c.expect('::');
  do {
    const at = c.at;
    const match = c.match(/([a-z_$][a-z0-9_$]*)\s*=(?![=>])/y);
    if (!match) {
      header.mask = parseExpression(c);
      break;
    }
    const first = parseExpression(c);
    c.expect(':', 'between the bounds of the index');
    const loop: LoopControl = { at, variable: match[1]!, first, last: parseExpression(c), type };
    if (c.accept(':')) loop.step = parseExpression(c);
    header.loops.push(loop);
  } while (c.accept(','));
  c.expect(')', 'after the indices');
  return header;
}

function parseSelector(c: Cursor): { value: Expression; associate: string | undefined } {
  c.expect('(', 'before the selector');
  const match = c.match(/([a-z_$][a-z0-9_$]*)\s*=>/y);
  const value = parseExpression(c);
  c.expect(')', 'after the selector');
  return { value, associate: match?.[1] };
}

// `rank (2)` before statements. In an assignment to an array of that name, it is followed by more text.
function parseRank(c: Cursor, at: number): FlatStatement | undefined {
  let rank: Expression | '*' | 'default' = 'default';
  if (!c.keyword('default')) {
    if (!c.accept('(')) return undefined;
    rank = c.accept('*') ? '*' : parseExpression(c);
    if (!c.accept(')')) return undefined;
  }
  c.maybeName();
  return c.atEnd ? { k: '+rank', at, rank } : undefined;
}

function parseCase(c: Cursor, at: number): FlatStatement {
  if (c.keyword('default')) return named(c, { k: '+case', at });
  c.expect('(', 'before the values of the case');
  const ranges = c.list(() => parseCaseRange(c));
  c.expect(')', 'after the values of the case');
  return named(c, { k: '+case', at, ranges });
}

function parseCaseRange(c: Cursor): CaseRange {
  if (c.accept(':')) return { high: parseExpression(c) };
  const first = parseExpression(c);
  if (!c.accept(':')) return { single: first };
  return /[,)]/.test(c.next) ? { low: first } : { low: first, high: parseExpression(c) };
}

function parseGuard(guard: 'type' | 'class'): Parser {
  return (c, at) => {
    if (!c.accept('(')) return undefined;
    const type = parseTypeSpec(c, true) ?? c.fail('Expected a type');
    c.expect(')', 'after the type');
    return named(c, { k: '+guard', at, guard, type });
  };
}

function parseWhere(c: Cursor, at: number): FlatStatement | undefined {
  if (c.next !== '(') return undefined;
  const mask = parseCondition(c);
  if (c.atEnd) return { k: '+where', at, mask };
  const body = c.grammar.parseText(c);
  if (body.k !== 'assignment') c.fail('Expected an assignment after WHERE');
  return { k: 'where', at, branches: [{ at, mask, body: [body as Statement] }] };
}

function parseElsewhere(c: Cursor, at: number): FlatStatement {
  return named(c, { k: '+elsewhere', at, mask: c.next === '(' ? parseCondition(c) : undefined });
}

function parseForall(c: Cursor, at: number): FlatStatement | undefined {
  if (c.next !== '(') return undefined;
  const header = parseConcurrentHeader(c);
  if (c.atEnd) return { k: '+forall', at, ...header };
  const body = c.grammar.parseText(c);
  if (body.k !== 'assignment' && body.k !== 'pointer-assignment')
    c.fail('Expected an assignment after FORALL');
  return { k: 'forall', at, ...header, body: [body as Statement] };
}

function parseAssociate(c: Cursor, at: number): FlatStatement | undefined {
  if (!c.accept('(')) return undefined;
  const items = c.list(() => {
    const name = c.name('an associate name');
    c.expect('=>', 'after the associate name');
    return { name, value: parseExpression(c) };
  });
  c.expect(')', 'after the associations');
  return c.ended({ k: '+associate', at, items });
}

function parseLabelList(c: Cursor): number[] {
  const labels = c.list(() => c.label());
  c.expect(')', 'after the labels');
  return labels;
}

function parseGoto(c: Cursor, at: number): FlatStatement {
  if (c.accept('(')) {
    const labels = parseLabelList(c);
    c.accept(',');
    return c.ended({ k: 'computed-goto', at, labels, value: parseExpression(c) });
  }
  if (/[0-9]/.test(c.next)) return c.ended({ k: 'goto', at, to: c.label() });
  const variable = c.name('a label');
  c.accept(',');
  const labels = c.accept('(') ? parseLabelList(c) : [];
  return c.ended({ k: 'assigned-goto', at, variable, labels });
}

function parseAssign(c: Cursor, at: number): FlatStatement | undefined {
  const digits = c.maybeDigits();
  if (digits === undefined || !c.keyword('to')) return undefined;
  return c.ended({ k: 'assign-label', at, to: Number(digits), variable: c.name() });
}

function parseStop(error: boolean): Parser {
  return (c, at) => {
    const statement: FlatStatement & { k: 'stop' } = { k: 'stop', at, error };
    if (!c.atEnd && c.next !== ',') statement.code = parseExpression(c);
    if (c.accept(',')) {
      if (!c.keyword('quiet')) c.fail('Expected QUIET=');
      c.expect('=', 'after QUIET');
      statement.quiet = parseExpression(c);
    }
    return c.ended(statement);
  };
}

function parsePause(c: Cursor, at: number): FlatStatement {
  const code = c.atEnd ? undefined : parseExpression(c);
  return c.ended({ k: 'stop', at, error: false, pause: true, code });
}

function parseAllocate(c: Cursor, at: number): FlatStatement {
  c.expect('(', 'after ALLOCATE');
  const type = parseTypeInFront(c);
  return c.ended({ k: 'allocate', at, type, ...parseObjects(c) });
}

function parseEnclosedObjects(c: Cursor, after: string): ReturnType<typeof parseObjects> {
  c.expect('(', `after ${after}`);
  return parseObjects(c);
}

function parseObjects(c: Cursor): { items: Reference[]; controls: Control[] } {
  if (c.sees(')')) c.fail('Expected an object');
  const items: Reference[] = [];
  while (!c.sees(')') && !c.match(/(?=(?:stat|errmsg|source|mold)\s*=(?!=))/y)) {
    items.push(parseReference(c));
    if (!c.accept(',')) break;
  }
  const controls = parseControls(c);
  c.expect(')', 'after the objects');
  return { items, controls };
}

/** Parses LOCAL, LOCAL_INIT, REDUCE, SHARED and DEFAULT(NONE); undefined if there are none. */
function parseLocality(c: Cursor): Locality | undefined {
  const locality: Locality = { locals: [], shared: [] };
  for (let isAny = false; ; isAny = true) {
    const { at } = c;
    const isInitial = c.seesKeyword('local_init');
    if (c.keyword('default')) {
      c.match(/\(\s*none\s*\)/y) ?? c.fail('Expected (NONE)');
      locality.noneAt = at;
    } else if (c.keyword('shared')) locality.shared.push(...names(c));
    else if (c.keyword('reduce')) locality.shared.push(...reduced(c));
    else if (isInitial ? c.keyword('local_init') : c.keyword('local'))
      locality.locals.push(...names(c).map((name) => ({ ...name, isInitial })));
    else return isAny ? locality : undefined;
  }
}

// `(+: a, b)`. The iterations run in order, so each variable accumulates its value in place.
function reduced(c: Cursor): Locality['shared'] {
  c.expect('(');
  const operation = /([+*]|\.(?:and|or|n?eqv)\.|(?:max|min|iand|ior|ieor)\b)\s*:/iy;
  const operator = (
    c.match(operation)?.[1] ??
    c.fail('Expected +, *, .AND., .OR., .EQV., .NEQV., MAX, MIN, IAND, IOR or IEOR')
  ).toLowerCase();
  return listed(c).map((name) => ({ ...name, operator }));
}

function names(c: Cursor): Locality['shared'] {
  c.expect('(');
  return listed(c);
}

function listed(c: Cursor): Locality['shared'] {
  const found: Locality['shared'] = [];
  do found.push({ at: c.at, name: c.name() });
  while (c.accept(','));
  c.expect(')');
  return found;
}
