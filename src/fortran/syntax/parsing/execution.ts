// Executable statements: control flow, CALL, ALLOCATE and similar statements. I/O statements are in parsing/io.ts.

import type { FortranError } from '../../source/diagnostics.ts';
import type { Cursor } from '../reading/cursor.ts';
import { UnfinishedStatement } from '../reading/finish-statement.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { CaseRange, Expression, LoopControl, Reference, Statement } from '../tree/syntax-tree.ts';
import { maybeLoopControl, parseExpression, parseReference } from './expression.ts';
import { IMAGE_STATEMENTS } from './images.ts';
import { maybeParseInputOutput, parseControls } from './io.ts';
import { parseLocality } from './locality.ts';
import { hasTypeInFront, parseTypeSpec } from './types.ts';

type Parser = (c: Cursor, name: string | undefined) => FlatStatement | undefined;

const PARSERS: [string, Parser][] = [
  ['if', parseIf],
  ['else if', parseElseIf],
  ['elsewhere', parseElsewhere],
  ['else where', parseElsewhere],
  ['else', parseElse],
  ['do', parseDo],
  ['select case', parseSelectCase],
  ['select type', parseSelectType],
  ['select rank', parseSelectRank],
  ['rank', parseRank],
  ['case', parseCase],
  ['type is', parseGuard],
  ['class is', parseGuard],
  ['class default', parseGuard],
  ['where', parseWhere],
  ['forall', parseForall],
  ['associate', parseAssociate],
  ['block', parseBlock],
  ...IMAGE_STATEMENTS,
  ['call', parseCall],
  ['continue', (c) => ended(c, { k: 'continue', at: c.at })],
  ['cycle', (c) => parseLoopExit(c, 'cycle')],
  ['exit', (c) => parseLoopExit(c, 'exit')],
  ['go to', parseGoto],
  ['assign', parseAssign],
  ['return', parseReturn],
  ['stop', (c) => parseStop(c, false)],
  ['error stop', (c) => parseStop(c, true)],
  ['pause', parsePause],
  ['allocate', parseAllocate],
  ['deallocate', parseDeallocate],
  ['nullify', parseNullify],
];

/** Parses an executable statement if one comes next. */
export function maybeParseExecutable(c: Cursor, name: string | undefined): FlatStatement | undefined {
  const start = c.offset;
  for (const [word, parse] of PARSERS) {
    if (c.text.charCodeAt(start) !== word.charCodeAt(0) || !c.keyword(word)) continue;
    const statement = parse(c, name);
    if (statement) return name === undefined ? statement : Object.assign(statement, { name });
    c.offset = start;
  }
  return maybeParseInputOutput(c);
}

function ended<T>(c: Cursor, statement: T): T {
  c.expectEnd();
  return statement;
}

function parseCondition(c: Cursor): Expression {
  c.expect('(', 'before the condition');
  const condition = parseExpression(c);
  c.expect(')', 'after the condition');
  return condition;
}

