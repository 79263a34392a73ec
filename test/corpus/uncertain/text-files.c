// Values written to a text file with fprintf and read back with fscanf, fgets and strtod; CSV with mixed cells.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main(void) {
  double values[8], back[8] = {0};
  FILE *file = fopen("uncertain-values.txt", "w");
  if (!file) return 1;
  for (int i = 0; i < 8; i++) {
    values[i] = UxHwDoubleGaussDist(i + 1, 0.1 * (i + 1));
    fprintf(file, "%d,%f,row%d\n", i, values[i], i);
  }
  fclose(file);
  file = fopen("uncertain-values.txt", "r");
  char label[16];
  int index, rows = 0;
  while (rows < 8 && fscanf(file, "%d,%lf,%15s", &index, &back[rows], label) == 3) rows++;
  printf("%s rows %d\n", rows == 8 ? "ok" : "LOST", rows);
  for (int i = 0; i < 8; i += 3) report("fscanf", back[i], values[i]);
  rewind(file);
  static char line[20000];
  for (int i = 0; fgets(line, sizeof line, file); i++) {
    char *comma = strchr(line, ','), *end;
    double x = strtod(comma + 1, &end);
    if (i % 3 == 1) report("fgets and strtod", x, values[i]);
    if (strncmp(end, ",row", 4) != 0) printf("LOST end of the number\n");
  }
  fclose(file);
  return remove("uncertain-values.txt");
}
