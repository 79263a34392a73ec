// Specification statements of FORTRAN 77: PARAMETER, IMPLICIT, DATA, COMMON, EQUIVALENCE, NAMELIST, FORMAT.

import { refuse } from '../../source/diagnostics.ts';
import { HOLLERITH_MARK, positionInStatement } from '../../source/reader.ts';
import { maybeFormatFault } from '../checks/check-format.ts';
import type { Cursor } from '../reading/cursor.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Entity, TypeSpec } from '../tree/syntax-tree.ts';
import { parseArgumentList, parseExpression, parsePrimary, parseReference } from './expression.ts';
import { parseEntry } from './headings.ts';
import {
  BASES,
  emptyAttributes,
  parseDataValues,
  parseDimension,
  parseEntities,
  parseTypeSpec,
} from './types.ts';

function parseFormat(c: Cursor, at: number): FlatStatement {
  const text = c.text.slice(c.offset).trimEnd();
  // The mark of a Hollerith constant is replaced with a blank before the check, so that columns stay the same.
  const fault = maybeFormatFault(text.replaceAll(HOLLERITH_MARK, ' '), {
    widthsOfTypes: c.raw.widthsOfTypes === true,
    missingPeriods: c.raw.missingPeriods === true,
  });
  if (fault) refuse(positionInStatement(c.raw, c.offset + fault.offset), fault.message);
  return { k: 'format', at, text: text.replaceAll(HOLLERITH_MARK, '') };
}

export function maybeClassic(c: Cursor, at: number): FlatStatement | undefined {
  if (c.keyword('dimension')) {
    c.accept('::');
    return c.ended({ k: 'attribute', at, attributes: emptyAttributes(), entities: parseEntities(c) });
  }
  if (c.keyword('parameter')) return parseParameter(c, at);
  if (c.keyword('implicit')) return parseImplicit(c, at);
  if (c.keyword('data')) return parseData(c, at);
  if (c.keyword('common')) return parseCommon(c, at);
  if (c.keyword('equivalence')) return parseEquivalence(c, at);
  if (c.keyword('namelist')) return parseNamelist(c, at);
  if (c.keyword('format') && c.next === '(') return parseFormat(c, at);
  if (c.keyword('entry')) return parseEntry(c, at);
  return undefined;
}

// Parses PARAMETER. Old compilers, such as DEC's, allow it without parentheses.
function parseParameter(c: Cursor, at: number): FlatStatement {
  const bare = isBareParameter(c.text.slice(c.offset));
  if (!bare) c.expect('(', 'after PARAMETER');
  const items = c.list(() => {
    const nameAt = c.at;
    const name = c.name('the name of a constant');
    c.expect('=', 'after the name');
    return { at: nameAt, name, value: parseExpression(c) };
  });
  if (!bare) c.expect(')', 'after the constants');
  return c.ended({ k: 'parameter', at, items, bare });
}

function isBareParameter(rest: string): boolean {
  return /^[a-z_$][a-z0-9_$]*\s*=/.test(rest);
}

/**
 * True if the next statement is PARAMETER without parentheses. In fixed form, only a blank distinguishes it from an
 * assignment.
 */
export function startsBareParameter(c: Cursor): boolean {
  const name = c.offset + 'parameter'.length;
  if (!c.text.startsWith('parameter', c.offset) || !isBareParameter(c.text.slice(name).trimStart()))
    return false;
  return (
    positionInStatement(c.raw, name) !== positionInStatement(c.raw, name - 1) + 1 || /\s/.test(c.text[name]!)
  );
}

function parseImplicit(c: Cursor, at: number): FlatStatement {
  if (c.keyword('none')) {
    const list = c.next === '(' ? parseArgumentList(c) : undefined;
    const words = list?.map(({ value }) => (value?.k === 'ref' ? value.parts[0]!.name : ''));
    const isOfTypes = !words || words.length === 0 || words.includes('type');
    if (words?.some((word) => word !== 'type' && word !== 'external'))
      c.fail('Expected TYPE or EXTERNAL after IMPLICIT NONE');
    const [listed, externals] = [words !== undefined, words?.includes('external')];
    return c.ended({ k: 'implicit', at, none: isOfTypes, rules: [], listed, externals });
  }
  return c.ended({ k: 'implicit', at, none: false, rules: c.list(() => parseImplicitRule(c)) });
}

