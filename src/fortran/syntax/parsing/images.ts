// Image control statements: SYNC, LOCK, EVENT, teams, CRITICAL. Each becomes a call to a subroutine whose name begins
// with `%`, so that programs cannot refer to it. These subroutines are in intrinsics/rows/images.ts.
import type { Cursor } from '../reading/cursor.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Argument, Statement } from '../tree/syntax-tree.ts';
import { parseArgumentList } from './expression.ts';

type ImageStatement = [string, (c: Cursor, at: number) => FlatStatement | undefined];

/** The subroutine call that an image control statement becomes. */
export function callOfImages(at: number, name: string, list: Argument[]): Statement & { k: 'call' } {
  return { k: 'call', at, target: { k: 'ref', at, parts: [{ at, name: `%${name}`, lists: [list] }] } };
}

// `SYNC IMAGES (*)` means all images, which cannot be expressed as a list.
function parseList(c: Cursor): Argument[] {
  const list = c.next === '(' ? parseArgumentList(c) : [];
  return list.filter((a) => a.value?.k !== 'star');
}

function statement(words: string, needsList = true): ImageStatement {
  const name = words.replace(' ', '_');
  return [
    words,
    (c, at) => {
      if (needsList && c.next !== '(') return undefined;
      const list = parseList(c);
      return c.atEnd ? callOfImages(at, name, list) : undefined;
    },
  ];
}

function parseCritical(c: Cursor, at: number): FlatStatement | undefined {
  const list = parseList(c);
  return c.atEnd ? { k: '+critical', at, enter: callOfImages(at, 'sync_all', list) } : undefined;
}

function parseChangeTeam(c: Cursor, at: number): FlatStatement | undefined {
  if (/=>/.test(c.text)) c.refuse('Coarrays associated by CHANGE TEAM are not supported.');
  const list = parseList(c);
  return c.atEnd ? { k: '+change-team', at, enter: callOfImages(at, 'change_team', list) } : undefined;
}

/** The statements, keyed by their first words. */
export const IMAGE_STATEMENTS: readonly ImageStatement[] = [
  ['critical', parseCritical],
  ['change team', parseChangeTeam],
  statement('form team'),
  statement('sync all', false),
  statement('sync memory', false),
  statement('sync images'),
  statement('sync team'),
  statement('lock'),
  statement('unlock'),
  statement('event post'),
  statement('event wait'),
  statement('fail image', false),
];
