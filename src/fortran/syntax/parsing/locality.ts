// The locality of variables in DO CONCURRENT (Fortran 2018, R1130).

import type { Cursor } from '../reading/cursor.ts';
import type { Locality } from '../tree/syntax-tree.ts';

/** LOCAL, LOCAL_INIT, SHARED and DEFAULT(NONE); undefined without any of them. */
export function parseLocality(c: Cursor): Locality | undefined {
  const locality: Locality = { locals: [], shared: [] };
  for (let isAny = false; ; isAny = true) {
    const { at } = c;
    const isInitial = c.seesKeyword('local_init');
    if (c.keyword('default')) {
      c.match(/\(\s*none\s*\)/y) ?? c.fail('Expected (NONE)');
      locality.noneAt = at;
    } else if (c.keyword('shared')) locality.shared.push(...names(c));
    else if (c.seesKeyword('reduce')) c.refuse('The locality specification REDUCE is not supported.');
    else if (isInitial ? c.keyword('local_init') : c.keyword('local'))
      locality.locals.push(...names(c).map((name) => ({ ...name, isInitial })));
    else return isAny ? locality : undefined;
  }
}

function names(c: Cursor): Locality['shared'] {
  const found: Locality['shared'] = [];
  c.expect('(');
  do found.push({ at: c.at, name: c.name() });
  while (c.accept(','));
  c.expect(')');
  return found;
}
