// Locality of variables in DO CONCURRENT (Fortran 2018, R1130).

import type { Cursor } from '../reading/cursor.ts';
import type { Locality } from '../tree/syntax-tree.ts';

/** Parses LOCAL, LOCAL_INIT, REDUCE, SHARED and DEFAULT(NONE); undefined if there are none. */
export function parseLocality(c: Cursor): Locality | undefined {
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
  const found = c.list(() => ({ at: c.at, name: c.name() }));
  c.expect(')');
  return found;
}
