// Turns a logical statement into a flat statement.
import { refuse } from '../../source/diagnostics.ts';
import type { RawStatement } from '../../source/reader.ts';
import { Cursor } from '../reading/cursor.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import { parseArgumentList, parseExpression } from './expression.ts';
import { parseText } from './text.ts';

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

/** A cursor at the beginning of a statement. */
export function cursorOf(raw: RawStatement): Cursor {
  return new Cursor(raw, GRAMMAR);
}
