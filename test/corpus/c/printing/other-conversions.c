// printf conversions for other types than floating point; snprintf's result; fprintf, puts, putchar, fwrite.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  printf("%d|%i|%5d|%-5d|%05d|%+d|% d|%.4d|\n", 42, -42, 42, 42, 42, 42, 42, 42);
  printf("%u|%o|%#o|%x|%X|%#x|%#X|%08x|\n", 4000000000u, 8u, 8u, 255u, 255u, 255u, 255u, 48879u);
  printf("%hhd|%hd|%ld|%lld|%zu|%td|%jd|\n", (signed char)-1, (short)-2, -3l, -4ll, (size_t)5, (ptrdiff_t)-6, (intmax_t)7);
  printf("%c|%5c|%-5c|%s|%10s|%-10s|%.3s|%*.*s|\n", 'a', 'b', 'c', "text", "right", "left", "cut", 6, 2, "xyz");
  printf("%%|%3$s %1$s %2$s|\n", "one", "two", "three");
  int count = 0;
  printf("counted%n\n", &count);
  printf("%d\n", count);
  char small[8];
  int length = snprintf(small, sizeof small, "%s-%d", "overflow", 123);
  printf("%d %s\n", length, small);
  printf("%d\n", snprintf(NULL, 0, "%d %s", 12345, "abc"));
  printf("%ls %lc\n", L"wide", (wint_t)L'w');
  fprintf(stdout, "%s %d\n", "fprintf", 1);
  puts("puts");
  putchar('p');
  fputc('\n', stdout);
  fwrite("fwrite\n", 1, 7, stdout);
  fputs("to stderr\n", stderr);
  dprintf(1, "");
  fflush(stdout);
  printf("%p\n", (void *)0);
  return 0;
}
