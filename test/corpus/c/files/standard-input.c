// stdin: 5\n1.5 2.5\n-3 4e2 .125\nrest of the line\nlast
// Standard input by scanf, getchar, fgets and getline, mixed.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 1;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double x;
    if (scanf("%lf", &x) != 1) return 2;
    sum += x;
    printf("%g ", x);
  }
  printf("= %g\n", sum);
  int c;
  while ((c = getchar()) != EOF && c != '\n') printf("unexpected %d\n", c);
  c = getchar();
  ungetc(c, stdin);
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length = getline(&line, &capacity, stdin);
  printf("%c %zd [%.*s]\n", c, length, (int)strcspn(line, "\n"), line);
  char last[16];
  printf("[%s] %d\n", fgets(last, sizeof last, stdin), fgets(last, sizeof last, stdin) == NULL);
  printf("%d %d\n", feof(stdin) != 0, getline(&line, &capacity, stdin) < 0);
  free(line);
  return 0;
}
