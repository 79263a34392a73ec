// Text processing: text is split into words, which are counted in a hash table and joined again.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"
#define SLOTS 4096
static char *keys[SLOTS];
static int counts[SLOTS];
static char text[200000], joined[400000];
static int slot(const char *s) {
  uint32_t h = 2166136261u;
  for (const char *p = s; *p; p++) h = (h ^ (uint8_t)*p) * 16777619u;
  while (keys[h % SLOTS] && strcmp(keys[h % SLOTS], s)) h++;
  return h % SLOTS;
}
int main(void) {
  START();
  double score = 0;
  for (int r = 0; r < 15; r++) {
    size_t n = 0;
    for (int i = 0; n < sizeof text - 32; i++) n += snprintf(text + n, 32, "w%d_%x ", i * i % 337, i % 7);
    size_t at = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
      int k = slot(word);
      if (!keys[k]) keys[k] = strdup(word);
      counts[k]++;
      score += counts[k] * 0.5;
      size_t length = strlen(word);
      memcpy(joined + at, word, length);
      at += length;
    }
    joined[at] = 0;
    score += strlen(joined);
    for (int k = 0; k < SLOTS; k++) { free(keys[k]); keys[k] = 0; counts[k] = 0; }
  }
  printf("%.3f\n", score);
  return 0;
}
