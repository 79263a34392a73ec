// args: 2.5 -7 'single quoted' "double \"inner\"" back\ slash 0x1F
// exit: 6
// Command-line arguments as numbers and text; the return value of main.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
  double sum = 0;
  for (int i = 1; i < argc; i++) {
    char *end;
    double x = strtod(argv[i], &end);
    printf("%d [%s] %zu %g %d\n", i, argv[i], strlen(argv[i]), x, *end == 0);
    if (*end == 0) sum += x;
  }
  printf("%g %d %s\n", sum, argv[argc] == NULL, getenv("HAZE_UNKNOWN") ? "set" : "unset");
  printf("%s\n", getenv("TZ") ? getenv("TZ") : "-");
  return argc - 1;
}
