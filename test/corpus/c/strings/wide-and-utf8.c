// UTF-8 and wide characters: encoding, decoding, wcs functions, multibyte conversion in the C locale.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int encode(uint32_t c, char *to) {
  if (c < 0x80) return to[0] = (char)c, 1;
  if (c < 0x800) return to[0] = (char)(0xC0 | c >> 6), to[1] = (char)(0x80 | (c & 63)), 2;
  if (c < 0x10000) return to[0] = (char)(0xE0 | c >> 12), to[1] = (char)(0x80 | (c >> 6 & 63)), to[2] = (char)(0x80 | (c & 63)), 3;
  to[0] = (char)(0xF0 | c >> 18), to[1] = (char)(0x80 | (c >> 12 & 63)), to[2] = (char)(0x80 | (c >> 6 & 63));
  to[3] = (char)(0x80 | (c & 63));
  return 4;
}
static uint32_t decode(const char **p) {
  unsigned char c = (unsigned char)*(*p)++;
  int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
  uint32_t value = more ? c & (0x3Fu >> more) : c;
  while (more--) value = value << 6 | ((unsigned char)*(*p)++ & 63);
  return value;
}

int main(void) {
  const uint32_t points[] = {'A', 0xE9, 0x3C0, 0x20AC, 0x1F600, 0x10FFFF};
  char text[40], *end = text;
  for (int i = 0; i < 6; i++) end += encode(points[i], end);
  *end = 0;
  printf("%zu", strlen(text));
  for (const char *p = text; *p;) printf(" %x", (unsigned)decode(&p));
  printf("\n");
  wchar_t wide[40] = L"wide text";
  wcscat(wide, L" and more");
  printf("%zu %d %d\n", wcslen(wide), wcscmp(L"a", L"b") < 0, (int)(wcschr(wide, L'x') - wide));
  for (wchar_t *w = wide; *w; w++) *w = towupper(*w);
  printf("%ls %d\n", wide, iswalpha(L'z') != 0);
  char narrow[40];
  printf("%zu %s\n", wcstombs(narrow, wide, sizeof narrow), narrow);
  printf("%zu %.3f %ld\n", mbstowcs(wide, "12.5 rest", 40), wcstod(wide, NULL), wcstol(L"ff", NULL, 16));
  wchar_t *state, *token = wcstok(wide, L" ", &state);
  printf("%ls\n", token);
  swprintf(wide, 40, L"%d-%ls-%c", 7, L"x", 'y');
  printf("%ls\n", wide);
  return 0;
}
