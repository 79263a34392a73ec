// Character intrinsics, and assignment to characters of deferred length.
#include "fortran-runtime.h"

int32_t f_compare(const char *a, int32_t na, const char *b, int32_t nb) {
  int32_t n = na < nb ? na : nb;
  int c = n > 0 ? memcmp(a, b, n) : 0;
  if (c != 0) return c;
  // The shorter one goes on with blanks.
  for (int32_t i = n; i < na; i++) if (a[i] != ' ') return (unsigned char)a[i] < ' ' ? -1 : 1;
  for (int32_t i = n; i < nb; i++) if (b[i] != ' ') return (unsigned char)b[i] < ' ' ? 1 : -1;
  return 0;
}

int32_t f_len_trim(const char *p, int32_t n) {
  while (n > 0 && p[n - 1] == ' ') n--;
  return n > 0 ? n : 0;
}

int32_t f_index(const char *a, int32_t na, const char *b, int32_t nb, int32_t back) {
  if (nb == 0) return back ? na + 1 : 1;
  if (back) {
    for (int32_t i = na - nb; i >= 0; i--) if (memcmp(a + i, b, nb) == 0) return i + 1;
  } else {
    for (int32_t i = 0; i + nb <= na; i++) if (memcmp(a + i, b, nb) == 0) return i + 1;
  }
  return 0;
}

static int32_t find(const char *a, int32_t na, const char *b, int32_t nb, int32_t back, int wanted) {
  for (int32_t k = 0; k < na; k++) {
    int32_t i = back ? na - 1 - k : k;
    int found = nb > 0 && memchr(b, a[i], nb) != 0;
    if (found == wanted) return i + 1;
  }
  return 0;
}

int32_t f_scan(const char *a, int32_t na, const char *b, int32_t nb, int32_t back) { return find(a, na, b, nb, back, 1); }
int32_t f_verify(const char *a, int32_t na, const char *b, int32_t nb, int32_t back) { return find(a, na, b, nb, back, 0); }

char *f_adjustl(const char *p, int32_t n) {
  char *r = f_alloc(n);
  int32_t k = 0;
  while (k < n && p[k] == ' ') k++;
  memcpy(r, p + k, n - k);
  memset(r + n - k, ' ', k);
  return r;
}

char *f_adjustr(const char *p, int32_t n) {
  char *r = f_alloc(n);
  int32_t k = f_len_trim(p, n);
  memset(r, ' ', n - k);
  memcpy(r + n - k, p, k);
  return r;
}

char *f_repeat(const char *p, int32_t n, int32_t count) {
  if (count < 0) f_fault("Argument NCOPIES of REPEAT intrinsic is negative (its value is %d)", (int)count);
  char *r = f_alloc(n * count);
  for (int32_t i = 0; i < count; i++) memcpy(r + (ptrdiff_t)i * n, p, n);
  return r;
}

void f_assign_cell(fstr *cell, const char *p, int32_t n) {
  if (cell->p && cell->len == n) {
    memmove(cell->p, p, n);
    return;
  }
  char *r = f_new(n);
  if (n > 0) memcpy(r, p, n);
  free(cell->p);
  cell->p = r;
  cell->len = n;
}

void f_assign_fixed(fstr *cell, const char *p, int32_t n, int32_t length) {
  if (!cell->p) {
    cell->p = f_new(length);
    cell->len = length;
  }
  f_assign(cell->p, cell->len, p, n);
}
