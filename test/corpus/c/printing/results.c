// Results of the printing functions for text and integers: lengths, truncation, %n, errors on closed streams.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int a = 0, b = 0;
  int total = printf("%s%n-%d%n\n", "abc", &a, 12345, &b);
  printf("%d %d %d\n", total, a, b);
  char small[6];
  for (size_t size = 0; size <= sizeof small; size += 2) {
    memset(small, '#', sizeof small);
    int length = snprintf(size ? small : NULL, size, "%d|%s", 42, "xyz");
    printf("%d [%.6s]\n", length, size ? small : "");
  }
  char *grown = NULL;
  printf("%d %s\n", asprintf(&grown, "%05d%c%x", 42, '!', 255), grown);
  free(grown);
  printf("%d %d\n", putchar('p'), puts("") >= 0);
  char joined[64], *at = joined;
  for (int i = 0; i < 6; i++) at += sprintf(at, "%s%d", i ? ", " : "", i * i);
  printf("%s %td\n", joined, at - joined);
  FILE *file = fopen("corpus-results.txt", "w");
  printf("%d %d ", fprintf(file, "%s\n", "line"), fputs("x", file) >= 0);
  fclose(file);
  file = fopen("corpus-results.txt", "r");
  printf("%d %d\n", fprintf(file, "x") < 0, ferror(file) != 0);
  fclose(file);
  return remove("corpus-results.txt");
}
