// exit: 7
// The return value of main becomes the exit status after atexit functions have run and files are flushed.
#include <stdio.h>
#include <stdlib.h>

static FILE *file;
static void last(void) {
  fprintf(file, "last");
  printf("at exit %ld\n", ftell(file));
  remove("corpus-status.txt");
}

int main(void) {
  file = fopen("corpus-status.txt", "w");
  atexit(last);
  fprintf(file, "%d %s ", 42, "text");
  double x = 3.5;
  return (int)(x * 2);
}