function parseIf(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  if (c.next !== '(') return undefined;
  const condition = parseCondition(c);
  const start = c.offset;
  if (c.keyword('then') && c.atEnd) return { k: '+if', at, condition };
  c.offset = start;
  if (/[0-9]/.test(c.next)) {
    const labels: [number, number, number] = [c.label(), 0, 0];
    c.expect(',', 'between the labels');
    labels[1] = c.label();
    c.expect(',', 'between the labels');
    labels[2] = c.label();
    return ended(c, { k: 'arithmetic-if', at, value: condition, labels });
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

function parseElseIf(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  if (c.next !== '(') return undefined;
  const condition = parseCondition(c);
  if (!c.keyword('then')) c.fail('Expected THEN');
  c.maybeName();
  return ended(c, { k: '+elseif', at, condition });
}

function parseElse(c: Cursor): FlatStatement {
  c.maybeName();
  return ended(c, { k: '+else', at: c.at });
}

function parseDo(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  // Without blanks, `DOUBLE PRECISION` starts like a DO.
  if (!c.free && c.sees('uble')) return undefined;
  const statement: FlatStatement & { k: '+do' } = { k: '+do', at };
  const label = c.maybeDigits();
  if (label !== undefined) {
    statement.endLabel = Number(label);
  }
  c.accept(',');
  if (c.atEnd) return statement;
  if (c.keyword('while')) {
    statement.condition = parseCondition(c);
  } else if (c.keyword('concurrent')) {
    statement.concurrent = parseConcurrentHeader(c);
    const locality = parseLocality(c);
    if (locality) statement.concurrent.locality = locality;
  } else {
    statement.loop = maybeLoopControl(c) ?? c.fail('Expected a loop variable, WHILE or CONCURRENT');
  }
  return ended(c, statement);
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
    const loop: LoopControl = { at, variable: match[1]!, first, last: parseExpression(c) };
    if (type) loop.type = type;
    if (c.accept(':')) loop.step = parseExpression(c);
    header.loops.push(loop);
  } while (c.accept(','));
  c.expect(')', 'after the indices');
  return header;
}

function parseSelectCase(c: Cursor): FlatStatement {
  const at = c.at;
  c.expect('(', 'before the value');
  const value = parseExpression(c);
  c.expect(')', 'after the value');
  return ended(c, { k: '+select-case', at, value });
}

function parseSelectType(c: Cursor): FlatStatement {
  const at = c.at;
  c.expect('(', 'before the selector');
  const match = c.match(/([a-z_$][a-z0-9_$]*)\s*=>/y);
  const value = parseExpression(c);
  c.expect(')', 'after the selector');
  return ended(
    c,
    match ? { k: '+select-type', at, value, associate: match[1]! } : { k: '+select-type', at, value },
  );
}

function parseSelectRank(c: Cursor): FlatStatement {
  const statement = parseSelectType(c);
  return Object.assign(statement, { k: '+select-rank' as const });
}

// `rank (2)` before statements; in an assignment to an array with that name, more text follows.
function parseRank(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  if (c.keyword('default')) {
    c.maybeName();
    return c.atEnd ? { k: '+rank', at, rank: 'default' } : undefined;
  }
  if (!c.accept('(')) return undefined;
  const rank = c.accept('*') ? '*' : parseExpression(c);
  if (!c.accept(')')) return undefined;
  c.maybeName();
  return c.atEnd ? { k: '+rank', at, rank } : undefined;
}

function parseCase(c: Cursor): FlatStatement {
  const at = c.at;
  if (c.keyword('default')) {
    c.maybeName();
    return ended(c, { k: '+case', at });
  }
  c.expect('(', 'before the values of the case');
  const ranges: CaseRange[] = [];
  do {
    if (c.accept(':')) {
      ranges.push({ high: parseExpression(c) });
      continue;
    }
    const first = parseExpression(c);
    if (!c.accept(':')) ranges.push({ single: first });
    else if (/[,)]/.test(c.next)) ranges.push({ low: first });
    else ranges.push({ low: first, high: parseExpression(c) });
  } while (c.accept(','));
  c.expect(')', 'after the values of the case');
  c.maybeName();
  return ended(c, { k: '+case', at, ranges });
}

function parseGuard(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const word = /(type\s*is|class\s*is|class\s*default)\s*$/.exec(c.text.slice(0, c.offset))?.[1] ?? '';
  if (word.endsWith('default')) {
    c.maybeName();
    return ended(c, { k: '+guard', at, guard: 'default' });
  }
  if (c.next !== '(') return undefined;
  c.expect('(');
  const type = parseTypeSpec(c, true) ?? c.fail('Expected a type');
  c.expect(')', 'after the type');
  c.maybeName();
  return ended(c, { k: '+guard', at, guard: word.startsWith('type') ? 'type' : 'class', type });
}

function parseWhere(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  if (c.next !== '(') return undefined;
  const mask = parseCondition(c);
  if (c.atEnd) return { k: '+where', at, mask };
  const body = c.grammar.parseText(c);
  if (body.k !== 'assignment') c.fail('Expected an assignment after WHERE');
  return { k: 'where', at, branches: [{ at, mask, body: [body as Statement] }] };
}

function parseElsewhere(c: Cursor): FlatStatement {
  const at = c.at;
  const statement: FlatStatement & { k: '+elsewhere' } = { k: '+elsewhere', at };
  if (c.next === '(') statement.mask = parseCondition(c);
  c.maybeName();
  return ended(c, statement);
}

function parseForall(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  if (c.next !== '(') return undefined;
  const header = parseConcurrentHeader(c);
  if (c.atEnd) return { k: '+forall', at, ...header };
  const body = c.grammar.parseText(c);
  if (body.k !== 'assignment' && body.k !== 'pointer-assignment')
    c.fail('Expected an assignment after FORALL');
  return { k: 'forall', at, ...header, body: [body as Statement] };
}

