// exp, log, sin and cos on two doubles at a time. Arguments are reduced as in Cody and Waite (1980); the polynomials
// are Chebyshev interpolants of our own, good to 1e-17 on their intervals. Within 1 ulp of the scalar functions;
// arguments out of range (overflow, subnormal results, NaN, huge angles) go to those.
#include "vector-math.h"

#include <math.h>
#include <wasm_simd128.h>

#include "kernels.h"

typedef double double2 __attribute__((vector_size(16)));
typedef int64_t long2 __attribute__((vector_size(16)));

#define SPLAT(x) ((double2){x, x})
// Adding this to a small whole number puts it into the low bits of the sum.
#define SHIFTER 0x1.8p52

static inline double2 nearest(double2 x) { return (double2)wasm_f64x2_nearest((v128_t)x); }

static inline double2 evaluate(const double *coefficients, int count, double2 x) {
  double2 sum = SPLAT(coefficients[count - 1]);
  for (int i = count - 2; i >= 0; i--) sum = sum * x + coefficients[i];
  return sum;
}

// True when every number is in [low, high]; NaN is not.
static int all_within(const double *source, size_t n, double low, double high) {
  long2 inside = {-1, -1};
  for (size_t i = 0; i < n; i += 2) {
    double2 x = (double2)wasm_v128_load(source + i);
    inside &= (x >= low) & (x <= high);
  }
  return wasm_i64x2_all_true((v128_t)inside);
}

#define LN2_HIGH 0x1.62e42fee00000p-1
#define LN2_LOW 0x1.a39ef35793c76p-33

// (e^r − 1 − r) / r² on |r| <= ln 2 / 2.
static const double EXP[] = {0.5000000000000001,
                             0.16666666666666669,
                             0.04166666666662399,
                             0.008333333333330051,
                             0.0013888888917281794,
                             0.00019841269863105968,
                             2.480152119021773e-05,
                             2.7557268378684192e-06,
                             2.7620138719733994e-07,
                             2.5100424157005067e-08};

static inline double2 vector_exp(double2 x) {
  double2 k = nearest(x * 0x1.71547652b82fep0);
  double2 r = (x - k * LN2_HIGH) - k * LN2_LOW;
  // Even and odd halves of the polynomial in r² run side by side.
  double2 z = r * r;
  double2 even = (((SPLAT(EXP[8]) * z + EXP[6]) * z + EXP[4]) * z + EXP[2]) * z + EXP[0];
  double2 odd = (((SPLAT(EXP[9]) * z + EXP[7]) * z + EXP[5]) * z + EXP[3]) * z + EXP[1];
  double2 sum = 1.0 + (r + z * (even + r * odd));
  long2 exponent = ((long2)(k + SHIFTER) << 52) + (1023LL << 52);
  return sum * (double2)exponent;
}

// (2 atanh(s) / s − 2) / s² in s², s = f / (2 + f), 1 + f in [√½, √2).
static const double LOG[] = {0.6666666666666666,  0.40000000000000885, 0.28571428570799784, 0.22222222392581045,
                             0.18181795547521137, 0.15386244737621665, 0.13268638369266825, 0.13088034850927555};

static inline double2 vector_log(double2 x) {
  const long2 SQRT_HALF = {0x3FE6A09E667F3BCDLL, 0x3FE6A09E667F3BCDLL};
  long2 shifted = (long2)x - SQRT_HALF, exponent = shifted >> 52;
  double2 f = (double2)((long2)x - (exponent << 52)) - 1.0;
  double2 k = (double2)(exponent + (long2)SPLAT(SHIFTER)) - SHIFTER;
  double2 s = f / (f + 2.0), z = s * s, half_square = 0.5 * f * f;
  double2 rest = z * evaluate(LOG, 8, z);
  return k * LN2_HIGH - ((half_square - (s * (half_square + rest) + k * LN2_LOW)) - f);
}

