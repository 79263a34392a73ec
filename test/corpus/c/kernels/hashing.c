// SHA-256, CRC-32, Adler-32, MurmurHash and FNV over texts and numbers.
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void fraction_bits(double (*root)(double), uint32_t *to, int n) {
  int prime = 2;
  for (int i = 0; i < n; prime++) {
    int divisor = 2;
    while (prime % divisor) divisor++;
    if (divisor != prime) continue;
    double x = root(prime);
    to[i++] = (uint32_t)((x - floor(x)) * 4294967296.0);
  }
}
static void sha256(const uint8_t *data, size_t length, uint32_t h[8]) {
  static uint32_t k[64];
  fraction_bits(cbrt, k, 64);
  fraction_bits(sqrt, h, 8);
  size_t blocks = (length + 9 + 63) / 64;
  for (size_t b = 0; b < blocks; b++) {
    uint32_t w[64], s[8];
    uint8_t block[64] = {0};
    for (size_t i = 0; i < 64; i++) {
      size_t at = b * 64 + i;
      block[i] = at < length ? data[at] : at == length ? 0x80 : 0;
    }
    if (b == blocks - 1) for (int i = 0; i < 8; i++) block[63 - i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
      uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3, s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
      uint32_t e = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25), a = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
      uint32_t t = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
      memmove(s + 1, s, 7 * sizeof *s);
      s[0] = t + a + ((s[1] & s[2]) ^ (s[1] & s[3]) ^ (s[2] & s[3]));
      s[4] += t;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
  }
}
static uint32_t crc32(const uint8_t *data, size_t n) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < n; i++) {
    crc ^= data[i];
    for (int b = 0; b < 8; b++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

int main(void) {
  const char *texts[] = {"", "abc", "The quick brown fox jumps over the lazy dog"};
  for (int i = 0; i < 3; i++) {
    uint32_t h[8], a = 1, b = 0;
    size_t n = strlen(texts[i]);
    sha256((const uint8_t *)texts[i], n, h);
    for (int j = 0; j < 8; j++) printf("%08" PRIx32, h[j]);
    for (size_t j = 0; j < n; j++) a = (a + (uint8_t)texts[i][j]) % 65521, b = (b + a) % 65521;
    uint64_t fnv = 14695981039346656037u;
    for (size_t j = 0; j < n; j++) fnv = (fnv ^ (uint8_t)texts[i][j]) * 1099511628211u;
    printf(" %08" PRIx32 " %08" PRIx32 " %016" PRIx64 "\n", crc32((const uint8_t *)texts[i], n), b << 16 | a, fnv);
  }
  double numbers[100];
  for (int i = 0; i < 100; i++) numbers[i] = sqrt(i);
  printf("%08" PRIx32 "\n", crc32((const uint8_t *)numbers, sizeof numbers));
  return 0;
}
