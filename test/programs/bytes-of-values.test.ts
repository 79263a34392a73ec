// Bytes and words of values in memory that a program hashes, sums, compares, prints, clears or changes in place: the
// program gets the particle's bytes. Bytes that are moved restore the value, even if the function that moves them also
// sums them.
import { expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const HEAD = `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
static int isExact;
static double value(double x) { return isExact ? x : UxHwDoubleGaussDist(x, 0.1 * x); }
`;

const HASHES = `${HEAD}
APART static uint64_t fnv(const void *v, size_t n) { const uint8_t *p = v; uint64_t h = 14695981039346656037ull; while (n--) { h ^= *p++; h *= 1099511628211ull; } return h; }
APART static uint32_t times33(const char *p, size_t n) { uint32_t h = 5381; for (size_t i = 0; i < n; i++) h = h * 33 + (uint8_t)p[i]; return h; }
APART static uint32_t adler(const uint8_t *p, size_t n) { uint32_t a = 1, b = 0; for (size_t i = 0; i < n; i++) { a = (a + p[i]) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
APART static uint16_t internet(const void *v, size_t n) { const uint16_t *p = v; uint32_t s = 0; for (size_t i = 0; i < n / 2; i++) s += p[i]; while (s >> 16) s = (s & 0xffff) + (s >> 16); return ~s; }
APART static uint8_t parity(const uint8_t *p, size_t n) { uint8_t x = 0; for (size_t i = 0; i < n; i++) x ^= p[i]; return x; }
APART static uint32_t crc(const uint8_t *p, size_t n) { uint32_t c = ~0u; while (n--) { c ^= *p++; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; } return ~c; }
APART static uint32_t murmur(const uint32_t *p, int n) { uint32_t h = 0; for (int i = 0; i < n; i++) { uint32_t k = p[i] * 0xcc9e2d51u; k = (k << 15 | k >> 17) * 0x1b873593u; h ^= k; h = (h << 13 | h >> 19) * 5 + 0xe6546b64u; } return h; }
APART static uint64_t mixed(const uint64_t *p, int n) { uint64_t h = 0; for (int i = 0; i < n; i++) { h ^= p[i]; h *= 0x9E3779B97F4A7C15ull; h ^= h >> 32; } return h; }
APART static uint32_t words(const uint32_t *p, int n) { uint32_t h = 0; for (int i = 0; i < n; i++) h += p[i]; return h; }
APART static int ones(const uint8_t *p, size_t n) { int c = 0; for (size_t i = 0; i < n; i++) c += __builtin_popcount(p[i]); return c; }
struct part { int id; char name[4]; double x; };
int main(int argc, char **argv) {
  isExact = argc > 1;
  double a = value(3.3), b = a * 1.1 / 3, d[4] = {a, b, 2.5, a * b};
  struct part p = {7, "ab", b};
  const uint8_t *bytes = (const uint8_t *)d;
  printf("%llx %x %x %x %x %x\\n", (unsigned long long)fnv(d, 32), times33((char *)d, 32), adler(bytes, 32), internet(d, 32), parity(bytes, 32), crc(bytes, 32));
  printf("%x %llx %x %d\\n", murmur((uint32_t *)d, 8), (unsigned long long)mixed((uint64_t *)d, 4), words((uint32_t *)d, 8), ones(bytes, 32));
  printf("%llx %x\\n", (unsigned long long)fnv(&p, sizeof p), crc((uint8_t *)&p, sizeof p));
}
`;

const COMPARED = `${HEAD}
static int byBytes(const void *a, const void *b) { return memcmp(a, b, 8); }
APART static int isSame(const void *a, const void *b, size_t n) { const char *p = a, *q = b; for (size_t i = 0; i < n; i++) if (p[i] != q[i]) return 0; return 1; }
APART static int isSameWord(const uint64_t *a, const uint64_t *b) { return *a == *b; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double a = value(3.3), b = a * 2 / 2, c = a * 1.1 / 3, v[6] = {c * 4, c, c * 9, c * 2, c * 0.3, c * 5};
  printf("%d %d %d %d\\n", isSame(&a, &b, 8), isSameWord((uint64_t *)&a, (uint64_t *)&b), isSameWord((uint64_t *)&a, (uint64_t *)&c), memcmp(&a, &b, 8));
  for (int i = 0; i < 6; i++) for (int k = 0; k < 6; k++) printf("%d", (memcmp(v + i, v + k, 8) > 0) - (memcmp(v + i, v + k, 8) < 0) + 1);
  qsort(v, 6, 8, byBytes);
  for (int i = 0; i < 6; i++) printf(" %.4f", v[i]);
}
`;

const SHOWN = `${HEAD}
APART static void nibbles(const uint8_t *p, size_t n) { for (size_t i = 0; i < n; i++) { putchar("0123456789abcdef"[p[i] >> 4]); putchar("0123456789abcdef"[p[i] & 15]); } }
APART static void dump(const void *v, size_t n) { const unsigned char *p = v; for (size_t i = 0; i < n; i++) printf("%02X ", p[i]); }
APART static void bits(const uint8_t *p, size_t n) { for (size_t i = 0; i < n; i++) for (int k = 7; k >= 0; k--) putchar(p[i] >> k & 1 ? '1' : '0'); }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double a = value(3.3); uint64_t u; memcpy(&u, &a, 8);
  const uint32_t *w = (const uint32_t *)&a;
  printf("%016llx %08x %08x\\n", (unsigned long long)u, w[1], w[0]);
  nibbles((uint8_t *)&a, 8); dump(&a, 8); bits((uint8_t *)&a, 8);
}
`;

const CLEARED = `${HEAD}
APART static void low(double *x) { ((uint32_t *)x)[0] = 0; }
APART static void lows(double *v, int n) { uint32_t *p = (uint32_t *)v; for (int i = 0; i < n; i++) p[2 * i] = 0; }
APART static void half(double *x) { ((uint16_t *)x)[1] = 0; }
APART static void byte(double *x) { ((uint8_t *)x)[0] = 0; }
APART static void masked(double *x) { ((uint32_t *)x)[0] &= 0xf8000000u; }
APART static void counted(double *x) { ((uint32_t *)x)[0] += 1; }
APART static void lastBit(double *x) { ((uint8_t *)x)[0] ^= 1; }
union words { double d; struct { uint32_t low, high; } w; };
APART static void member(union words *u) { u->w.low = 0; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double a = value(3.3), b = a * 1.1 / 3, x, v[2] = {a, b};
  union words u = {b};
  void (*const all[])(double *) = {low, half, byte, masked, counted, lastBit};
  for (int i = 0; i < 6; i++) { x = b; all[i](&x); printf("%.17g\\n", x); }
  lows(v, 2); printf("%.17g %.17g\\n", v[0], v[1]);
  member(&u); printf("%.17g\\n", u.d);
}
`;

test.each([
  ['hashes and checksums', HASHES],
  ['comparisons', COMPARED],
  ['numbers shown by their bits', SHOWN],
  ['words and bytes that are cleared or changed', CLEARED],
])('bytes of doubles come from the particle: %s', async (_, source) => {
  const module = await haze.buildSource(source);
  const exact = await haze.run(module, { arguments: ['exact'] });
  for (const core of ['C0-XS', 'C0-S+']) {
    const uncertain = await haze.run(module, { core, decisions: 'quiet' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
    expect(uncertain.stderr).toBe('');
  }
});

const MIXED = `#include <atomic>
#include <bit>
#include <bitset>
#include <string>
${HEAD}
static uint64_t finish(uint64_t h) { h ^= h >> 33; h *= 0xff51afd7ed558ccdull; h ^= h >> 33; h *= 0xc4ceb9fe1a85ec53ull; return h ^ h >> 33; }
static uint64_t mix(const double *v, int n) { uint64_t h = 14695981039346656037ull; for (int i = 0; i < n; i++) { h ^= std::bit_cast<uint64_t>(v[i]); h *= 1099511628211ull; } return h; }
APART static int ones(const uint32_t *p) { return std::popcount(*p); }
APART static int bit(const uint32_t *p, int n) { return *p >> n & 1; }
APART static int bits(const uint32_t *p, int n) { return (*p & 1u << n) != 0; }
union parts { double d; uint8_t b[8]; };
int main(int argc, char **argv) {
  isExact = argc > 1;
  double v[2] = {value(3.3), value(2.5)};
  float f = isExact ? 2.7f : UxHwFloatGaussDist(2.7f, 0.1f);
  printf("%llx %llx\\n", (unsigned long long)finish(std::bit_cast<uint64_t>(v[0])), (unsigned long long)mix(v, 2));
  printf("%s %s\\n", std::bitset<64>(std::bit_cast<uint64_t>(v[0])).to_string().c_str(), std::bitset<32>(std::bit_cast<uint32_t>(f)).to_string().c_str());
  float g = f * 2;
  printf("%d ", ones((uint32_t *)&g));
  for (int i = 0; i < 32; i++) printf("%d%d", bit((uint32_t *)&g, i), bits((uint32_t *)&g, i));
  puts("");
  parts p; p.d = v[1]; p.b[7] ^= 0x80;
  std::atomic<uint64_t> a{std::bit_cast<uint64_t>(v[1])};
  for (uint64_t old = a; !a.compare_exchange_weak(old, std::bit_cast<uint64_t>(std::bit_cast<double>(old) * 2));) {}
  printf("%.17g %.17g\\n", p.d, std::bit_cast<double>(a.load()));
}
`;

test.each(['-O0', '-O2'])(
  'mixed, counted and printed bits come from the particle in C++, at %s',
  async (level) => {
    const module = await haze.buildSource(MIXED, { language: 'C++', flags: ['-std=c++20', level] });
    const exact = await haze.run(module, { arguments: ['exact'] });
    const uncertain = await haze.run(module, { core: 'C0-S+', decisions: 'quiet' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
  },
);

const FLOATS = `${HEAD}
APART static void up(float *v, int n, int by) { for (int i = 0; i < n; i++) ((int32_t *)v)[i] += by; }
APART static void upBy5(float *v, int n) { for (int i = 0; i < n; i++) ((int32_t *)v)[i] += 5; }
APART static void downBy4(float *v) { ((int32_t *)v)[0] -= 4; }
APART static uint32_t fnv(const void *v, size_t n) { const uint8_t *p = v; uint32_t h = 2166136261u; while (n--) { h ^= *p++; h *= 16777619u; } return h; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  float a = (float)value(3.3), v[3] = {a, a * 2, a * 4};
  printf("%x %d\\n", fnv(&a, 4), memcmp(&a, v, 4));
  upBy5(v, 3); printf("%.9g %.9g %.9g\\n", v[0], v[1], v[2]);
  v[0] = a; downBy4(v); up(v, 1, argc); printf("%.9g\\n", v[0]);
}
`;

test('hashed bytes of floats, and incremented bits, come from the particle, and one line reports this', async () => {
  const module = await haze.buildSource(FLOATS);
  const exact = await haze.run(module, { arguments: ['exact'] });
  const uncertain = await haze.run(module, { core: 'C0-XS', decisions: 'quiet' });
  const firstLines = (text: string) => stripUx(text).split('\n').slice(0, 2);
  expect(firstLines(uncertain.stdout)).toEqual(firstLines(exact.stdout));
  expect(uncertain.stdout).not.toContain('nan');
  expect(uncertain.stderr.match(/the bits of a value were changed or used in a computation/g)).toHaveLength(
    1,
  );
});

const MOVED = `${HEAD}
APART static void exchange(uint8_t *p, uint8_t *q, int n) { for (int i = 0; i < n; i++) { uint8_t c = p[i]; p[i] = q[i]; q[i] = c; } }
APART static void reverse(uint8_t *p, int n) { for (int i = 0; i < n / 2; i++) { uint8_t c = p[i]; p[i] = p[n - 1 - i]; p[n - 1 - i] = c; } }
APART static uint32_t copyAndAdd(uint8_t *to, const uint8_t *from, int n) { uint32_t sum = 0; for (int i = 0; i < n; i++) { to[i] = from[i]; sum += from[i]; } return sum; }
APART static void hide(uint8_t *p, int n, uint8_t key) { for (int i = 0; i < n; i++) p[i] ^= key; }
APART static void turn(double *x) { ((uint8_t *)x)[7] ^= 0x80; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double v[2] = {value(3.3), value(1.5)}, w[2];
  uint8_t *p = (uint8_t *)v;
  exchange(p, p + 8, 8); reverse(p, 8); reverse(p, 8); hide(p, 16, 0x5a); hide(p, 16, 0x5a); turn(v);
  copyAndAdd((uint8_t *)w, p, 16);
  printf("%.2f %.2f\\n", UxHwDoubleNthMoment(w[0], 1), UxHwDoubleNthMoment(w[1], 1));
  printf("%.3f %.3f\\n", UxHwDoubleNthMoment(w[0], 2), UxHwDoubleNthMoment(w[1], 2));
}
`;

test('bytes that are only moved keep the distribution, even if they are also summed', async () => {
  const { stdout } = await haze.runSource(MOVED, { core: 'C0-S', decisions: 'quiet' });
  expect(stripUx(stdout)).toBe('-1.50 3.30\n0.022 0.109\n');
});

const INTEGERS = `${HEAD}
APART static uint32_t words(const int32_t *v, int n) { uint32_t s = 0; for (int i = 0; i < n; i++) s += (uint32_t)v[i]; return s; }
APART static uint32_t bytes(const uint8_t *v, int n) { uint32_t s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
APART static long shorts(const int16_t *v, int n) { long s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
static int32_t v[30000];
int main(void) {
  float f[400];
  double d[400];
  for (int i = 0; i < 400; i++) f[i] = (float)value(i + 1), d[i] = value(i + 1);
  for (int i = 0; i < 30000; i++) v[i] = (int32_t)(0x7ffc0000u + i * 7 * (i & 1 ? 1 : 3));
  uint32_t w = 0, b = 0; long h = 0;
  for (volatile int i = 0; i < 30000; i++) { uint32_t u = (uint32_t)v[i]; w += u; b += (u & 255) + (u >> 8 & 255) + (u >> 16 & 255) + (u >> 24); h += (int16_t)u + (int16_t)(u >> 16); }
  printf("%d %d %d %d\\n", (int)(words(v, 30000) - w), (int)(bytes((uint8_t *)v, 120000) - b), (int)(shorts((int16_t *)v, 60000) - h), f[3] > 0 && d[3] > 0);
}
`;

test('sums of integers whose bits look like the head of a box are unchanged', async () => {
  const { stdout, stderr } = await haze.runSource(INTEGERS, { core: 'C0-XS', decisions: 'quiet' });
  expect(stdout).toBe('0 0 0 1\n');
  expect(stderr).toBe('');
});
