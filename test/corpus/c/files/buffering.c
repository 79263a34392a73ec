// setvbuf in every mode, fflush, writing through several streams, freopen, perror, fileno, long lines.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  FILE *file = fopen("corpus-buffered.txt", "w");
  if (!file) return 1;
  static char buffer[64];
  printf("%d\n", setvbuf(file, buffer, _IOFBF, sizeof buffer));
  for (int i = 0; i < 300; i++) fprintf(file, "%d%c", i, i % 20 == 19 ? '\n' : ' ');
  fflush(file);
  FILE *reader = fopen("corpus-buffered.txt", "r");
  setvbuf(reader, NULL, _IONBF, 0);
  int total = 0, value, lines = 0;
  while (fscanf(reader, "%d", &value) == 1) total += value;
  printf("%d\n", total);
  fputs("tail\n", file);
  setvbuf(reader, NULL, _IONBF, 0);
  fclose(file);
  clearerr(reader);
  char line[256];
  while (fgets(line, sizeof line, reader)) lines++;
  printf("%d %s", lines, line);
  reader = freopen("corpus-buffered.txt", "r", reader);
  char *whole = malloc(4000);
  size_t got = fread(whole, 1, 4000, reader);
  whole[got] = 0;
  printf("%zu %d %s", got, (int)(strstr(whole, "199") - whole), strrchr(whole, 't'));
  fclose(reader);
  free(whole);
  remove("corpus-buffered.txt");
  errno = ENOENT;
  perror("expected");
  printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
  return 0;
}
