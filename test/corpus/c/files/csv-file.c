// A table of numbers written with fprintf and read back with fscanf; running statistics of its columns.
#include <math.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("corpus-table.csv", "w");
  if (!file) return 1;
  fprintf(file, "time,value,label\n");
  for (int i = 0; i < 50; i++) fprintf(file, "%.2f,%.15g,row%d\n", i * 0.25, sin(i * 0.3) * exp(-i * 0.02), i);
  fclose(file);

  file = fopen("corpus-table.csv", "r");
  char header[64], label[16];
  if (fscanf(file, "%63[^\n]", header) != 1) return 2;
  double time, value, mean = 0, spread = 0, last = 0;
  int n = 0;
  while (fscanf(file, "%lf,%lf,%15s", &time, &value, label) == 3) {
    n++;
    double step = value - mean;
    mean += step / n;
    spread += step * (value - mean);
    last = time;
  }
  printf("%s: %d rows to %.2f, mean %.12f, deviation %.12f, last %s, end %d\n", header, n, last, mean,
         sqrt(spread / (n - 1)), label, feof(file) != 0);
  rewind(file);
  float single;
  int number, count = 0;
  fscanf(file, "%*[^\n]");
  while (fscanf(file, "%f,%*f,row%d%*[^\n]", &single, &number) == 2) count += (double)single == number * 0.25;
  printf("%d\n", count);
  fclose(file);
  return remove("corpus-table.csv");
}
