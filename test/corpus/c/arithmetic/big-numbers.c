// Numbers of many digits in arrays: factorial, Fibonacci, power, division by a small number, pi by a spigot.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIMBS = 60 };
typedef struct { uint32_t limb[LIMBS]; } Big;

static void multiply(Big *n, uint32_t k) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uint64_t)n->limb[i] * k;
    n->limb[i] = (uint32_t)(carry % 1000000000);
    carry /= 1000000000;
  }
}
static void add(Big *n, const Big *m) {
  uint32_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    uint32_t s = n->limb[i] + m->limb[i] + carry;
    carry = s >= 1000000000;
    n->limb[i] = carry ? s - 1000000000 : s;
  }
}
static void show(const Big *n) {
  int i = LIMBS - 1;
  while (i > 0 && n->limb[i] == 0) i--;
  printf("%u", n->limb[i]);
  while (i-- > 0) printf("%09u", n->limb[i]);
  printf("\n");
}
static void show_pi(int digits) {
  static int cells[400];
  int length = digits * 10 / 3;
  for (int i = 0; i < length; i++) cells[i] = 2;
  int nines = 0, held = -1;
  for (int d = 0; d < digits; d++) {
    int carry = 0;
    for (int i = length - 1; i >= 0; i--) {
      int x = 10 * cells[i] + carry * (i + 1);
      cells[i] = i ? x % (2 * i + 1) : x % 10;
      carry = i ? x / (2 * i + 1) : x / 10;
    }
    if (carry == 9) {
      nines++;
      continue;
    }
    if (held >= 0) printf("%d", held + carry / 10);
    for (; nines > 0; nines--) printf("%d", carry > 9 ? 0 : 9);
    held = carry % 10;
  }
  printf("\n");
}

int main(void) {
  Big factorial = {{1}}, a = {{0}}, b = {{1}}, power = {{1}};
  for (uint32_t k = 2; k <= 100; k++) multiply(&factorial, k);
  show(&factorial);
  for (int i = 0; i < 400; i++) {
    Big next = a;
    add(&next, &b);
    a = b, b = next;
  }
  show(&a);
  for (int i = 0; i < 300; i++) multiply(&power, 3);
  show(&power);
  show_pi(100);
  return 0;
}
