// string.h and ctype.h: searching, tokens, comparing, copying, case, spans.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char line[] = "name=left; width=10.5;;height = 3 ;flag";
  char *outer, *inner;
  for (char *field = strtok_r(line, ";", &outer); field; field = strtok_r(NULL, ";", &outer)) {
    char *key = strtok_r(field, "= ", &inner), *value = strtok_r(NULL, "= ", &inner);
    printf("<%s|%s>\n", key, value ? value : "-");
  }
  const char *text = "the quick brown fox jumps over the lazy dog";
  printf("%s|%s|%s\n", strchr(text, 'q'), strrchr(text, 'o'), strstr(text, "over"));
  printf("%zu %zu %zu\n", strspn(text, "eht "), strcspn(text, "x"), strlen(text));
  printf("%s %d %d\n", strpbrk(text, "xyz"), strcmp("a", "b") < 0, strncmp("abcd", "abxx", 2));
  printf("%d %d\n", strcasecmp("HELLO", "hello"), strncasecmp("ABCx", "abcy", 3));
  char buffer[40];
  strcpy(buffer, "one");
  strcat(buffer, " two");
  strncat(buffer, " three and four", 6);
  printf("%s %zu\n", buffer, strnlen(buffer, 5));
  strncpy(buffer, "xyz", 10);
  printf("%s %d\n", buffer, buffer[9]);
  char *copy = strdup("duplicate"), *part = strndup("partial copy", 7);
  printf("%s %s %s\n", copy, part, strerror(2));
  for (char *c = copy; *c; c++) *c = (char)toupper((unsigned char)*c);
  printf("%s %d%d%d%d\n", copy, isalpha('1') != 0, isdigit('1') != 0, isspace('\t') != 0, ispunct('!') != 0);
  printf("%s %s\n", strsep(&copy, "I"), copy);
  free(part);
  printf("%d %ld %lld\n", atoi(" -42x"), strtol("0x1F", NULL, 0), strtoll("777", NULL, 8));
  char *end;
  unsigned long value = strtoul("zz12", &end, 36);
  printf("%lu [%s]\n", value, end);
  return 0;
}
