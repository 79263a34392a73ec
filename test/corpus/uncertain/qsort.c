// Values sorted by qsort, alone and in records, and found by bsearch; particles determine the order.
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

typedef struct { int id; double value; char tag; } Record;
static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static int by_record(const void *a, const void *b) { return by_value(&((const Record *)a)->value, &((const Record *)b)->value); }

int main(void) {
  double values[20], original[20];
  Record records[20];
  for (int i = 0; i < 20; i++) {
    original[i] = values[i] = i % 3 ? UxHwDoubleGaussDist(i * 7 % 20, 0.5 + i) : i * 7 % 20;
    records[i] = (Record){i, values[i], (char)('a' + i)};
  }
  qsort(values, 20, sizeof *values, by_value);
  qsort(records, 20, sizeof *records, by_record);
  int ordered = 1;
  for (int i = 1; i < 20; i++) ordered &= values[i - 1] <= values[i] && records[i - 1].value <= records[i].value;
  printf("%s order\n", ordered ? "ok" : "LOST");
  int kept = 0;
  for (int i = 0; i < 20; i++) {
    const Record *r = &records[i];
    kept += UxHwDoubleNthMoment(r->value, 2) == UxHwDoubleNthMoment(original[r->id], 2) && r->tag == 'a' + r->id &&
            UxHwDoubleNthMoment(values[i], 2) == UxHwDoubleNthMoment(r->value, 2);
  }
  printf("%s all %d\n", kept == 20 ? "ok" : "LOST", kept);
  report("one of them", values[7], original[1]);
  double wanted = 13;
  double *found = bsearch(&wanted, values, 20, sizeof *values, by_value);
  printf("%s bsearch\n", found == &values[13] ? "ok" : "LOST");
  return 0;
}
