// Files in the working directory: w, r, r+, a, binary; seek, tell, ungetc, eof, remove, rename.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *file = fopen("corpus-values.txt", "w");
  if (!file) {
    perror("open");
    return 1;
  }
  for (int i = 0; i < 5; i++) fprintf(file, "row %d %d\n", i, i * i);
  fputs("last line", file);
  printf("%ld %d\n", ftell(file), fclose(file));

  file = fopen("corpus-values.txt", "r+");
  char line[64];
  while (fgets(line, sizeof line, file)) printf("[%.*s]", (int)strcspn(line, "\n"), line);
  printf(" %d\n", feof(file) != 0);
  rewind(file);
  fseek(file, 4, SEEK_SET);
  fputc('X', file);
  fflush(file);
  fseek(file, -4, SEEK_END);
  int c;
  while ((c = getc(file)) != EOF) putchar(c);
  putchar('\n');
  fclose(file);

  file = fopen("corpus-values.txt", "a");
  fprintf(file, "\nappended %s\n", "text");
  fclose(file);
  file = fopen("corpus-values.txt", "r");
  ungetc('>', file);
  int lines = 0;
  while ((c = fgetc(file)) != EOF) lines += c == '\n';
  printf("%d lines\n", lines);
  fclose(file);

  double numbers[8], back[8] = {0};
  for (int i = 0; i < 8; i++) numbers[i] = 1.0 / (i + 3);
  file = fopen("corpus-binary.dat", "wb+");
  printf("%zu ", fwrite(numbers, sizeof *numbers, 8, file));
  rewind(file);
  printf("%zu %d\n", fread(back, sizeof *back, 8, file), memcmp(numbers, back, sizeof back));
  fclose(file);
  printf("%d %d\n", rename("corpus-binary.dat", "corpus-moved.dat"), remove("corpus-moved.dat"));
  printf("%d\n", remove("corpus-values.txt"));
  errno = 0;
  file = fopen("corpus-values.txt", "r");
  printf("%d %s\n", file == NULL, strerror(errno));
  return 0;
}
