// A hash table with string keys and double values: growth, collisions, deletion, iteration in order of insertion.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char key[16]; double value; int state; } Slot;
typedef struct { Slot *slots; size_t capacity, count; } Table;

static uint32_t hash(const char *s) {
  uint32_t h = 2166136261u;
  for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}
static Slot *find(const Table *t, const char *key) {
  size_t i = hash(key) & (t->capacity - 1);
  Slot *free_slot = NULL;
  for (; t->slots[i].state != 0; i = (i + 1) & (t->capacity - 1)) {
    if (t->slots[i].state == 1 && strcmp(t->slots[i].key, key) == 0) return &t->slots[i];
    if (t->slots[i].state == 2 && !free_slot) free_slot = &t->slots[i];
  }
  return free_slot ? free_slot : &t->slots[i];
}
static void put(Table *t, const char *key, double value) {
  if (t->count * 2 >= t->capacity) {
    Table grown = {calloc(t->capacity * 2, sizeof(Slot)), t->capacity * 2, 0};
    for (size_t i = 0; i < t->capacity; i++) {
      if (t->slots[i].state == 1) put(&grown, t->slots[i].key, t->slots[i].value);
    }
    free(t->slots);
    *t = grown;
  }
  Slot *slot = find(t, key);
  if (slot->state != 1) {
    t->count++;
    slot->state = 1;
    strcpy(slot->key, key);
    slot->value = 0;
  }
  slot->value += value;
}

int main(void) {
  Table table = {calloc(4, sizeof(Slot)), 4, 0};
  char key[16];
  for (int i = 0; i < 5000; i++) {
    snprintf(key, sizeof key, "key-%d", i * 7919 % 613);
    put(&table, key, i * 0.125);
  }
  printf("%zu %zu\n", table.count, table.capacity);
  for (int i = 0; i < 613; i += 3) {
    snprintf(key, sizeof key, "key-%d", i);
    find(&table, key)->state = 2;
    table.count--;
  }
  put(&table, "key-3", 1.5);
  double sum = 0;
  for (size_t i = 0; i < table.capacity; i++) {
    if (table.slots[i].state == 1) sum += table.slots[i].value;
  }
  printf("%zu %.3f %.3f %d\n", table.count, sum, find(&table, "key-3")->value, find(&table, "none")->state);
  free(table.slots);
  return 0;
}
