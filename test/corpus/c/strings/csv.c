// CSV text with quoted cells, empty cells and numbers: columns, sums, sorting of rows by a column.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COLUMNS = 4 };
static const char text[] =
    "name,width,height,\"note, free\"\n"
    "oak,1.5,20.25,\"tall, old\"\n"
    "ash,0.75,15,\n"
    "\"el\"\"m\",2.25e0,-3.5,x\n"
    "fir,,8,\"\"\n"
    "yew,.5,1e1,last";

static char cells[ROWS][COLUMNS][24];

static void parse(const char *p) {
  int row = 0, column = 0, n = 0, quoted = 0;
  for (; *p; p++) {
    if (quoted) {
      if (*p == '"' && p[1] == '"') p++;
      else if (*p == '"') {
        quoted = 0;
        continue;
      }
    } else if (*p == '"') {
      quoted = 1;
      continue;
    } else if (*p == ',' || *p == '\n') {
      cells[row][column][n] = 0;
      n = 0;
      if (*p == ',') column++;
      else row++, column = 0;
      continue;
    }
    cells[row][column][n++] = *p;
  }
}
static int by_height(const void *a, const void *b) {
  double x = atof((*(const char (*)[COLUMNS][24])a)[2]), y = atof((*(const char (*)[COLUMNS][24])b)[2]);
  return (x > y) - (x < y);
}

int main(void) {
  parse(text);
  double sums[COLUMNS] = {0};
  for (int i = 1; i < ROWS; i++) {
    for (int j = 1; j < 3; j++) sums[j] += strtod(cells[i][j], NULL);
  }
  printf("%s %g, %s %g\n", cells[0][1], sums[1], cells[0][2], sums[2]);
  qsort(cells + 1, ROWS - 1, sizeof cells[0], by_height);
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < COLUMNS; j++) printf("[%s]", cells[i][j]);
    printf("\n");
  }
  return 0;
}
