// Vectorised sin, cos and tan on lanes, within 1 ulp. Angles are reduced as in Cody and Waite (1980). The polynomials
// are our own Chebyshev interpolants, accurate to 1e-16 on their intervals. NaN and huge angles are left to the scalar
// functions.
#include <math.h>

#include "vector-chunk.h"
#include "vector-math.h"

// Constants for angles: 2/π; π/2 in three parts, the first two of which have 33 bits, so that their products with
// integers below 2^20 are exact; and the largest angle.
double ux_angle_terms[] = {0x1.45f306dc9c883p-1, 0x1.921fb54400000p0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69,
                           0x1p20};
// (sin r / r − 1) / r² and (cos r − 1 + r²/2) / r⁴ in r², |r| <= π/4.
double ux_sin_terms[] = {
    -0.16666666666666666, 0.008333333333333331, -0.0001984126984126506, 2.7557319219335453e-06,
    -2.5052106231157904e-08, 1.605853141458901e-10, -7.586685070091267e-13,
};
double ux_cos_terms[] = {
    0.041666666666666664, -0.0013888888888887395, 2.4801587298763433e-05, -2.7557317270560326e-07,
    2.0876146024689747e-09, -1.1382614868556325e-11,
};

// An angle: a number of right angles, plus r + tail with |r| <= π/4; the difference between r and the sine of the
// angle; and its cosine in two parts.
typedef struct {
  double2 r[CHUNK_PAIRS], tail[CHUNK_PAIRS], lost[CHUNK_PAIRS], cosine[CHUNK_PAIRS], cosine_rest[CHUNK_PAIRS];
  long2 quadrant[CHUNK_PAIRS];
} parts;

STAGE long2 reduce_angles(const double *x, size_t pairs, parts *of, long2 *inside) {
  const double *terms = ux_angle_terms;
  double2 inverse = constant(terms), first = constant(terms + 1), second = constant(terms + 2);
  double2 third = constant(terms + 3), most = constant(terms + 4), shift = constant(ux_group_terms + SHIFT);
  long2 unsigned_bits = ~mask(SIGN), all = {-1, -1};
  for (size_t p = 0; p < pairs; p++) {
    double2 angle = load_pair(x, p), whole = angle * inverse + shift, k = whole - shift;
    double2 near = angle - k * first, part = k * second, high = near - part;
    double2 correction = k * third - ((near - high) - part), r = high - correction;
    of->r[p] = r;
    of->tail[p] = (high - r) - correction;
    of->quadrant[p] = (long2)whole;
    inside[p] = (double2)((long2)angle & unsigned_bits) <= most;
    all &= inside[p];
  }
  return all;
}

STAGE void take_sines(size_t pairs, parts *of) {
  const double *t = ux_sin_terms;
  double2 s1 = constant(t), s2 = constant(t + 1), s3 = constant(t + 2), s4 = constant(t + 3), s5 = constant(t + 4);
  double2 s6 = constant(t + 5), s7 = constant(t + 6), one_half = constant(ux_group_terms + HALF);
  for (size_t p = 0; p < pairs; p++) {
    double2 r = of->r[p], tail = of->tail[p], z = r * r, cube = z * r;
    double2 series = (s2 + z * s3) + (z * z) * ((s4 + z * s5) + (z * z) * (s6 + z * s7));
    double2 bend = z * (one_half * tail - cube * series) - tail;
    of->lost[p] = bend - cube * s1;
  }
}

STAGE void take_cosines(size_t pairs, parts *of) {
  const double *t = ux_cos_terms;
  double2 c1 = constant(t), c2 = constant(t + 1), c3 = constant(t + 2), c4 = constant(t + 3), c5 = constant(t + 4);
  double2 c6 = constant(t + 5), one_half = constant(ux_group_terms + HALF), one = constant(ux_group_terms + ONE);
  for (size_t p = 0; p < pairs; p++) {
    double2 r = of->r[p], z = r * r;
    double2 series = (c1 + z * c2) + (z * z) * ((c3 + z * c4) + (z * z) * (c5 + z * c6));
    double2 half = one_half * z, top = one - half;
    of->cosine[p] = top;
    of->cosine_rest[p] = ((one - top) - half) + (z * z * series - r * of->tail[p]);
  }
}

ALWAYS_INLINE long2 is_odd(long2 quadrant, long2 last) { return (quadrant & last) == last; }

// sin(x + turns·π/2).
STAGE void select_angles(size_t pairs, const parts *of, int turns, double *target) {
  long2 last = mask(LAST), sign = mask(SIGN), more = {turns, turns};
  for (size_t p = 0; p < pairs; p++) {
    long2 quadrant = of->quadrant[p] + more;
    double2 sine = of->r[p] - of->lost[p], cosine = of->cosine[p] + of->cosine_rest[p];
    double2 size = choose(is_odd(quadrant, last), cosine, sine);
    store_pair(target, p, (double2)((long2)size ^ ((quadrant << 62) & sign)));
  }
}

// Computes tan as sine over cosine, or as minus cosine over sine, in two steps: the first 26 bits of the quotient, and
// then the remainder divided by the divisor.
STAGE void divide_angles(size_t pairs, const parts *of, double *target) {
  double2 one = constant(ux_group_terms + ONE);
  long2 last = mask(LAST), sign = mask(SIGN), upper_bits = mask(UPPER);
  for (size_t p = 0; p < pairs; p++) {
    long2 quadrant = of->quadrant[p], odd = is_odd(quadrant, last);
    double2 r = of->r[p], lost = of->lost[p], cosine = of->cosine[p], cosine_rest = of->cosine_rest[p];
    double2 sine = r - lost, sine_rest = (r - sine) - lost;
    double2 near = cosine + cosine_rest, near_rest = (cosine - near) + cosine_rest;
    double2 over = choose(odd, near, sine), over_rest = choose(odd, near_rest, sine_rest);
    double2 under = choose(odd, sine, near), under_rest = choose(odd, sine_rest, near_rest);
    double2 inverse = one / under, upper = (double2)((long2)under & upper_bits);
    double2 first = (double2)((long2)(over * inverse) & upper_bits);
    double2 left = ((over - first * upper) - first * (under - upper)) + (over_rest - first * under_rest);
    long2 tangent = (long2)(first + left * inverse) | ((long2)first & sign);
    store_pair(target, p, (double2)(tangent ^ ((quadrant << 63) & sign)));
  }
}

ALWAYS_INLINE long2 take_parts(const double *x, size_t pairs, long2 *inside, parts *of) {
  long2 all = reduce_angles(x, pairs, of, inside);
  take_sines(pairs, of);
  take_cosines(pairs, of);
  return all;
}

static long2 sine_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  parts of;
  long2 all = take_parts(x, pairs, inside, &of);
  select_angles(pairs, &of, 0, target);
  return all;
}

static long2 cosine_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  parts of;
  long2 all = take_parts(x, pairs, inside, &of);
  select_angles(pairs, &of, 1, target);
  return all;
}

static long2 tangent_pairs(const double *x, size_t pairs, long2 *inside, double *target) {
  parts of;
  long2 all = take_parts(x, pairs, inside, &of);
  divide_angles(pairs, &of, target);
  return all;
}

int ux_map_angles(int operation, const double *source, size_t n, double *target) {
  switch (operation) {
    case UX_UNARY_SIN: return map_chunks(sine_pairs, sin, source, n, target);
    case UX_UNARY_COS: return map_chunks(cosine_pairs, cos, source, n, target);
    default: return map_chunks(tangent_pairs, tan, source, n, target);
  }
}