// (sin r / r − 1) / r² and (cos r − 1 + r²/2) / r⁴ in r², |r| <= π/4.
static const double SIN[] = {-0.16666666666666666,    0.008333333333333331,   -0.0001984126984126506,
                             2.7557319219335453e-06,  -2.5052106231157904e-08, 1.605853141458901e-10,
                             -7.586685070091267e-13};
static const double COS[] = {0.041666666666666664,    -0.0013888888888887395, 2.4801587298763433e-05,
                             -2.7557317270560326e-07, 2.0876146024689747e-09, -1.1382614868556325e-11};

// sin(x + turns·π/2).
static inline double2 vector_sin(double2 x, int64_t turns) {
  // π/2 in three parts, the first two of 33 bits: products with whole numbers below 2^20 are exact.
  const double FIRST = 0x1.921fb54400000p0, SECOND = 0x1.0b4611a600000p-34, THIRD = 0x1.3198a2e037073p-69;
  double2 k = nearest(x * 0x1.45f306dc9c883p-1);
  long2 quadrant = (long2)(k + SHIFTER) + turns;
  double2 first = x - k * FIRST, second = k * SECOND;
  double2 high = first - second;
  double2 correction = k * THIRD - ((first - high) - second);
  double2 r = high - correction, tail = (high - r) - correction;
  double2 z = r * r, cube = z * r;
  double2 sine = r - ((z * (0.5 * tail - cube * evaluate(SIN + 1, 6, z)) - tail) - cube * SIN[0]);
  double2 half = 0.5 * z, top = 1.0 - half;
  double2 cosine = top + (((1.0 - top) - half) + (z * z * evaluate(COS, 6, z) - r * tail));
  long2 odd = -(quadrant & 1);
  long2 chosen = ((long2)cosine & odd) | ((long2)sine & ~odd);
  return (double2)(chosen ^ ((quadrant & 2) << 62));
}

// Whether all are in range is known before the loop, which the compiler splits in two.
#define MAP_PAIRS(LOW, HIGH, VECTOR, SCALAR)                              \
  do {                                                                    \
    int all = all_within(source, n, LOW, HIGH);                           \
    for (size_t i = 0; i < n; i += 2) {                                   \
      double2 x = (double2)wasm_v128_load(source + i);                    \
      if (all || all_within(source + i, 2, LOW, HIGH)) {                  \
        wasm_v128_store(target + i, (v128_t)VECTOR);                      \
      } else {                                                            \
        target[i] = SCALAR(x[0]);                                         \
        target[i + 1] = SCALAR(x[1]);                                     \
      }                                                                   \
    }                                                                     \
    return 1;                                                             \
  } while (0)

int ux_map_vector(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_EXP:
      MAP_PAIRS(-708, 709, vector_exp(x), exp);
    case UX_UNARY_LOG:
      MAP_PAIRS(0x1p-1022, 0x1.fffffffffffffp1023, vector_log(x), log);
    case UX_UNARY_SIN:
      MAP_PAIRS(-0x1p20, 0x1p20, vector_sin(x, 0), sin);
    case UX_UNARY_COS:
      MAP_PAIRS(-0x1p20, 0x1p20, vector_sin(x, 1), cos);
  }
  return 0;
}

int ux_map_power(const double *source, double y, size_t n, double *target) {
  if (y == 2) {
    for (size_t i = 0; i < n; i++) target[i] = source[i] * source[i];
  } else if (y == 3) {
    for (size_t i = 0; i < n; i++) target[i] = source[i] * source[i] * source[i];
  } else if (y == -1) {
    for (size_t i = 0; i < n; i++) target[i] = 1 / source[i];
  } else if (y == 0.5) {
    // pow(−0, ½) is +0 and pow(−Inf, ½) is Inf, unlike the square root.
    for (size_t i = 0; i < n; i++) {
      double x = source[i];
      target[i] = x == -__builtin_inf() ? -x : __builtin_sqrt(x + 0.0);
    }
  } else {
    return 0;
  }
  return 1;
}
