// atan2 and atan on lanes, within 1 ulp. The smaller magnitude divided by the larger gives a quotient q, with a high
// and a low part. If m is the table's entry nearest to q, atan(q) = atan(m) + atan((q − m) / (1 + m·q)), and a short
// series is enough for the last term.
#include <math.h>

#include "angle-table.h"
#include "vector-chunk.h"
#include "vector-math.h"

// The valid range for both operands of the quotient; the smaller operand may also be 0.
double ux_atan_range[] = {0x1p-500, 0x1p500};
// A number that, when added, rounds the sum to table steps, and the smallest quotient that is not in the row for 0.
double ux_arctangent_terms[] = {SHIFTER / ANGLE_STEPS, ANGLE_LEAST};
// One right angle in two parts, and two right angles in two parts.
double ux_right_angle[] = {ANGLE_RIGHT, ANGLE_RIGHT_REST, 2 * ANGLE_RIGHT, 2 * ANGLE_RIGHT_REST};

// The first 26 bits of the quotient, its remainder, the angle of m, and a flag that is set if the quotient is x over y.
typedef struct {
  double2 upper[CHUNK_PAIRS], rest[CHUNK_PAIRS], start[CHUNK_PAIRS], start_rest[CHUNK_PAIRS];
  long2 steep[CHUNK_PAIRS];
} angles;

STAGE long2 divide(const double *y, const double *x, size_t pairs, angles *of, long2 *inside) {
  double2 one = constant(ux_group_terms + ONE), least = constant(ux_atan_range), most = constant(ux_atan_range + 1);
  long2 unsigned_bits = ~mask(SIGN), upper_bits = mask(UPPER), all = {-1, -1};
  for (size_t p = 0; p < pairs; p++) {
    double2 a = (double2)((long2)load_pair(y, p) & unsigned_bits), b = (double2)((long2)load_pair(x, p) & unsigned_bits);
    double2 small = smaller(b, a), large = larger(b, a), both = a + b, inverse = one / large;
    // Even an invalid quotient must index within the table.
    double2 first = (double2)((long2)smaller(one, small * inverse) & upper_bits), upper = (double2)((long2)large & upper_bits);
    of->upper[p] = first;
    of->rest[p] = ((small - first * upper) - first * (large - upper)) * inverse;
    of->steep[p] = a > b;
    inside[p] = (both >= least) & (both <= most) & ((small >= least) | (small == 0.0));
    all &= inside[p];
  }
  return all;
}

// Angles are measured from the nearest axis: forwards or backwards from zero, one or two right angles.
STAGE void turn(const double *x, size_t pairs, angles *of) {
  double2 one = constant(ux_group_terms + ONE), shift = constant(ux_arctangent_terms), least = constant(ux_arctangent_terms + 1);
  long2 sign = mask(SIGN);
  long2 right = (long2)constant(ux_right_angle), right_rest = (long2)constant(ux_right_angle + 1);
  long2 straight = (long2)constant(ux_right_angle + 2), straight_rest = (long2)constant(ux_right_angle + 3);
  for (size_t p = 0; p < pairs; p++) {
    double2 q = of->upper[p], rest = of->rest[p], whole = q + shift, m = (double2)((long2)(whole - shift) & (q >= least));
    int low = wasm_i32x4_extract_lane((v128_t)whole, 0) & 255, high = wasm_i32x4_extract_lane((v128_t)whole, 2) & 255;
    columns row = gather_two(ANGLES + 2 * low, ANGLES + 2 * high);
    long2 steep = of->steep[p], left = load_pair(x, p) < 0.0, flip = (steep ^ left) & sign, back = left & ~steep;
    double2 slope = (double2)((long2)(one / (one + m * (q + rest))) ^ flip);
    double2 turns = (double2)((steep & right) | (back & straight));
    double2 turns_rest = (double2)((steep & right_rest) | (back & straight_rest));
    of->start[p] = turns + (double2)((long2)row.first ^ flip);
    of->start_rest[p] = turns_rest + (double2)((long2)row.second ^ flip);
    of->upper[p] = (q - m) * slope;
    of->rest[p] = rest * slope;
  }
}

STAGE void bend(const double *y, size_t pairs, const angles *of, double *target) {
  const double *terms = ux_angle_series;
  double2 c1 = constant(terms), c2 = constant(terms + 1), c3 = constant(terms + 2), c4 = constant(terms + 3);
  long2 sign = mask(SIGN);
  for (size_t p = 0; p < pairs; p++) {
    double2 upper = of->upper[p], rest = of->rest[p], t = upper + rest, square = t * t;
    double2 series = (c1 + square * c2) + (square * square) * (c3 + square * c4);
    double2 lower = (rest + (t * square) * series) + of->start_rest[p];
    double2 angle = of->start[p] + (upper + lower);
    store_pair(target, p, (double2)((long2)angle | ((long2)load_pair(y, p) & sign)));
  }
}

ALWAYS_INLINE long2 angle_pairs(const double *y, const double *x, size_t pairs, long2 *inside, double *target) {
  angles of;
  long2 all = divide(y, x, pairs, &of, inside);
  turn(x, pairs, &of);
  bend(y, pairs, &of, target);
  return all;
}

void ux_map_atan2(const double *y, size_t y_step, const double *x, size_t x_step, size_t n, double *target) {
  map_chunks_of_two(angle_pairs, atan2, y, y_step, x, x_step, n, target);
}

static double angle_of(double y, double) { return atan(y); }

int ux_map_atan(const double *source, size_t n, double *target) {
  map_chunks_of_two(angle_pairs, angle_of, source, 1, ux_group_terms + ONE, 0, n, target);
  return 1;
}
