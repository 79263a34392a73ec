// The locality of variables in DO CONCURRENT (Fortran 2018, R1130).

import type { Cursor } from '../reading/cursor.ts';
import type { LocalVariable } from '../tree/syntax-tree.ts';

/** Variables of LOCAL and LOCAL_INIT; SHARED and DEFAULT(NONE) change nothing in programs that conform. */
export function parseLocality(c: Cursor): LocalVariable[] {
  const locals: LocalVariable[] = [];
  for (;;) {
    const isInitial = c.seesKeyword('local_init');
    if (c.keyword('default')) c.match(/\(\s*none\s*\)/y) ?? c.fail('Expected (NONE)');
    else if (c.keyword('shared')) c.match(/\([^)]*\)/y) ?? c.fail('Expected the names of SHARED');
    else if (c.seesKeyword('reduce')) c.refuse('The locality specification REDUCE is not supported.');
    else if (isInitial ? c.keyword('local_init') : c.keyword('local')) {
      c.expect('(');
      do locals.push({ at: c.at, name: c.name(), isInitial });
      while (c.accept(','));
      c.expect(')');
    } else return locals;
  }
}
