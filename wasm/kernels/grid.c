// Grids: the deterministic points at which functions of a single source of uncertainty are computed. The grid of a
// source is a composite Gauss-Legendre rule in probability: the panels have equal widths in the middle and equal ratios
// in the tails. A function of the source is represented by its values at the nodes, so its moments are quadratures,
// which have no sampling error. If a value has several sources that it shares with no other value, such as a sum of
// independent terms, the nodes are its deltas. Functions of the value are then represented by their values at these
// nodes.
#include <math.h>

#include "shapes.h"

double ux_shape_quantile(const void *panels_of_shape, double below, double above);
extern uint32_t reduce(pair *deltas, size_t n, double *block, int single);

enum { PANEL_NODES = 4 };
static const double NODES[PANEL_NODES] = {-0.86113631159405257522, -0.33998104358485626480, 0.33998104358485626480,
                                          0.86113631159405257522};
static const double WEIGHTS[PANEL_NODES] = {0.34785484513745385737, 0.65214515486254614263, 0.65214515486254614263,
                                            0.34785484513745385737};
// Tails begin at 1/16 and end at a remaining probability of 2^-26 (5.5 standard deviations of a normal distribution).
// The remaining probability is assigned to the last node, because further out, logarithms and square roots of ordinary
// measurements would be NaN.
static const double TAIL_END = -18.0218267, TAIL_START = -2.77258872223978123767;

// The cumulative probability and the weight of node i in the lower half, which has `half` nodes.
static double place_node(size_t i, size_t half, double *weight) {
  size_t panels = half / PANEL_NODES, in_tail = panels / 2, panel = i / PANEL_NODES;
  double t = 0.5 * (1 + NODES[i % PANEL_NODES]), w = 0.5 * WEIGHTS[i % PANEL_NODES];
  if (panel >= in_tail) {
    double width = (0.5 - 0.0625) / (double)(panels - in_tail);
    *weight = w * width;
    return 0.0625 + width * ((double)(panel - in_tail) + t);
  }
  double width = (TAIL_START - TAIL_END) / (double)in_tail;
  double below = exp(TAIL_END + width * ((double)panel + t));
  *weight = w * width * below;
  return below;
}

// The weights of the nodes in the grid of a source; `n` is a multiple of 16.
void KERNEL(grid_weights)(double *weights, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n / 2; i++) {
    place_node(i, n / 2, &weights[i]);
    sum += weights[i];
  }
  weights[0] += 0.5 - sum;
  for (size_t i = 0; i < n / 2; i++) weights[n - 1 - i] = weights[i];
}

// The probabilities below the nodes in the grid of a source.
void KERNEL(grid_shares)(double *shares, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    double weight, below = place_node(i, n / 2, &weight);
    shares[i] = below;
    shares[n - 1 - i] = 1 - below;
  }
}

// Quantiles of the standard shape at the nodes.
void KERNEL(shape_grid)(const void *panels, double *values, size_t n) {
  // Panels begin with the shape to which they belong. Mirrored quantiles agree bit for bit except for the sign.
  int mirrored = ((const shape *)panels)->mirrored;
  for (size_t i = 0; i < n / 2; i++) {
    double weight, below = place_node(i, n / 2, &weight);
    values[i] = ux_shape_quantile(panels, below, 1 - below);
    values[n - 1 - i] = mirrored ? -values[i] : ux_shape_quantile(panels, 1 - below, below);
  }
}

// Shifts and scales values to a location and scale.
void KERNEL(grid_place)(const double *source, double location, double scale, int single, double *target, size_t n) {
  for (size_t i = 0; i < n; i++) target[i] = ux_round_if(single, location + scale * source[i]);
}

// Four sums run in parallel, because a single sum would have to wait for each addition.
static int are_finite(const double *values, size_t n) {
  const pair *pairs = (const pair *)values;
  pair checks[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
  size_t i = 0;
  for (; i + 4 <= n / 2; i += 4)
    for (size_t k = 0; k < 4; k++) checks[k] += pairs[i + k] - pairs[i + k];
  pair sums = (checks[0] + checks[1]) + (checks[2] + checks[3]);
  double check = sums[0] + sums[1];
  for (i *= 2; i < n; i++) check += values[i] - values[i];
  return check == 0;
}

// If the infinite and NaN nodes have a total weight below `limit`, they take the value of the nearest finite node:
// events that are too rare for any lane must not turn a mean into NaN.
void KERNEL(grid_repair)(double *values, const double *weights, size_t n, double limit) {
  double lost = 0;
  if (are_finite(values, n)) return;
  for (size_t i = 0; i < n; i++)
    if (!ux_is_finite(values[i])) lost += weights[i];
  if (!(lost < limit)) return;
  for (size_t i = n / 2; i < n; i++)
    if (!ux_is_finite(values[i])) values[i] = values[i - 1];
  for (size_t i = n / 2; i-- > 0;)
    if (!ux_is_finite(values[i])) values[i] = values[i + 1];
}

// Converts values and their weights to deltas, which `levels` levels of the split reduce; `scratch` has 32 bytes per
// node.
uint32_t KERNEL(grid_deltas)(const double *values, const double *weights, size_t n, pair *scratch, int levels,
                             double *block) {
  for (size_t i = 0; i < n; i++) scratch[i] = (pair){values[i], weights[i]};
  int kept = ux_cell_levels;
  size_t precision = ux_precision;
  ux_cell_levels = levels;
  ux_precision = (size_t)2 << levels;
  uint32_t packed = reduce(scratch, n, block, 0);
  ux_cell_levels = kept;
  ux_precision = precision;
  return packed;
}

double KERNEL(grid_mean)(const double *values, const double *weights, size_t n) {
  double mass = 0, moment = 0, centre = values[n / 2];
  if (!ux_is_finite(centre)) centre = 0;
  for (size_t i = 0; i < n; i++) {
    mass += weights[i];
    moment += weights[i] * (values[i] - centre);
  }
  return centre + moment / mass;
}

double KERNEL(grid_central_moment)(const double *values, const double *weights, size_t n, double mean, uint32_t order) {
  double mass = 0, moment = 0;
  for (size_t i = 0; i < n; i++) {
    double power = 1, x = values[i] - mean;
    for (uint32_t k = order; k; k >>= 1, x *= x)
      if (k & 1) power *= x;
    mass += weights[i];
    moment += weights[i] * power;
  }
  return moment / mass;
}
