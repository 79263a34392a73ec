// stdin: 1 + 2 * 3\n(1.5 - 4) ^ 2 / 5\n-2 ^ 2 + sqrt(16) * sin(0)\nmax(3, 7) - min(2, 1 / 4)\n2 * (3 + \n1e3 / 0\n
// A recursive descent calculator of doubles, with functions, powers and error messages.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *input;
static int failed;

static double expression(void);
static int accept(char c) {
  while (*input == ' ') input++;
  return *input == c ? input++, 1 : 0;
}
static double call(const char *name) {
  double a = expression(), b = accept(',') ? expression() : 0;
  failed |= !accept(')');
  if (strcmp(name, "sqrt") == 0) return sqrt(a);
  if (strcmp(name, "sin") == 0) return sin(a);
  if (strcmp(name, "max") == 0) return fmax(a, b);
  if (strcmp(name, "min") == 0) return fmin(a, b);
  failed = 1;
  return 0;
}
static double atom(void) {
  if (accept('(')) {
    double x = expression();
    failed |= !accept(')');
    return x;
  }
  if (accept('-')) return -atom();
  char name[8] = "";
  for (unsigned n = 0; isalpha((unsigned char)*input) && n < sizeof name - 1; n++) name[n] = *input++;
  if (name[0]) return accept('(') ? call(name) : (failed = 1, 0);
  char *end;
  double x = strtod(input, &end);
  failed |= end == input;
  input = end;
  return x;
}
static double power(void) {
  double x = atom();
  return accept('^') ? pow(x, power()) : x;
}
static double product(void) {
  double x = power();
  for (;;) {
    if (accept('*')) x *= power();
    else if (accept('/')) x /= power();
    else return x;
  }
}
static double expression(void) {
  double x = product();
  for (;;) {
    if (accept('+')) x += product();
    else if (accept('-')) x -= product();
    else return x;
  }
}

int main(void) {
  char line[100];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    input = line;
    failed = 0;
    double x = expression();
    accept(' ');
    if (failed || *input) printf("%s: wrong at %td\n", line, input - line);
    else printf("%s = %.10g\n", line, x);
  }
  return 0;
}
