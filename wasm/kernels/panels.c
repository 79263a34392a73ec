// Exact mean-split construction of the standard shapes, and their inverse distribution functions.
//
// The range of u is divided into panels on which the density and its first moment are polynomials to within rounding:
// Legendre series from 16-point Gauss quadrature, which are accepted once their last terms vanish. Integrals from the
// start of a panel are then sums of the series, so the panels yield conditional means, masses and quantiles to about
// 1e-14.
#include <math.h>

#include "shapes.h"

#define ORDER 16
#define MAX_PANELS 3000

typedef struct {
  double start, end;
  double mass, moment;                          // integrals over the panel
  double before, after;                         // mass of all panels before this one, and of all panels after it
  double density[ORDER], moment_density[ORDER];  // Legendre coefficients, times half the panel's width
} panel;

typedef struct {
  shape shape;
  size_t count;
  double mass;
  panel panels[];
} panels;

static double nodes[ORDER], weights[ORDER], legendre[ORDER][ORDER];
// Coefficients of P(k+1) = rise[k]·t·P(k) − fall[k]·P(k−1), and 1/(2k + 1), to avoid divisions when series are summed.
static double rise[ORDER], fall[ORDER], odd_inverse[ORDER];

// The nodes and weights of Gauss-Legendre quadrature, found by applying Newton's method to the recurrence of the
// polynomials.
static void prepare_quadrature(void) {
  if (weights[0] > 0) return;
  for (int k = 0; k < ORDER; k++) {
    rise[k] = (2 * k + 1) / (k + 1.0);
    fall[k] = k / (k + 1.0);
    odd_inverse[k] = 1 / (2 * k + 1.0);
  }
  for (int i = 0; i < ORDER; i++) {
    double x = -cos(3.14159265358979323846 * (i + 0.75) / (ORDER + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 20; iteration++) {
      double before = 1, now = x;
      for (int k = 1; k < ORDER; k++) {
        double next = ((2 * k + 1) * x * now - k * before) / (k + 1);
        before = now;
        now = next;
      }
      slope = ORDER * (x * now - before) / (x * x - 1);
      double step = now / slope;
      x -= step;
      if (__builtin_fabs(step) < 1e-16) break;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
    legendre[0][i] = 1;
    legendre[1][i] = x;
    for (int k = 1; k + 1 < ORDER; k++)
      legendre[k + 1][i] = ((2 * k + 1) * x * legendre[k][i] - k * legendre[k - 1][i]) / (k + 1);
  }
}

// Computes coefficients from the values at the nodes; returns 1 if the series has converged.
static int fit(const double *values, double half_width, double *coefficients) {
  double largest = 0;
  for (int k = 0; k < ORDER; k++) {
    double sum = 0;
    for (int i = 0; i < ORDER; i++) sum += weights[i] * values[i] * legendre[k][i];
    coefficients[k] = sum * (k + 0.5) * half_width;
    double size = __builtin_fabs(coefficients[k]);
    if (size > largest) largest = size;
  }
  double tail = __builtin_fabs(coefficients[ORDER - 1]) + __builtin_fabs(coefficients[ORDER - 2]);
  return tail <= 1e-13 * largest;
}

static void add_panel(panels *all, double start, double end, double negligible, double narrowest) {
  if (all->count == MAX_PANELS) return;
  panel *p = &all->panels[all->count];
  double half = 0.5 * (end - start), middle = 0.5 * (start + end);
  double values[ORDER], moments[ORDER], largest = 0, smallest = __builtin_inf();
  for (int i = 0; i < ORDER; i++) {
    double u = middle + half * nodes[i];
    values[i] = exp(ux_log_density(&all->shape, u));
    moments[i] = ux_moment_density(&all->shape, u);
    double size = values[i] + __builtin_fabs(moments[i]);
    if (size > largest) largest = size;
    if (size < smallest) smallest = size;
  }
  // A series is accurate to the rounding error of its largest value, so for accurate tails the largest value must stay
  // close to the smallest.
  int converged = fit(values, half, p->density) & fit(moments, half, p->moment_density) & (smallest * 30 > largest);
  if (!converged && end - start > narrowest && largest * half > negligible) {
    add_panel(all, start, middle, negligible, narrowest);
    add_panel(all, middle, end, negligible, narrowest);
    return;
  }
  p->start = start;
  p->end = end;
  p->mass = 2 * p->density[0];
  p->moment = 2 * p->moment_density[0];
  all->count++;
}

// The distance in the direction of `step` within which the density or the moment is significant.
static double find_end(const shape *s, double step, double limit) {
  const double DROP = 46;  // e^-46 = 1e-20
  double u = s->start, most = ux_log_density(s, u), most_moment = ux_log_moment_density(s, u);
  while (u != limit) {
    u += step;
    step *= 1.5;
    if (step > 0 ? u > limit : u < limit) u = limit;
    double now = ux_log_density(s, u), moment = ux_log_moment_density(s, u);
    most = now > most ? now : most;
    most_moment = moment > most_moment ? moment : most_moment;
    if (now < most - DROP && moment < most_moment - DROP) break;
  }
  return u;
}

// Adds panels outwards from `start`, each 1.5 times as wide as the previous one. `direction` is 1 or -1; downward
// panels come in descending order, which the caller reverses.
static void cover(panels *all, double end, int direction, double negligible) {
  double u = all->shape.start < all->shape.low ? all->shape.low : all->shape.start, step = all->shape.width;
  // Rounding errors in the density itself limit the search for convergence, because the shapes have no finer structure.
  double narrowest = (step < 1 ? step : 1) / 16;
  while (direction > 0 ? u < end : u > end) {
    double next = u + direction * step;
    if (direction > 0 ? next > end : next < end) next = end;
    size_t before = all->count;
    add_panel(all, direction > 0 ? u : next, direction > 0 ? next : u, negligible, narrowest);
    // Bisection appends in ascending order, so each group is reversed to put the whole list in descending order.
    if (direction < 0) {
      for (size_t i = before, j = all->count; i + 1 < j; i++) {
        panel kept = all->panels[i];
        all->panels[i] = all->panels[--j];
        all->panels[j] = kept;
      }
    }
    u = next;
    step *= 1.5;
  }
}

static void reverse_panels(panels *all) {
  for (size_t i = 0, j = all->count; i + 1 < j; i++) {
    panel kept = all->panels[i];
    all->panels[i] = all->panels[--j];
    all->panels[j] = kept;
  }
}

// Maximum number of bytes that `shape_build` fills.
size_t KERNEL(shape_scratch)(void) { return sizeof(panels) + MAX_PANELS * sizeof(panel); }

// Builds the panels of a shape at `target`; returns their size in bytes.
size_t KERNEL(shape_build)(ux_shape_kind kind, double a, double b, panels *target) {
  prepare_quadrature();
  panels *all = target;
  all->shape = ux_describe_shape(kind, a, b);
  all->count = 0;
  const shape *s = &all->shape;
  double negligible = 1e-22 * s->width * exp(ux_log_density(s, s->start < s->low ? s->low : s->start));
  double low = s->low < s->start ? find_end(s, -s->width, s->low) : s->low;
  double high = find_end(s, s->width, s->high);
  if (low < s->start) cover(all, low, -1, negligible);
  reverse_panels(all);
  cover(all, high, 1, negligible);
  double mass = 0;
  for (size_t i = 0; i < all->count; i++) {
    all->panels[i].before = mass;
    mass += all->panels[i].mass;
  }
  all->mass = mass;
  mass = 0;
  for (size_t i = all->count; i-- > 0;) {
    all->panels[i].after = mass;
    mass += all->panels[i].mass;
  }
  return sizeof(panels) + all->count * sizeof(panel);
}

// A boundary of the split: a panel, and the integrals from its start.
typedef struct {
  size_t panel;
  double u, mass, moment;
} boundary;

// The integral of a Legendre series from -1 to t, and the value of the series at t.
static double integrate_series(const double *c, double t, double *value) {
  double before = 1, now = t, sum = c[0] * (t + 1), at = c[0];
  for (int k = 1; k < ORDER; k++) {
    double next = rise[k] * t * now - fall[k] * before;
    sum += c[k] * (next - before) * odd_inverse[k];
    at += c[k] * now;
    before = now;
    now = next;
  }
  *value = at;
  return sum;
}

static boundary locate(const panels *all, double u, size_t first, size_t last) {
  while (first < last) {
    size_t middle = (first + last + 1) / 2;
    if (all->panels[middle].start <= u) first = middle;
    else last = middle - 1;
  }
  const panel *p = &all->panels[first];
  double t = 2 * (u - p->start) / (p->end - p->start) - 1, ignored;
  t = t < -1 ? -1 : t > 1 ? 1 : t;
  double mass = integrate_series(p->density, t, &ignored);
  return (boundary){first, u, mass, integrate_series(p->moment_density, t, &ignored)};
}

static void split_shape(const panels *all, boundary low, boundary high, int levels, sink *leaves) {
  double mass = high.mass - low.mass, moment = high.moment - low.moment;
  for (size_t i = low.panel; i < high.panel; i++) {
    mass += all->panels[i].mass;
    moment += all->panels[i].moment;
  }
  if (!(mass > 0)) return;
  double mean = moment / mass;
  double u = levels > 0 ? ux_variable(&all->shape, mean) : low.u;
  if (!(u > low.u && u < high.u)) {
    leaves->positions[leaves->count] = mean;
    leaves->masses[leaves->count++] = mass;
    return;
  }
  boundary middle = locate(all, u, low.panel, high.panel);
  split_shape(all, low, middle, levels - 1, leaves);
  split_shape(all, middle, high, levels - 1, leaves);
}

// The deltas of the standard shape, mean-split to log2 N levels, as a block at `target`.
uint32_t KERNEL(shape_deltas)(const panels *all, double *target) {
  double *z = target, *w = target + ux_capacity;
  size_t n = ux_precision;
  if (all->shape.kind == UX_SHAPE_UNIFORM) {
    for (size_t i = 0; i < n; i++) z[i] = ((double)i + 0.5) / (double)n, w[i] = 1 / (double)n;
    if (all->shape.a != 0)
      for (size_t i = 0; i < n; i++) z[i] = 2 * z[i] - 1;
    return ux_finish(target, n, 0);
  }
  const panel *last = &all->panels[all->count - 1];
  boundary low = {0, all->panels[0].start, 0, 0};
  boundary high = {all->count - 1, last->end, last->mass, last->moment};
  int mirrored = all->shape.mirrored;
  size_t skip = mirrored ? n / 2 : 0;
  sink leaves = {z + skip, w + skip, 0};
  split_shape(all, low, high, ux_levels - mirrored, &leaves);
  double total = 0;
  for (size_t i = 0; i < leaves.count; i++) total += leaves.masses[i];
  for (size_t i = 0; i < leaves.count; i++) leaves.masses[i] /= mirrored ? 2 * total : total;
  if (!mirrored) return ux_finish(target, leaves.count, 0);
  for (size_t i = 0; i < leaves.count; i++) {
    z[skip - 1 - i] = -z[skip + i];
    w[skip - 1 - i] = w[skip + i];
  }
  size_t unused = skip - leaves.count;
  __builtin_memmove(z, z + unused, 2 * leaves.count * sizeof(double));
  __builtin_memmove(w, w + unused, 2 * leaves.count * sizeof(double));
  return ux_finish(target, 2 * leaves.count, 0);
}

// Returns the u that has mass `below` before it and `above` after it, in terms of the unnormalised density; the smaller
// of the two is used.
static double invert(const panels *all, double below, double above) {
  int from_front = below <= above;
  size_t first = 0, last = all->count - 1;
  while (first < last) {
    size_t middle = (first + last + 1) / 2;
    int starts_before = from_front ? all->panels[middle].before <= below
                                   : all->panels[middle].after + all->panels[middle].mass >= above;
    if (starts_before) first = middle;
    else last = middle - 1;
  }
  const panel *p = &all->panels[first];
  double wanted = from_front ? below - p->before : p->mass - (above - p->after);
  double low = -1, high = 1, t = p->mass > 0 ? 2 * wanted / p->mass - 1 : 0;
  t = t < -1 ? -1 : t > 1 ? 1 : t;
  for (int iteration = 0; iteration < 60; iteration++) {
    double slope, excess = integrate_series(p->density, t, &slope) - wanted;
    if (excess > 0) high = t;
    else low = t;
    double next = t - excess / slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    double step = __builtin_fabs(next - t);
    t = next;
    if (step < 4e-16) break;
  }
  return p->start + 0.5 * (t + 1) * (p->end - p->start);
}

// The uniform shape is [0, 1], or [−1, 1] if the parameter is 1.
static inline double place_uniform(const shape *s, double p) { return s->a != 0 ? 2 * p - 1 : p; }

// The position with probability `below` below it and `above` above it. The two add up to 1, and the smaller one is
// exact.
double ux_shape_quantile(const void *panels_of_shape, double below, double above) {
  const panels *all = panels_of_shape;
  const shape *s = &all->shape;
  if (s->kind == UX_SHAPE_UNIFORM) return place_uniform(s, below);
  if (!s->mirrored) return ux_position(s, invert(all, below * all->mass, above * all->mass));
  double tail = 2 * (below < above ? below : above);
  double x = ux_position(s, invert(all, (1 - tail) * all->mass, tail * all->mass));
  return below < above ? -x : x;
}

// The position in the standard shape with probability `p` below it.
double KERNEL(shape_quantile)(const panels *all, double p) { return ux_shape_quantile(all, p, 1 - p); }

// Lanes need many quantiles with an accuracy of about 1e-6, which is well below their sampling error. The table uses
// cubic Hermite interpolation of u over the logit of the probability: as a function of the logit, u is smooth out to
// the far ends for every shape.
#define KNOTS 256
#define LAST_LOGIT 23.5

// Number of bytes that `shape_table` fills.
size_t KERNEL(shape_table_bytes)(void) { return 2 * (KNOTS + 1) * sizeof(double); }

// Tabulates u and its slope over the logit, in units of the knot spacing; for mirrored shapes, only from logit 0
// upwards.
void KERNEL(shape_table)(const panels *all, double *table) {
  const shape *s = &all->shape;
  if (s->kind == UX_SHAPE_UNIFORM) return;  // the coordinates already are its quantiles
  double first = s->mirrored ? 0 : -LAST_LOGIT, step = (LAST_LOGIT - first) / KNOTS;
  for (int i = 0; i <= KNOTS; i++) {
    double logit = first + i * step;
    double below = 1 / (1 + exp(-logit)), above = 1 / (1 + exp(logit));
    double slope = below * above * all->mass;
    if (s->mirrored) {
      // In the half that is tabulated, twice as much probability lies beyond a logit as in the whole shape.
      above *= 2;
      below = -expm1(-logit) / (1 + exp(-logit));
      slope *= 2;
    }
    double u = invert(all, below * all->mass, above * all->mass);
    table[2 * i] = u;
    table[2 * i + 1] = step * slope / exp(ux_log_density(s, u));
  }
}

// The value of u at the logit of a probability, from the table.
ALWAYS_INLINE double look_up(const double *table, double first, double inverse_step, double logit) {
  double at = (logit - first) * inverse_step;
  at = at < 0 ? 0 : at > KNOTS - 1e-9 ? KNOTS - 1e-9 : at;
  int i = (int)at;
  const double *knot = table + 2 * i;
  double t = at - i, rest = 1 - t;
  double rise_between = knot[2] - knot[0];
  return knot[0] + t * (rise_between + rest * ((knot[1] - rise_between) * rest - (knot[3] - rise_between) * t));
}

extern int lane_unary(int operation, const double *x, double *target, size_t n);

// Maps uniform coordinates in place to location + scale · quantile of the standard shape; `spare` has space for the
// same number of values.
void KERNEL(lane_place)(const panels *all, const double *table, double location, double scale, int single,
                        double *lanes, double *spare, size_t n) {
  const shape *s = &all->shape;
  if (s->kind != UX_SHAPE_UNIFORM) {
    for (size_t i = 0; i < n; i++) spare[i] = lanes[i] / (1 - lanes[i]);
    lane_unary(UX_UNARY_LOG, spare, lanes, n);
    double first = s->mirrored ? 0 : -LAST_LOGIT, inverse_step = KNOTS / (LAST_LOGIT - first);
    if (s->mirrored) {
      for (size_t i = 0; i < n; i++) {
        double u = look_up(table, first, inverse_step, __builtin_fabs(lanes[i]));
        lanes[i] = __builtin_copysign(u, lanes[i]);
      }
    } else {
      for (size_t i = 0; i < n; i++) lanes[i] = look_up(table, first, inverse_step, lanes[i]);
    }
    double rate = ux_exponential_rate(s);
    if (rate != 0) {
      for (size_t i = 0; i < n; i++) spare[i] = rate * lanes[i];
      lane_unary(UX_UNARY_EXP, spare, lanes, n);
    } else if (!ux_is_identity(s)) {
      for (size_t i = 0; i < n; i++) lanes[i] = ux_position(s, lanes[i]);
    }
  }
  if (s->kind == UX_SHAPE_UNIFORM && s->a != 0)
    for (size_t i = 0; i < n; i++) lanes[i] = 2 * lanes[i] - 1;
  for (size_t i = 0; i < n; i++) lanes[i] = ux_round_if(single, location + scale * lanes[i]);
}

// Shifts and scales a standard block to a location and scale.
uint32_t KERNEL(place)(const double *source, size_t n, double location, double scale, int single, double *target) {
  for (size_t i = 0; i < n; i++) target[i] = ux_round_if(single, location + scale * source[i]);
  __builtin_memcpy(target + ux_capacity, source + ux_capacity, n * sizeof(double));
  return ux_finish(target, n, 0);
}

// Natural logarithm of the standard shape's density at position x.
static double log_density_at(const panels *all, double x) {
  const shape *s = &all->shape;
  if (s->kind == UX_SHAPE_UNIFORM) return x >= (s->a != 0 ? -1 : 0) && x <= 1 ? (s->a != 0 ? log(0.5) : 0) : -__builtin_inf();
  double u = ux_variable(s, s->mirrored ? __builtin_fabs(x) : x);
  if (!(u >= s->low && u <= s->high)) return -__builtin_inf();
  return ux_log_density(s, u) - ux_log_stretch(s, u, x) - log(all->mass * (s->mirrored ? 2 : 1));
}

// Natural logarithms of the density of a shape at a location and scale, for `n` positions.
void KERNEL(shape_log_densities)(const panels *all, double location, double scale, const double *x, size_t n,
                                 double *target) {
  double shift = log(__builtin_fabs(scale));
  for (size_t i = 0; i < n; i++) {
    double log_density = log_density_at(all, (x[i] - location) / scale) - shift;
    target[i] = log_density == log_density ? log_density : -__builtin_inf();
  }
}
