// Values written with fwrite and read with fread in the same run, as numbers and inside records.
#include <stdio.h>
#include <string.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

typedef struct { int id; double value; } Record;

int main(void) {
  double x = UxHwDoubleGaussDist(1, 2), y = UxHwDoubleUniformDist(3, 4), back[2] = {0};
  FILE *file = fopen("uncertain-binary.dat", "wb+");
  if (!file) return 1;
  fwrite((double[]){x, y}, sizeof x, 2, file);
  Record record = {5, y}, copy = {0};
  fwrite(&record, sizeof record, 1, file);
  rewind(file);
  size_t got = fread(back, sizeof *back, 2, file) + fread(&copy, sizeof copy, 1, file);
  printf("%s read %zu\n", got == 3 ? "ok" : "LOST", got);
  report("first", back[0], x);
  report("second", back[1], y);
  report("in a record", copy.value, y);
  fseek(file, 8, SEEK_SET);
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)getc(file);
  double z;
  memcpy(&z, bytes, sizeof z);
  report("byte by byte", z, y);
  fclose(file);
  return remove("uncertain-binary.dat");
}
