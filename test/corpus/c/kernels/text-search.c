// Knuth-Morris-Pratt, Horspool, Rabin-Karp and suffix sorting find the same places; a word index; a small regular expression.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "abracadabra abracadabra cadabra bracket abra, a bad cab and a crab: abracadab";
static int kmp(const char *p, int *hits) {
  int n = (int)strlen(p), fail[32] = {0}, count = 0;
  for (int i = 1, k = 0; i < n; i++) {
    while (k && p[i] != p[k]) k = fail[k - 1];
    fail[i] = k += p[i] == p[k];
  }
  for (int i = 0, k = 0; text[i]; i++) {
    while (k && (k == n || text[i] != p[k])) k = fail[k - 1];
    k += text[i] == p[k];
    if (k == n) hits[count++] = i - n + 1;
  }
  return count;
}
static int horspool(const char *p, int *hits) {
  int n = (int)strlen(p), m = (int)strlen(text), skip[256], count = 0;
  for (int i = 0; i < 256; i++) skip[i] = n;
  for (int i = 0; i < n - 1; i++) skip[(unsigned char)p[i]] = n - 1 - i;
  for (int at = 0; at + n <= m; at += count && hits[count - 1] == at ? 1 : skip[(unsigned char)text[at + n - 1]]) if (memcmp(text + at, p, (size_t)n) == 0) hits[count++] = at;
  return count;
}
static int rabin_karp(const char *p, int *hits) {
  int n = (int)strlen(p), count = 0;
  unsigned wanted = 0, hash = 0, top = 1;
  for (int i = 0; i < n; i++) wanted = wanted * 257 + (unsigned char)p[i], hash = hash * 257 + (unsigned char)text[i], top *= i ? 257 : 1;
  for (int at = 0;; at++) {
    if (hash == wanted && memcmp(text + at, p, (size_t)n) == 0) hits[count++] = at;
    if (!text[at + n]) return count;
    hash = (hash - top * (unsigned char)text[at]) * 257 + (unsigned char)text[at + n];
  }
}
static int by_suffix(const void *a, const void *b) { return strcmp(text + *(const int *)a, text + *(const int *)b); }
static int match_here(const char *re, const char *s) {
  if (!*re) return 1;
  if (re[1] == '*') {
    do if (match_here(re + 2, s)) return 1; while (*s && (*s++ == *re || *re == '.'));
    return 0;
  }
  if (*re == '$' && !re[1]) return !*s;
  return *s && (*re == '.' || *re == *s) && match_here(re + 1, s + 1);
}
static int match(const char *re, const char *s) {
  if (*re == '^') return match_here(re + 1, s);
  do if (match_here(re, s)) return 1; while (*s++);
  return 0;
}

int main(void) {
  const char *patterns[] = {"abra", "cad", "a", "bracket", "zebra", "abracadab"};
  for (int i = 0; i < 6; i++) {
    int a[80], b[80], c[80], n = kmp(patterns[i], a), same = n == horspool(patterns[i], b) && n == rabin_karp(patterns[i], c);
    same = same && memcmp(a, b, (size_t)n * sizeof *a) == 0 && memcmp(a, c, (size_t)n * sizeof *a) == 0;
    printf("%s %d %d %d\n", patterns[i], n, same, n ? a[n - 1] : -1);
  }
  int order[sizeof text - 1], longest = 0;
  for (int i = 0; i < (int)sizeof text - 1; i++) order[i] = i;
  qsort(order, sizeof text - 1, sizeof *order, by_suffix);
  for (size_t i = 1; i < sizeof text - 1; i++) {
    int k = 0;
    while (text[order[i - 1] + k] && text[order[i - 1] + k] == text[order[i] + k]) k++;
    if (k > longest) longest = k;
  }
  printf("%d %d\n", longest, order[40]);
  printf("%d%d%d%d%d\n", match("^abr.*dab$", text), match("b*c", "aac"), match("x", text), match("^$", ""), match("cr.b:", text));
  return 0;
}
