import { expect, test } from 'vitest';
import { listLeadingIncludes } from './precompiled-header.ts';

test.each<[string, string, string[]]>([
  [
    'includes at the start',
    '#include <iostream>\n#include<vector>\nint x;\n#include <map>\n',
    ['iostream', 'vector'],
  ],
  [
    'comments and blank lines between',
    '// a\n\n/* b\n c */ #include <iostream> // d\n  #  include <cmath> /* e */\n',
    ['iostream', 'cmath'],
  ],
  ['Windows line endings', '#include <a>\r\n#include <b>\r\nint x;', ['a', 'b']],
  ['an include at the end of the file', '#include <a>', ['a']],
  ['a define before', '#define X 1\n#include <a>\n', []],
  ['a condition', '#ifdef X\n#include <a>\n#endif\n', []],
  ['an include in quotes ends the list', '#include <a>\n#include "b.h"\n#include <c>\n', ['a']],
  ['text after an include ends the list', '#include <a>\n#include <b> int\n', ['a']],
  ['a comment that continues after an include', '#include <a>\n#include <b> /* x\n*/\n#include <c>\n', ['a']],
  ['an include with a continuation', '#include <a>\n#include <b> \\\n\n', ['a']],
  ['nothing', '', []],
])('the leading includes of a source are found: %s', (_name, source, expected) => {
  expect(listLeadingIncludes(source)).toEqual(expected);
});
