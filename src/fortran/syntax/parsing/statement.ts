// Turns a logical statement into a flat statement: distinguishes assignments from keywords, and calls the parser for
// the keyword.

import { refuse } from '../../source/diagnostics.ts';
import type { RawStatement } from '../../source/reader.ts';
import { nearestName, suggest } from '../../source/spelling.ts';
import { Cursor } from '../reading/cursor.ts';
import { findCharacter } from '../reading/find-character.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import { startsBareParameter } from './classic.ts';
import { maybeParseExecutable } from './execution.ts';
import { parseArgumentList, parseExpression } from './expression.ts';
import { END_WORDS, maybeParseUnitStatement } from './headings.ts';
import { maybeParseSpecification } from './specification.ts';

/** The recursive parts of the grammar, such as statements that contain other statements. */
const GRAMMAR = { parseExpression, parseArgumentList, parseText };

/** Parses a statement; throws a FortranError if it is malformed. */
export function parseStatement(raw: RawStatement): FlatStatement {
  const c = cursorOf(raw);
  const at = c.at;
  if (c.atEnd && raw.label !== undefined) refuse(at, `The label ${raw.label} has no statement after it.`);
  const statement = parseText(c);
  statement.at = at;
  if (raw.label !== undefined) statement.label = raw.label;
  return statement;
}

export function cursorOf(raw: RawStatement): Cursor {
  return new Cursor(raw, GRAMMAR);
}

/** Parses the statement at the cursor, which may follow `IF (…)`. */
export function parseText(c: Cursor): FlatStatement {
  const at = c.at;
  if (c.atEnd) return { k: 'continue', at };
  const assignment = startsBareParameter(c) ? undefined : assignmentMark(c);
  if (assignment) return parseAssignment(c, assignment);
  const constructName = c.match(/([a-z_$][a-z0-9_$]*)\s*:(?!:)(?=\s*[a-z])/y)?.[1];
  return (
    maybeParseExecutable(c, constructName) ??
    maybeParseUnitStatement(c) ??
    maybeParseSpecification(c) ??
    failAtStatement(c)
  );
}

const FIRST_WORDS =
  'allocate allocatable associate backspace block call case character class close common complex contains continue cycle data deallocate dimension do double else elseif elsewhere end enddo endif endfile entry enum equivalence error exit external final flush forall format function generic goto if implicit import inquire integer interface intent intrinsic logical module namelist nullify open optional parameter pointer print private procedure program public pure read real recursive elemental return rewind save select sequence stop submodule subroutine target type use where write'.split(
    ' ',
  );

function failAtStatement(c: Cursor): never {
  const word = /^[a-z_]+/.exec(c.text.slice(c.offset))?.[0] ?? '';
  const end = /^end\s+([a-z]+)/.exec(c.text.slice(c.offset));
  const [message, fix] = suggest('', word, FIRST_WORDS);
  if (end)
    c.fail(
      `Expected END with the name of the construct, such as END ${nearestName(end[1]!, END_WORDS)?.toUpperCase() ?? 'IF'}`,
    );
  if (!fix) c.fail('Expected a statement');
  refuse(c.at, `Expected a statement, got "${word}".${message}`, fix);
}

function parseAssignment(c: Cursor, mark: '=' | '=>'): FlatStatement {
  const at = c.at;
  const target = parseExpression(c);
  c.expect(mark, 'in the assignment');
  const value = parseExpression(c);
  return c.ended({ k: mark === '=' ? 'assignment' : 'pointer-assignment', at, target, value });
}

// An assignment is a designator followed by `=` without a comma outside parentheses after it. If there is such a comma,
// the statement is a DO.
function assignmentMark(c: Cursor): '=' | '=>' | undefined {
  const text = c.text;
  let i = c.offset;
  if (!/[a-z_$]/.test(text[i] ?? '')) return undefined;
  for (;;) {
    while (/[a-z0-9_$]/.test(text[i] ?? '')) i++;
    i = skipBlanks(text, i);
    while (text[i] === '(' || text[i] === '[') {
      const close = c.closingOffset(i);
      if (close < 0) return undefined;
      i = skipBlanks(text, close + 1);
    }
    if (text[i] !== '%') break;
    i = skipBlanks(text, i + 1);
  }
  if (text[i] !== '=' || text[i + 1] === '=') return undefined;
  if (text[i + 1] === '>') return hasOuterComma(text, i) ? undefined : '=>';
  return text.startsWith('do', c.offset) && hasOuterComma(text, i) ? undefined : '=';
}

function skipBlanks(text: string, from: number): number {
  let i = from;
  while (text[i] === ' ' || text[i] === '\t') i++;
  return i;
}

function hasOuterComma(text: string, from: number): boolean {
  return findCharacter(text, from, (c, depth) => c === ',' && depth === 0) >= 0;
}
