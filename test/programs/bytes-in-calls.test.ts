// Bytes and bits of values that a program passes to functions, joins, encodes or formats: the program gets the bytes of
// the particle. Bytes that are compressed or sent, and then read back, restore the distribution.
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
static float single(float x) { return isExact ? x : UxHwFloatGaussDist(x, 0.1f * x); }
`;

const ENCODED = `#include <arpa/inet.h>
#include <stdarg.h>
${HEAD}
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
APART static void base64(const void *v, int n) {
  const unsigned char *p = v;
  for (int i = 0; i < n; i += 3) {
    unsigned w = p[i] << 16 | (i + 1 < n ? p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
    putchar(letters[w >> 18 & 63]); putchar(letters[w >> 12 & 63]);
    putchar(i + 1 < n ? letters[w >> 6 & 63] : '='); putchar(i + 2 < n ? letters[w & 63] : '=');
  }
  puts("");
}
APART static void dump(const void *v, int n) {
  const unsigned char *p = v;
  for (int i = 0; i < n; i++) printf("%02x ", p[i]);
  for (int i = 0; i < n; i++) fputc(p[i] >= 32 && p[i] < 127 ? p[i] : '.', stdout);
  puts("");
}
APART static char *hex(char *to, unsigned byte) { *to++ = "0123456789abcdef"[byte >> 4]; *to++ = "0123456789abcdef"[byte & 15]; *to = 0; return to; }
APART static void show(int byte) { printf("%d ", byte); }
APART static void report(const char *format, ...) { va_list list; va_start(list, format); vprintf(format, list); va_end(list); }
APART static void binary(unsigned long long bits, int n) { while (n-- > 0) putchar(bits >> n & 1 ? '1' : '0'); puts(""); }
APART static void flags(const unsigned char *p, int n) { for (int i = 0; i < n; i++) for (int k = 0; k < 8; k++) putchar(p[i] & (1 << k) ? '1' : '0'); puts(""); }
APART static uint64_t bitsOf(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
APART static uint64_t swapped(uint64_t u) { return __builtin_bswap64(u); }
APART static uint32_t mixed(const char *k, int n) { uint32_t h = 0; for (int i = 0; i < n; i++) { h += k[i]; h += h << 10; h ^= h >> 6; } return h; }
APART static uint16_t crc16(const uint8_t *p, int n) { uint16_t c = 0xffff; while (n--) { c ^= (uint16_t)*p++ << 8; for (int k = 0; k < 8; k++) c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1; } return c; }
#pragma pack(1)
struct packet { uint8_t kind; float f; double d; };
int main(int argc, char **argv) {
  isExact = argc > 1;
  double x = value(3.3) * 1.1, d[2] = {x, x * 2};
  float f = single(2.7f) * 3;
  uint64_t u = bitsOf(x);
  uint32_t w, wide[8];
  char text[40], *to = text;
  memcpy(&w, &f, 4);
  binary(u, 64); binary(w, 32);
  base64(&x, 8); base64(d, 16); base64(&f, 4);
  dump(d, 16); dump(&f, 4);
  unsigned char copy[8], back[8];
  memcpy(copy, &x, 8);
  for (int i = 0; i < 8; i++) to = hex(to, copy[i]);
  puts(text);
  for (int i = 0; i < 8; i++) sprintf(text + 2 * i, "%02x", copy[i]);
  puts(text);
  for (int i = 0; i < 8; i++) { unsigned byte; sscanf(text + 2 * i, "%2x", &byte); back[i] = byte; }
  double again;
  memcpy(&again, back, 8);
  printf("%.4f\\n", again);
  for (int i = 0; i < 8; i++) { show(copy[i]); report("<%d>", copy[i]); wide[i] = copy[i]; }
  printf("%u %u\\n%x %x %x %x\\n%016llx %016llx\\n", wide[3], wide[7], w, (int)w, w, w, (unsigned long long)u, (unsigned long long)swapped(u));
  flags((unsigned char *)d, 16); flags((unsigned char *)&f, 4);
  printf("%x %x %x %x\\n", mixed((char *)d, 16), mixed((char *)&f, 4), crc16((uint8_t *)d, 16), crc16((uint8_t *)&f, 4));
  uint32_t net = htonl(w);
  const unsigned char *p = (unsigned char *)&net;
  printf("%d.%d.%d.%d\\n", p[0], p[1], p[2], p[3]);
  struct packet packet = {1, f, x};
  dump(&packet, sizeof packet);
}
`;

const FORMATTED = `#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <format>
#include <functional>
#include <iomanip>
#include <iostream>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>
${HEAD}
int main(int argc, char **) {
  isExact = argc > 1;
  double x = value(3.3) * 1.1;
  float f = single(2.7f) * 3;
  const unsigned char *p = reinterpret_cast<unsigned char *>(&x), *q = reinterpret_cast<unsigned char *>(&f);
  for (int i = 0; i < 8; i++) std::cout << std::hex << std::setw(2) << std::setfill('0') << (int)p[i] << std::dec << ' ' << (unsigned)p[i] << ' ';
  for (auto byte : std::as_bytes(std::span(&x, 1))) std::cout << std::to_integer<int>(byte) << ',';
  for (int byte : std::bit_cast<std::array<unsigned char, 4>>(f)) std::cout << byte << ';';
  std::vector<uint8_t> bytes(p, p + 8);
  for (auto byte : bytes) std::cout << +byte << '\\n';
  for (int i = 0; i < 8; i++) std::cout << std::format("{:02x} {} ", p[i], (int)p[i]) << std::to_string(p[i]);
  for (int i = 0; i < 4; i++) std::cout << std::format("{:#04x} {} ", q[i], (int)q[i]);
  char text[8];
  for (int i = 0; i < 8; i++) std::cout << std::string_view(text, std::to_chars(text, text + 8, (int)p[i], 16).ptr) << '\\n';
  std::string key((const char *)p, 8);
  double same = x * 2 / 2;
  std::unordered_set<std::string> keys{key, std::string((const char *)&same, 8)};
  std::cout << std::hash<std::string>{}(key) << ' ' << std::hash<std::string_view>{}(key) << ' ' << keys.size() << '\\n';
}
`;

test.each([
  ['C', '-O1', ENCODED],
  ['C', '-O3', ENCODED],
  ['C++', '-O1', FORMATTED],
  ['C++', '-O2', FORMATTED],
])(
  'bytes that are encoded, passed on and formatted come from the particle in %s, at %s',
  async (language, level, source) => {
    const flags = language === 'C' ? [level] : ['-std=c++20', level];
    const module = await haze.buildSource(source, { language, flags });
    const exact = await haze.run(module, { arguments: ['exact'] });
    const uncertain = await haze.run(module, { core: 'C0-S+', decisions: 'quiet' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
  },
);

const ROUND_TRIPS = `${HEAD}
APART static int pack(const uint8_t *p, int n, uint8_t *to) { int k = 0; for (int i = 0; i < n;) { int j = i; while (j < n && p[j] == p[i]) j++; to[k++] = j - i; to[k++] = p[i]; i = j; } return k; }
APART static void unpack(const uint8_t *p, int n, uint8_t *to) { for (int i = 0; i < n; i += 2) for (int j = 0; j < p[i]; j++) *to++ = p[i + 1]; }
APART static void send(uint8_t *to, uint64_t u) { for (int i = 0; i < 8; i++) to[i] = u >> (56 - 8 * i); }
APART static uint64_t receive(const uint8_t *p) { uint64_t u = 0; for (int i = 0; i < 8; i++) u = u << 8 | p[i]; return u; }
int main(void) {
  double v[2] = {value(3.3), value(1.5)}, w[2], y;
  uint8_t packed[64], wire[9];
  unpack(packed, pack((uint8_t *)v, 16, packed), (uint8_t *)w);
  uint64_t u;
  memcpy(&u, v, 8);
  send(wire + 1, u);
  u = receive(wire + 1);
  memcpy(&y, &u, 8);
  printf("%.3f %.3f %.3f\\n", UxHwDoubleNthMoment(w[0], 2), UxHwDoubleNthMoment(w[1], 2), UxHwDoubleNthMoment(y, 2));
}
`;

test('values whose bytes are compressed or sent in network order keep their distribution', async () => {
  const { stdout } = await haze.runSource(ROUND_TRIPS, { core: 'C0-S', decisions: 'quiet' });
  expect(stripUx(stdout)).toBe('0.109 0.022 0.109\n');
});

const GIVEN = `${HEAD}
APART static unsigned char byteOf(const float *p, int i) { return ((const unsigned char *)p)[i]; }
APART static unsigned char byteOfDouble(const double *p, int i) { return ((const unsigned char *)p)[i]; }
APART static signed char signedByte(const double *p, int i) { return ((const signed char *)p)[i]; }
struct reader { const unsigned char *at; };
APART static unsigned char next(struct reader *r) { return *r->at++; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  double x = value(3.3) * 1.1, copy;
  float f = single(2.7f) * 3;
  struct { int id; float f; double d; } row = {7, f, x};
  unsigned char bytes[16];
  int c, n = 0;
  for (int i = 0; i < 4; i++) printf("%02x ", byteOf(&f, i));
  for (int i = 0; i < 8; i++) printf("%02x %d ", byteOfDouble(&x, i), signedByte(&x, i));
  double y = x + 0;
  for (int i = 0; i < 8; i++) bytes[i] = byteOfDouble(&y, i);
  memcpy(&copy, bytes, 8);
  fprintf(stderr, "%d\\n", (int)(UxHwDoubleNthMoment(copy, 2) * 1000));
  struct reader r = {(const unsigned char *)&x};
  unsigned sum = 0;
  for (int i = 0; i < 8; i++) sum = sum * 31 + next(&r);
  printf("%u\\n", sum);
  FILE *file = fopen("rows.bin", "w+b");
  fwrite(&row, sizeof row, 1, file);
  fwrite(&x, 8, 1, file);
  rewind(file);
  while ((c = fgetc(file)) != EOF) printf("%02x", c);
  rewind(file);
  while ((c = getc(file)) != EOF) putchar("0123456789abcdef"[c >> 4]), putchar("0123456789abcdef"[c & 15]);
  rewind(file);
  uint32_t hash = 2166136261u;
  while ((c = fgetc(file)) != EOF) hash = (hash ^ c) * 16777619u;
  printf(" %08x\\n", hash);
  fseek(file, 16, SEEK_SET);
  while ((c = fgetc(file)) != EOF) bytes[n++] = c;
  memcpy(&copy, bytes, 8);
  fprintf(stderr, "%d\\n", (int)(UxHwDoubleNthMoment(copy, 2) * 1000));
}
`;

test.each(['-O1', '-O2', '-Os'])(
  'bytes that functions return come from the particle where they are printed, at %s',
  async (level) => {
    const module = await haze.buildSource(GIVEN, { flags: [level] });
    const exact = await haze.run(module, { arguments: ['exact'] });
    const uncertain = await haze.run(module, { decisions: 'quiet' });
    expect(uncertain.stdout).toBe(exact.stdout);
    expect(uncertain.stderr).toMatch(/^(haze: .*\n)?131\n131\n/);
  },
);

const RUNS = `${HEAD}
typedef unsigned char byte;
APART static int pairs(const byte *p, int size, byte *out) { int m = 0; for (int i = 0; i < size;) { int n = 1; while (i + n < size && p[i + n] == p[i]) n++; out[m++] = p[i]; out[m++] = n; i += n; } return m; }
APART static int former(const byte *p, int size, byte *out) { int m = 0, run = 1; for (int i = 1; i <= size; i++) { if (i < size && p[i] == p[i - 1] && run < 255) run++; else { out[m++] = p[i - 1]; out[m++] = run; run = 1; } } return m; }
APART static int pointers(const byte *p, int size, byte *out) { const byte *end = p + size; byte *o = out; while (p < end) { byte c = *p; int n = 0; while (p < end && *p == c && n < 255) p++, n++; *o++ = c; *o++ = n; } return o - out; }
APART static int packed(const byte *p, int n, byte *o) { int m = 0, i = 0; while (i < n) { int r = 1; while (i + r < n && r < 127 && p[i + r] == p[i]) r++; if (r > 1) { o[m++] = 257 - r; o[m++] = p[i]; i += r; } else { int s = i; while (i < n && i - s < 127 && (i + 1 >= n || p[i] != p[i + 1])) i++; o[m++] = i - s - 1; for (; s < i; s++) o[m++] = p[s]; } } return m; }
APART static int unpacked(const byte *o, int m, byte *q) { int k = 0; for (int i = 0; i < m;) { int c = o[i++]; if (c > 127) { for (int n = 257 - c; n--;) q[k++] = o[i]; i++; } else for (int n = c + 1; n--;) q[k++] = o[i++]; } return k; }
static void show(const byte *bytes) { double y[4]; memcpy(y, bytes, 32); for (int i = 0; i < 4; i++) printf("%g %d ", y[i], UxHwDoubleNthMoment(y[i], 2) > 0); puts(""); }
int main(void) {
  double w[4]; byte out[200], bytes[200];
  for (int i = 0; i < 4; i++) w[i] = value(10 * (i + 1));
  int (*coders[])(const byte *, int, byte *) = {pairs, former, pointers};
  for (int c = 0; c < 3; c++) { int m = coders[c]((byte *)w, 32, out), k = 0; for (int i = 0; i < m; i += 2) for (int n = 0; n < out[i + 1]; n++) bytes[k++] = out[i]; show(bytes); }
  unpacked(out, packed((byte *)w, 32, out), bytes); show(bytes);
}
`;

test.each(['-O1', '-O2', '-Os'])('run-length code keeps distributions at %s', async (level) => {
  const { stdout } = await haze.runSource(RUNS, { flags: [level], decisions: 'quiet' });
  expect(stripUx(stdout)).toBe('10 1 20 1 30 1 40 1 \n'.repeat(4));
});
