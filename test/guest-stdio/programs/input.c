// Reads its standard input through the functions that the first argument names, and prints their results.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "values.h"

static char text[400000];
static wchar_t wide[400000];

static void from_string(const char *how) {
  text[fread(text, 1, sizeof text - 1, stdin)] = 0;
  mbstowcs(wide, text, sizeof wide / sizeof *wide);
  double x = -99;
  char *end = text;
  wchar_t *wide_end = wide;
  int n = -1, count = 0;
  if (!strcmp(how, "strtod")) x = strtod(text, &end), n = end - text;
  if (!strcmp(how, "atof")) x = atof(text), n = 0;
  if (!strcmp(how, "wcstod")) x = wcstod(wide, &wide_end), n = wide_end - wide;
  if (!strcmp(how, "sscanf")) count = sscanf(text, "%lf%n", &x, &n);
  if (!strcmp(how, "sscanf-width")) count = sscanf(text, "%6lf%n", &x, &n);
  if (!strcmp(how, "swscanf")) count = swscanf(wide, L"%lf%n", &x, &n);
  if (!strcmp(how, "sscanf-skip")) count = sscanf(text, "%*f%n%lf", &n, &x);
  printf("%.17g count %d used %d\n", x, count, n);
}

static void from_stream(const char *how) {
  double x = -99, y = -99;
  char rest[64] = "";
  int n = -1, count = 0;
  if (!strcmp(how, "scanf")) count = scanf("%lf%n%63[^\n]", &x, &n, rest);
  if (!strcmp(how, "scanf-two")) count = scanf("%lf ,%le", &x, &y);
  if (!strcmp(how, "scanf-unbuffered")) setvbuf(stdin, NULL, _IONBF, 0), count = scanf("%lf%n%63[^\n]", &x, &n, rest);
  printf("%.17g %.17g count %d used %d rest [%s]\n", x, y, count, n, rest);
}

int main(int argc, char **argv) {
  (void)argc;
  if (strncmp(argv[1], "scanf", 5)) from_string(argv[1]);
  else from_stream(argv[1]);
}
