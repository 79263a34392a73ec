// memcpy and similar functions on structs and doubles: overlaps in both directions, fills, comparisons, searching,
// stpcpy, swab.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct { double value; int id; } Item;

int main(void) {
  Item items[12], saved[12];
  for (int i = 0; i < 12; i++) items[i] = (Item){i * 0.25, i};
  memcpy(saved, items, sizeof items);
  for (int shift = 1; shift < 5; shift++) {
    memmove(items + shift, items, (size_t)(12 - shift) * sizeof *items);
    memmove(items, items + 1, 11 * sizeof *items);
  }
  double sum = 0;
  for (int i = 0; i < 12; i++) sum += items[i].value * i + items[i].id;
  printf("%.2f %d\n", sum, memcmp(items, saved, sizeof(double)) != 0);
  char text[32] = "abcdefghij";
  memmove(text + 2, text, 8);
  printf("%s ", text);
  memmove(text, text + 3, 5);
  printf("%s\n", text);
  char *end = mempcpy(text, "xyz", 3);
  *stpcpy(end, "123") = '!';
  printf("%.8s %td\n", text, end - text);
  bzero(text, 4);
  printf("%d%d %d\n", text[0], text[3], text[4]);
  const char data[] = "find\0hidden\0text";
  printf("%td %s\n", (char *)memchr(data, 'h', sizeof data) - data, (char *)memmem(data, sizeof data, "text", 4));
  printf("%td %d\n", (char *)memrchr(data, 'd', sizeof data) - data, ffs(40));
  double row[100];
  memset(row, 0, sizeof row);
  for (int i = 0; i < 100; i++) sum += row[i];
  printf("%.2f\n", sum);
  return 0;
}
