import { expect, test } from 'vitest';
import { compileFortran } from '../compile-fortran.ts';

const MORNING = new Date('2027-02-03T04:05:06Z');

function compile(text: string, now: () => Date) {
  const result = compileFortran([{ path: 'main.F90', text, preprocessed: true }], { now });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  return result.c;
}

test('__DATE__ and __TIME__ are the date and time of compilation, in C’s format', () => {
  const c = compile(
    `character(*), parameter :: built = __DATE__ // ' ' // __TIME__
#if !defined(__DATE__)
#error
#endif
print *, built, len(built), '__DATE__'
end
`,
    () => MORNING,
  );
  expect(c).toContain('Feb  3 2027 04:05:06');
  expect(c).toContain('__DATE__');
});

test('the clock is not read unless a source uses the time', () => {
  const asked = () => {
    throw new Error('asked');
  };
  expect(compile("! __DATE__\nprint *, '__TIME__'\nend\n", asked)).toContain('__TIME__');
});

test('## joins the tokens on both sides, without spaces, and a C comment becomes a space', () => {
  const c = compile(
    '#define JOIN(a, b) a  ##  b\n#define TWO /* one */ 2\nprint *, JOIN(4,2) + TWO\nend\n',
    () => MORNING,
  );
  expect(c).toMatch(/\b44\b/);
});

test('reading an unterminated C comment takes time linear in its length', () => {
  const open = '/* '.repeat(200_000);
  expect(compile(`print *, 1\nend\n#define OPEN ${open}\n`, () => MORNING)).toContain('f_put');
});

test('an include tree that doubles at each level causes an error before a million files are read', () => {
  const includes = Array.from({ length: 19 }, (_, level) => {
    const next = `include 'd${level + 1}.inc'\n`;
    return { path: `d${level}.inc`, text: next + next };
  });
  includes.push({ path: 'd19.inc', text: '! end\n' });
  const text = "program p\ninclude 'd0.inc'\nend program\n";
  const { ok, diagnostics } = compileFortran([{ path: 'main.f90', text }], { includes });
  expect([ok, diagnostics.map(({ message }) => message)]).toEqual([
    false,
    ['The included files of one source exceed 64 MB in total.'],
  ]);
});
