// Intrinsics for characters, and assignment to deferred-length characters.
#include "fortran-runtime.h"

int32_t f_compare(const char *a, int32_t na, const char *b, int32_t nb) {
  int32_t n = na < nb ? na : nb;
  int c = n > 0 ? memcmp(a, b, n) : 0;
  if (c != 0) return c;
  // The shorter string is padded with blanks.
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

int32_t f_split(const char *p, int32_t n, const char *set, int32_t m, int64_t place, int32_t back) {
  int32_t end = back ? 0 : n + 1, step = back ? -1 : 1;
  for (int64_t i = place + step; i >= 1 && i <= n; i += step)
    if (memchr(set, p[i - 1], m)) return (int32_t)i;
  return end;
}

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
  char *r = f_alloc(f_times(n, count));
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

// ---- lengths of procedures ---------------------------------------------------------------------------------------------
static struct { fproc procedure; int32_t length; } *noted;
static int32_t noted_count, noted_room;

fproc f_note_length(fproc p, int32_t length) {
  int32_t i = 0;
  while (i < noted_count && noted[i].procedure != p) i++;
  if (i == noted_room) {
    noted_room = noted_room * 2 + 8;
    noted = f_resize(noted, (int64_t)noted_room * sizeof *noted);
  }
  if (i == noted_count) noted[noted_count++].procedure = p;
  noted[i].length = length;
  return p;
}

int32_t f_noted_length(fproc p) {
  for (int32_t i = 0; i < noted_count; i++) if (noted[i].procedure == p) return noted[i].length;
  f_fault("The length of the result of a dummy function is not known: declare the actual function with a length");
}

// ---- kind 4: four bytes per character; all lengths are in bytes, all positions and results in characters ----------
#define WIDE 4
#define WIDE_BLANK 0x20u

uint32_t f_wide(const char *p) {
  uint32_t c;
  memcpy(&c, p, WIDE);
  return c;
}

static void put_wide(char *p, uint32_t c) { memcpy(p, &c, WIDE); }

static void put_blanks4(char *p, int32_t n) {
  for (int32_t i = 0; i + WIDE <= n; i += WIDE) put_wide(p + i, WIDE_BLANK);
}

int32_t f_compare4(const char *a, int32_t na, const char *b, int32_t nb) {
  for (int32_t i = 0; i < na || i < nb; i += WIDE) {
    uint32_t x = i < na ? f_wide(a + i) : WIDE_BLANK, y = i < nb ? f_wide(b + i) : WIDE_BLANK;
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

int32_t f_len_trim4(const char *p, int32_t n) {
  while (n >= WIDE && f_wide(p + n - WIDE) == WIDE_BLANK) n -= WIDE;
  return n > 0 ? n / WIDE : 0;
}

int32_t f_index4(const char *a, int32_t na, const char *b, int32_t nb, int32_t back) {
  if (nb == 0) return back ? na / WIDE + 1 : 1;
  for (int32_t k = 0; k + nb <= na; k += WIDE) {
    int32_t i = back ? na - nb - k : k;
    if (memcmp(a + i, b, nb) == 0) return i / WIDE + 1;
  }
  return 0;
}

static int32_t find4(const char *a, int32_t na, const char *b, int32_t nb, int32_t back, int wanted) {
  for (int32_t k = 0; k < na; k += WIDE) {
    int32_t i = back ? na - WIDE - k : k;
    int found = 0;
    for (int32_t j = 0; j < nb && !found; j += WIDE) found = f_wide(b + j) == f_wide(a + i);
    if (found == wanted) return i / WIDE + 1;
  }
  return 0;
}

int32_t f_scan4(const char *a, int32_t na, const char *b, int32_t nb, int32_t back) { return find4(a, na, b, nb, back, 1); }
int32_t f_verify4(const char *a, int32_t na, const char *b, int32_t nb, int32_t back) { return find4(a, na, b, nb, back, 0); }

char *f_adjustl4(const char *p, int32_t n) {
  char *r = f_alloc(n);
  int32_t k = 0;
  while (k < n && f_wide(p + k) == WIDE_BLANK) k += WIDE;
  memcpy(r, p + k, n - k);
  put_blanks4(r + n - k, k);
  return r;
}

char *f_adjustr4(const char *p, int32_t n) {
  char *r = f_alloc(n);
  int32_t k = f_len_trim4(p, n) * WIDE;
  put_blanks4(r, n - k);
  memcpy(r + n - k, p, k);
  return r;
}

void f_assign4(char *to, int32_t nto, const char *from, int32_t nfrom) {
  int32_t n = nfrom < 0 ? 0 : nfrom < nto ? nfrom : nto;
  if (n > 0) memmove(to, from, n);
  put_blanks4(to + n, nto - n);
}

void f_assign_fixed4(fstr *cell, const char *p, int32_t n, int32_t length) {
  if (!cell->p) {
    cell->p = f_new(length);
    cell->len = length;
  }
  f_assign4(cell->p, cell->len, p, n);
}

// Converts bytes to characters of kind 4 and back. A character that does not fit in a byte becomes a question mark.
char *f_widen(const char *p, int32_t n) {
  char *r = f_alloc(f_times(n, WIDE));
  for (int32_t i = 0; i < n; i++) put_wide(r + (ptrdiff_t)i * WIDE, (unsigned char)p[i]);
  return r;
}

char *f_narrow(const char *p, int32_t n) {
  char *r = f_alloc(n / WIDE);
  for (int32_t i = 0; i + WIDE <= n; i += WIDE) r[i / WIDE] = (char)(f_wide(p + i) > 0xff ? '?' : f_wide(p + i));
  return r;
}

// ---- UTF-8 --------------------------------------------------------------------------------------------------------
// Encodes a character in UTF-8; `out` has space for six bytes, which is the maximum in the original UTF-8 standard.
int32_t f_utf8_of(uint32_t c, char *out) {
  if (c < 0x80) {
    *out = (char)c;
    return 1;
  }
  int32_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : c < 0x200000 ? 4 : c < 0x4000000 ? 5 : 6;
  for (int32_t i = n - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
  out[0] = (char)((0xff00 >> n & 0xff) | c);
  return n;
}

// Length in bytes of the character that starts with this byte, or 0 if no character can start with it.
int32_t f_utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xc0 || first >= 0xfe) return 0;
  int32_t n = 2;
  while (first & (0x80 >> n)) n++;
  return n;
}

// The character that starts at `p`. An incomplete or invalid character counts as one byte and yields a question mark.
uint32_t f_utf8_at(const char *p, int32_t left, int32_t *length) {
  unsigned char first = (unsigned char)*p;
  int32_t n = f_utf8_length(first);
  *length = 1;
  if (n == 1) return first;
  if (n == 0 || n > left) return '?';
  uint32_t c = first & (0x7f >> n);
  for (int32_t i = 1; i < n; i++) {
    if (((unsigned char)p[i] & 0xc0) != 0x80) return '?';
    c = c << 6 | ((unsigned char)p[i] & 0x3f);
  }
  *length = n;
  return c;
}