function parseAssociate(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  if (!c.accept('(')) return undefined;
  const items: { name: string; value: Expression }[] = c.list(() => {
    const name = c.name('an associate name');
    c.expect('=>', 'after the associate name');
    return { name, value: parseExpression(c) };
  });
  c.expect(')', 'after the associations');
  return ended(c, { k: '+associate', at, items });
}

function parseBlock(c: Cursor): FlatStatement | undefined {
  return c.atEnd ? { k: '+block', at: c.at } : undefined;
}

function parseCall(c: Cursor): FlatStatement {
  const at = c.at;
  const target = parseReference(c);
  return ended(c, { k: 'call', at, target });
}

function parseLoopExit(c: Cursor, k: 'cycle' | 'exit'): FlatStatement {
  const at = c.at;
  const name = c.maybeName();
  return ended(c, name === undefined ? { k, at } : { k, at, name });
}

function parseLabelList(c: Cursor): number[] {
  const labels: number[] = c.list(() => c.label());
  c.expect(')', 'after the labels');
  return labels;
}

function parseGoto(c: Cursor): FlatStatement {
  const at = c.at;
  if (c.accept('(')) {
    const labels = parseLabelList(c);
    c.accept(',');
    return ended(c, { k: 'computed-goto', at, labels, value: parseExpression(c) });
  }
  if (/[0-9]/.test(c.next)) return ended(c, { k: 'goto', at, to: c.label() });
  const variable = c.name('a label');
  c.accept(',');
  const labels = c.accept('(') ? parseLabelList(c) : [];
  return ended(c, { k: 'assigned-goto', at, variable, labels });
}

function parseAssign(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const digits = c.maybeDigits();
  if (digits === undefined || !c.keyword('to')) return undefined;
  return ended(c, { k: 'assign-label', at, to: Number(digits), variable: c.name() });
}

function parseReturn(c: Cursor): FlatStatement {
  const at = c.at;
  return c.atEnd ? { k: 'return', at } : ended(c, { k: 'return', at, value: parseExpression(c) });
}

function parseStop(c: Cursor, error: boolean): FlatStatement {
  const at = c.at;
  const statement: FlatStatement & { k: 'stop' } = { k: 'stop', at, error };
  if (!c.atEnd && c.next !== ',') statement.code = parseExpression(c);
  if (c.accept(',')) {
    if (!c.keyword('quiet')) c.fail('Expected QUIET=');
    c.expect('=', 'after QUIET');
    statement.quiet = parseExpression(c);
  }
  return ended(c, statement);
}

function parsePause(c: Cursor): FlatStatement {
  const at = c.at;
  const statement: FlatStatement & { k: 'stop' } = { k: 'stop', at, error: false, pause: true };
  if (!c.atEnd) statement.code = parseExpression(c);
  return ended(c, statement);
}

function parseAllocate(c: Cursor): FlatStatement {
  const at = c.at;
  c.expect('(', 'after ALLOCATE');
  const statement: FlatStatement & { k: 'allocate' } = { k: 'allocate', at, items: [], controls: [] };
  const start = c.offset;
  if (hasTypeInFront(c)) {
    const type = parseTypeSpec(c, true);
    if (type && c.accept('::')) statement.type = type;
    else c.offset = start;
  }
  parseObjects(c, statement);
  return ended(c, statement);
}

function parseObjects(
  c: Cursor,
  statement: { items: Reference[]; controls: ReturnType<typeof parseControls> },
): void {
  if (c.sees(')')) c.fail('Expected an object');
  while (!c.sees(')') && !c.match(/(?=(?:stat|errmsg|source|mold)\s*=(?!=))/y)) {
    statement.items.push(parseReference(c));
    if (!c.accept(',')) break;
  }
  statement.controls = parseControls(c);
  c.expect(')', 'after the objects');
}

function parseDeallocate(c: Cursor): FlatStatement {
  const at = c.at;
  c.expect('(', 'after DEALLOCATE');
  const statement: FlatStatement & { k: 'deallocate' } = { k: 'deallocate', at, items: [], controls: [] };
  parseObjects(c, statement);
  return ended(c, statement);
}

function parseNullify(c: Cursor): FlatStatement {
  const at = c.at;
  c.expect('(', 'after NULLIFY');
  const statement: FlatStatement & { k: 'nullify' } = { k: 'nullify', at, items: [] };
  parseObjects(c, { items: statement.items, controls: [] });
  return ended(c, statement);
}
