// Base64, run lengths, Caesar, Roman numerals, edit distance, wildcards, palindromes, anagrams.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void base64(const char *text, char *to) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t n = strlen(text);
  for (size_t i = 0; i < n; i += 3) {
    uint32_t bits = (uint32_t)(unsigned char)text[i] << 16;
    if (i + 1 < n) bits |= (uint32_t)(unsigned char)text[i + 1] << 8;
    if (i + 2 < n) bits |= (unsigned char)text[i + 2];
    *to++ = digits[bits >> 18], *to++ = digits[bits >> 12 & 63];
    *to++ = i + 1 < n ? digits[bits >> 6 & 63] : '=';
    *to++ = i + 2 < n ? digits[bits & 63] : '=';
  }
  *to = 0;
}
static int distance(const char *a, const char *b) {
  int row[40], n = (int)strlen(b);
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 1; a[i - 1]; i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int best = corner + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      corner = row[j];
      row[j] = best;
    }
  }
  return row[n];
}
static int matches(const char *pattern, const char *text) {
  if (*pattern == 0) return *text == 0;
  if (*pattern == '*') return matches(pattern + 1, text) || (*text && matches(pattern, text + 1));
  return *text && (*pattern == '?' || *pattern == *text) && matches(pattern + 1, text + 1);
}
static void roman(int n, char *to) {
  static const struct { int value; const char *text; } parts[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"},
      {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
  for (int i = 0; i < 13; i++) {
    for (; n >= parts[i].value; n -= parts[i].value) to = stpcpy(to, parts[i].text);
  }
  *to = 0;
}
static int by_letter(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
  char out[80];
  const char *texts[] = {"", "f", "fo", "foo", "foobar", "Hello, World!"};
  for (int i = 0; i < 6; i++) base64(texts[i], out), printf("[%s]", out);
  printf("\n%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("flaw", "lawn"));
  printf("%d%d%d%d\n", matches("*.c", "main.c"), matches("a?c*", "abcdef"), matches("a*b", "ac"), matches("", ""));
  const int years[] = {1, 4, 9, 14, 1994, 2024, 3999};
  for (int i = 0; i < 7; i++) roman(years[i], out), printf("%s ", out);
  char a[] = "listen", b[] = "silent", code[] = "Veni, vidi";
  qsort(a, 6, 1, by_letter);
  qsort(b, 6, 1, by_letter);
  for (char *c = code; *c; c++) {
    if ((*c | 32) >= 'a' && (*c | 32) <= 'z') *c = (char)((*c & 32) + 'A' + ((*c & 31) - 1 + 13) % 26);
  }
  printf("\n%d %s\n", strcmp(a, b), code);
  return 0;
}
