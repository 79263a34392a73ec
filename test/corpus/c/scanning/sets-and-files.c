// fscanf over a file with comments, key = value pairs, hexadecimal colours, dates, and suppressed fields.
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *file = fopen("corpus-scan.txt", "w");
  if (!file) return 1;
  fputs("# comment\nwidth = 12.5\nname = \"two words\"\ncolour = #FF8001\ndate = 2024-02-29\n"
        "list = 1;2.5;-3e1;x\nflag\n100% sure\n", file);
  fclose(file);
  file = fopen("corpus-scan.txt", "r");
  char line[64];
  while (fgets(line, sizeof line, file)) {
    char key[16] = "", text[32] = "", rest;
    double number;
    unsigned r, g, b;
    int year, month, day, used = 0, percent;
    if (sscanf(line, " %1[#]", key) == 1) printf("comment\n");
    else if (sscanf(line, "colour = #%2x%2x%2x", &r, &g, &b) == 3) printf("colour %u %u %u\n", r, g, b);
    else if (sscanf(line, "date = %4d-%2d-%2d", &year, &month, &day) == 3) printf("date %d %d %d\n", day, month, year);
    else if (sscanf(line, "list = %n", &used) == 0 && used > 0) {
      double sum = 0;
      for (int more = 0; sscanf(line + used, "%lf%c%n", &number, &rest, &more) == 2; used += more) sum += number;
      printf("list %g\n", sum);
    } else if (sscanf(line, "%15[a-z] = \"%31[^\"]\"", key, text) == 2) printf("text %s %s\n", key, text);
    else if (sscanf(line, "%15[a-z] = %lf", key, &number) == 2) printf("number %s %g\n", key, number);
    else if (sscanf(line, "%d%% %s", &percent, text) == 2) printf("percent %d %s\n", percent, text);
    else printf("other %.*s\n", (int)strcspn(line, "\n"), line);
  }
  rewind(file);
  int words = 0;
  while (fscanf(file, "%*s") != EOF) words++;
  printf("%d words\n", words);
  fclose(file);
  return remove("corpus-scan.txt");
}
