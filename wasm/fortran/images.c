// The program's only image: the cobounds of allocated coarrays, found by address, and locks, events and teams.
#include "fortran-runtime.h"

typedef struct coarray {
  struct coarray *next;
  const void *base;
  int32_t n, bounds[30];
} coarray;

static coarray *coarrays;
static int32_t teams[64] = {-1}, depth;

void f_coarray(const void *base, int32_t n, const int32_t *bounds) {
  if (!base) return;
  if (depth > 0) f_fault("A coarray cannot be allocated inside CHANGE TEAM: END TEAM would have to free it");
  coarray *c = coarrays;
  while (c && c->base != base) c = c->next;
  if (!c) {
    c = f_new(sizeof *c);
    c->next = coarrays;
    coarrays = c;
  }
  c->base = base;
  c->n = n;
  memcpy(c->bounds, bounds, 2 * n * sizeof *bounds);
}

int32_t f_cobound(const void *base, int32_t dim, int32_t upper) {
  for (const coarray *c = coarrays; c; c = c->next)
    if (c->base == base && dim >= 1 && dim <= c->n) return c->bounds[2 * (dim - 1) + upper];
  f_fault("The cobounds of an unallocated coarray were requested");
}

int32_t f_lock(int32_t *lock, int32_t may_fail) {
  if (*lock && !may_fail) f_fault("LOCK: the program's only image already holds the lock");
  int32_t was_free = !*lock;
  *lock = 1;
  return was_free;
}

void f_unlock(int32_t *lock, int32_t may_fail) {
  if (!*lock && !may_fail) f_fault("UNLOCK: the lock is not held");
  *lock = 0;
}

void f_event_wait(int32_t *event, int32_t count) {
  if (count < 1) count = 1;
  if (*event < count) f_fault("EVENT WAIT would never end: the program has no other image to post the event");
  *event -= count;
}

void f_sync_image(int32_t image) {
  if (image != 1) f_fault("SYNC IMAGES: the program has only image 1");
}

void f_change_team(int32_t team) {
  if (depth == 63) f_fault("CHANGE TEAM: more than 63 nested teams");
  teams[++depth] = team;
}

void f_end_team(void) {
  if (depth > 0) depth--;
}

int32_t f_team(void) { return teams[depth]; }
