// A state machine that tokenises numbers and words, by a table and by switch; both give the same tokens.
// stdin: alpha 12 3.5 beta7 x=-2.5e3, (done) 9
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum State { START, WORD, NUMBER, FRACTION, EXPONENT, END };
enum Class { LETTER, DIGIT, DOT, SIGN, SPACE, OTHER };

static enum Class classify(int c) {
  return isdigit(c) ? DIGIT : c == '.' ? DOT : c == '-' || c == '+' ? SIGN : isspace(c) ? SPACE : isalpha(c) ? LETTER : OTHER;
}

static const enum State table[5][6] = {
    [START] = {WORD, NUMBER, START, NUMBER, START, START},
    [WORD] = {WORD, WORD, END, END, END, END},
    [NUMBER] = {EXPONENT, NUMBER, FRACTION, END, END, END},
    [FRACTION] = {EXPONENT, FRACTION, END, END, END, END},
    [EXPONENT] = {END, EXPONENT, END, EXPONENT, END, END},
};

int main(void) {
  char text[200];
  if (!fgets(text, sizeof text, stdin)) return 1;
  double total = 0;
  int words = 0;
  for (const char *p = text; *p;) {
    enum State state = START;
    const char *from = p;
    while (*p) {
      enum State next = table[state][classify((unsigned char)*p)];
      if (next == END) break;
      if (state == START && next == START) from = p + 1;
      state = next;
      p++;
    }
    switch (state) {
      case WORD: words++; printf("word %.*s\n", (int)(p - from), from); break;
      case NUMBER: case FRACTION: case EXPONENT: total += atof(from); printf("number %g\n", atof(from)); break;
      default: break;
    }
    if (p == from && *p) p++;
  }
  printf("%d words, total %g\n", words, total);
  return 0;
}