const LETTERS = /\(\s*[a-z]\s*(?:-\s*[a-z]\s*)?(?:,\s*[a-z]\s*(?:-\s*[a-z]\s*)?)*\)\s*(?=,|$)/y;

function parseImplicitRule(c: Cursor): { type: TypeSpec; letters: [string, string][] } {
  // `IMPLICIT REAL (A-H)`: the parentheses contain letters rather than a kind if they are followed by nothing or by a
  // comma.
  const keyword = /[a-z\s]+(?=\()/y;
  keyword.lastIndex = c.offset;
  const head = keyword.exec(c.text);
  LETTERS.lastIndex = head ? keyword.lastIndex : c.text.length;
  let type: TypeSpec | undefined;
  if (head && LETTERS.test(c.text)) {
    const at = c.at;
    const word = head[0].replace(/\s/g, '');
    c.match(/[a-z\s]+(?=\()/y);
    type = bareType(word, at);
    if (!type) c.fail('Expected a type');
  } else {
    type = parseTypeSpec(c);
  }
  if (!type) return c.fail('Expected a type or NONE');
  const match = c.match(LETTERS);
  if (!match) return c.fail('Expected letters in parentheses');
  const letters = match[0]
    .replace(/[()\s]/g, '')
    .split(',')
    .map((range): [string, string] => {
      const [first, last] = range.split('-');
      return [first!, last ?? first!];
    });
  return { type, letters };
}

function bareType(word: string, at: number): TypeSpec | undefined {
  const base = BASES.find((name) => name === word);
  if (base) return { k: 'intrinsic', at, base };
  if (word === 'doubleprecision') return { k: 'double', at, complex: false };
  if (word === 'doublecomplex') return { k: 'double', at, complex: true };
  return word === 'character' ? { k: 'character', at } : undefined;
}

function parseData(c: Cursor, at: number): FlatStatement {
  const sets: (FlatStatement & { k: 'data' })['sets'] = [];
  while (!c.atEnd) {
    const targets = c.list(() => (c.next === '(' ? parsePrimary(c) : parseReference(c)));
    sets.push({ targets, values: parseDataValues(c) });
    c.accept(',');
  }
  return { k: 'data', at, sets };
}

function parseCommon(c: Cursor, at: number): FlatStatement {
  const blocks: { name: string; entities: Entity[] }[] = [];
  let first = true;
  while (!c.atEnd) {
    let name = '';
    if (c.accept('//')) name = '';
    else if (c.accept('/')) {
      name = c.maybeName() ?? '';
      c.expect('/', 'after the name of the block');
    } else if (!first) c.fail('Expected "/"');
    first = false;
    const entities: Entity[] = [];
    do {
      const entity: Entity = { at: c.at, name: c.name('the name of a variable') };
      if (c.next === '(') entity.dimension = parseDimension(c);
      entities.push(entity);
    } while (c.accept(',') && c.next !== '/');
    blocks.push({ name, entities });
  }
  return { k: 'common', at, blocks };
}

function parseEquivalence(c: Cursor, at: number): FlatStatement {
  const groups = c.list(() => {
    c.expect('(', 'before the variables');
    const group = c.list(() => parseReference(c));
    c.expect(')', 'after the variables');
    return group;
  });
  return c.ended({ k: 'equivalence', at, groups });
}

function parseNamelist(c: Cursor, at: number): FlatStatement {
  const groups: { name: string; items: string[] }[] = [];
  while (c.accept('/')) {
    const name = c.name('the name of the group');
    c.expect('/', 'after the name of the group');
    const items: string[] = [];
    do {
      items.push(c.name('the name of a variable'));
    } while (c.accept(',') && c.next !== '/');
    groups.push({ name, items });
  }
  return c.ended({ k: 'namelist', at, groups });
}
