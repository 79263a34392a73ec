// Widths and precisions near the limits of an int: either the counts are correct, or EOVERFLOW is set. Memory next to
// the buffer stays unchanged.
import { expect, test } from 'vitest';
import { openHaze } from '../programs/build-and-run.ts';

const haze = openHaze();

const PROGRAM = `#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>

static struct { char before[8], text[8], after[8]; } m;
static const char *volatile widths[] = {"%99999999999d", "%2147483647s", "%99999999999s"};

static void show(const char *name, int n) {
  int isWhole = !memcmp(m.before, "bbbbbbbb", 8) && !memcmp(m.after, "aaaaaaaa", 8);
  printf("%s %d%s%s\\n", name, n, n < 0 && errno == EOVERFLOW ? " EOVERFLOW" : "", isWhole ? "" : " OVERWRITTEN");
  errno = 0;
}

int main(void) {
  memset(m.before, 'b', 8);
  memset(m.after, 'a', 8);
  double x = UxHwDoubleGaussDist(1, 0.1);
  volatile int most = INT_MAX, many = 1000000000;
  show("width", snprintf(m.text, 8, "%*d", most, 1));
  show("width and more", snprintf(m.text, 8, "%*d%d", most, 1, 22));
  show("digits", snprintf(m.text, 8, "%.*f", many, 1.5));
  show("two", snprintf(m.text, 8, "%.*f%.*f%.*f", many, 1.5, many, 1.5, many, 1.5));
  show("number", snprintf(m.text, 8, widths[0], 1));
  show("string", snprintf(m.text, 8, "%.*s", many, "abc"));
  show("uncertain width", snprintf(m.text, 8, "%*f", most, x));
  show("uncertain digits", snprintf(m.text, 8, "%.*f", most, x));
  show("scan", sscanf("abc", widths[1], m.text));
  show("scan more", sscanf("abcdefg", widths[2], m.text));
  return 0;
}
`;

test('a width or precision near the limit of an int gives either a count or EOVERFLOW', async () => {
  const { stdout, exitStatus } = await haze.runSource(PROGRAM, { core: 'C0-S+' });
  expect(stdout.split('\n')).toEqual([
    'width 2147483647',
    'width and more -1 EOVERFLOW',
    'digits 1000000002',
    'two -1 EOVERFLOW',
    'number -1 EOVERFLOW',
    'string 3',
    'uncertain width -1 EOVERFLOW',
    'uncertain digits -1 EOVERFLOW',
    'scan 1',
    'scan more 1',
    '',
  ]);
  expect(exitStatus).toBe(0);
});
