import { expect, test } from 'vitest';
import { withoutComments } from './c-comments.ts';

test('C comments become spaces, and lines and columns stay the same', () => {
  expect(withoutComments('x = 1 /* a\n b */ + 2\n')).toBe('x = 1     \n      + 2\n');
});

test('character constants, Fortran comments and unclosed marks are unchanged', () => {
  for (const text of ['print *, \'/* no */\', "/*"\n', "! don't /* touch\nx = 1 ! */\n", 'format (/*)\n'])
    expect(withoutComments(text)).toBe(text);
});
