// Combines two independent distributions: the cross product of their deltas, reduced by mean splitting.
//
// For sums, products and quotients of sorted operands, the full product is never built. The results ascend along a row,
// which consists of one delta of the left operand with all deltas of the right operand. A node of the split is
// therefore an interval of every row, and its mass and mean follow from prefix sums. A node is turned into explicit
// deltas only when few deltas per row are left. For all other operations, and for operands with infinite or NaN
// positions, the full product is built.
#include "kernels.h"

// Number of deltas per row at which a node is expanded: the fastest of the values from 4 to 16 that were measured.
#define EXPLICIT_DELTAS_PER_ROW 8

// The right operand in ascending order of results, with sums of (mass, mass × deviation) from both ends. Differences
// between the nearer sums keep their relative precision in the tails.
typedef struct {
  double *positions, *masses;
  pair *from_front, *from_back;
  size_t half;
} column;

// One delta of the left operand. A span of its row with sums (q, s) has mass mass·q and adds mass·(offset·q + slope·s)
// to the first moment about the centre.
typedef struct {
  double x, mass, offset, slope;
  const column *column;
} row;

typedef struct {
  const row *rows;
  size_t row_count;
  uint16_t *bounds;  // one array of length row_count per level
  pair *gathered, *spare;
  double centre;
  sink *leaves;
  int single;
} problem;

typedef struct {
  const uint16_t *low, *high;  // the node's interval in each row
  size_t first, last;          // rows outside [first, last) are empty
  size_t count;
  int levels;
} node;

enum { SUM, PRODUCT, QUOTIENT };

ALWAYS_INLINE double value_at(int kind, int single, double x, double y) {
  double z = kind == SUM ? x + y : kind == PRODUCT ? x * y : x / y;
  return single ? (double)(float)z : z;
}

static inline pair span(const column *c, size_t low, size_t high) {
  return high <= c->half ? c->from_front[high] - c->from_front[low] : c->from_back[low] - c->from_back[high];
}

static double mean_of_node(const problem *p, const node *n) {
  double mass = 0, moment = 0;
  for (size_t i = n->first; i < n->last; i++) {
    const row *r = &p->rows[i];
    pair sums = span(r->column, n->low[i], n->high[i]);
    mass += r->mass * sums[0];
    moment += r->mass * (r->offset * sums[0] + r->slope * sums[1]);
  }
  return p->centre + moment / mass;
}

// Writes the node's deltas.
ALWAYS_INLINE void gather(const problem *p, const node *n, int kind, int single, pair *target) {
  size_t k = 0;
  for (size_t i = n->first; i < n->last; i++) {
    const row *r = &p->rows[i];
    const double *positions = r->column->positions, *masses = r->column->masses;
    for (size_t j = n->low[i], end = n->high[i]; j < end; j++)
      target[k++] = (pair){value_at(kind, single, r->x, positions[j]), r->mass * masses[j]};
  }
}

// Emits a node at the last level. The mean is computed from the deltas themselves and stays within their range.
ALWAYS_INLINE void emit_leaf(const problem *p, const node *n, int kind, int single) {
  double mass = 0, moment = 0, low = __builtin_inf(), high = -__builtin_inf();
  for (size_t i = n->first; i < n->last; i++) {
    const row *r = &p->rows[i];
    for (size_t j = n->low[i], end = n->high[i]; j < end; j++) {
      double z = value_at(kind, single, r->x, r->column->positions[j]);
      double w = r->mass * r->column->masses[j];
      mass += w;
      moment += w * (z - p->centre);
      low = z < low ? z : low;
      high = z > high ? z : high;
    }
  }
  if (!(mass > 0)) return;
  double mean = p->centre + moment / mass;
  if (ux_two_point) {
    cell c = {mean, mass, 0, 0, low, high};
    for (size_t i = n->first; i < n->last; i++) {
      const row *r = &p->rows[i];
      for (size_t j = n->low[i], end = n->high[i]; j < end; j++) {
        double d = value_at(kind, single, r->x, r->column->positions[j]) - mean;
        double wd = r->mass * r->column->masses[j] * d;
        c.second += wd * d;
        c.third += wd * d * d;
      }
    }
    return ux_emit_cell(&c, p->leaves);
  }
  p->leaves->positions[p->leaves->count] = mean < low ? low : mean > high ? high : mean;
  p->leaves->masses[p->leaves->count++] = mass;
}

// In every row, finds the first delta that is not below `mean`; returns the number of deltas below it. The boundary
// moves little between rows, so the code steps along it instead of searching.
ALWAYS_INLINE size_t find_bounds(const problem *p, const node *n, double mean, uint16_t *bounds, int kind, int single) {
  size_t below = 0, b = 0;
  for (size_t i = n->first; i < n->last; i++) {
    const row *r = &p->rows[i];
    const double *positions = r->column->positions;
    size_t low = n->low[i], high = n->high[i];
    b = b < low ? low : b > high ? high : b;
    while (b < high && value_at(kind, single, r->x, positions[b]) < mean) b++;
    while (b > low && !(value_at(kind, single, r->x, positions[b - 1]) < mean)) b--;
    bounds[i] = (uint16_t)b;
    below += b - low;
  }
  return below;
}

static void trim(node *n) {
  while (n->first < n->last && n->low[n->first] == n->high[n->first]) n->first++;
  while (n->last > n->first && n->low[n->last - 1] == n->high[n->last - 1]) n->last--;
}

ALWAYS_INLINE void split_node(const problem *p, node n, int kind, int single, void (*recurse)(const problem *, node)) {
  trim(&n);
  if (n.count == 0) return;
  if (n.levels == 0) return emit_leaf(p, &n, kind, single);
  if (n.count <= EXPLICIT_DELTAS_PER_ROW * (n.last - n.first)) {
    gather(p, &n, kind, single, p->gathered);
    return ux_split_pairs(p->gathered, p->spare, n.count, p->centre, n.levels, p->leaves);
  }
  uint16_t *bounds = p->bounds + (size_t)n.levels * p->row_count;
  size_t below = find_bounds(p, &n, mean_of_node(p, &n), bounds, kind, single);
  if (below == 0 || below == n.count) return emit_leaf(p, &n, kind, single);
  recurse(p, (node){n.low, bounds, n.first, n.last, below, n.levels - 1});
  recurse(p, (node){bounds, n.high, n.first, n.last, n.count - below, n.levels - 1});
}

#define SPLITTER(NAME, KIND, SINGLE) \
  static void NAME(const problem *p, node n) { split_node(p, n, KIND, SINGLE, NAME); }
SPLITTER(split_sum, SUM, 0)
SPLITTER(split_product, PRODUCT, 0)
SPLITTER(split_quotient, QUOTIENT, 0)
SPLITTER(split_sum_single, SUM, 1)
SPLITTER(split_product_single, PRODUCT, 1)
SPLITTER(split_quotient_single, QUOTIENT, 1)

static void (*const splitters[3][2])(const problem *, node) = {
    {split_sum, split_sum_single},
    {split_product, split_product_single},
    {split_quotient, split_quotient_single},
};

// Allocates `bytes` bytes at the front of the scratch memory.
static void *take(char **scratch, size_t bytes) {
  void *taken = *scratch;
  *scratch += (bytes + 15) & ~(size_t)15;
  return taken;
}

// The mean of masses × values (or of masses × their reciprocals).
static double weighted_mean(const double *values, const double *masses, size_t n, int reciprocal) {
  double mass = 0, moment = 0;
  for (size_t i = 0; i < n; i++) {
    mass += masses[i];
    moment += masses[i] * (reciprocal ? 1 / values[i] : values[i]);
  }
  return moment / mass;
}

static void make_sums(column *c, size_t n, double mean, int reciprocal, char **scratch) {
  c->from_front = take(scratch, (n + 1) * sizeof(pair));
  c->from_back = take(scratch, (n + 1) * sizeof(pair));
  c->half = n / 2;
  pair sum = {0, 0};
  c->from_front[0] = sum;
  for (size_t j = 0; j < n; j++) {
    double value = reciprocal ? 1 / c->positions[j] : c->positions[j];
    c->from_front[j + 1] = sum += (pair){c->masses[j], c->masses[j] * (value - mean)};
  }
  c->from_back[n] = sum = (pair){0, 0};
  for (size_t j = n; j-- > 0;) {
    double value = reciprocal ? 1 / c->positions[j] : c->positions[j];
    c->from_back[j] = sum += (pair){c->masses[j], c->masses[j] * (value - mean)};
  }
}

// The right operand in ascending order of what it contributes: y itself, -y for differences, 1/y for quotients.
static column make_column(int operation, const double *y, size_t n, char **scratch) {
  column c = {take(scratch, n * sizeof(double)), take(scratch, n * sizeof(double)), 0, 0, 0};
  const double *masses = y + ux_capacity;
  size_t negative = 0;
  while (negative < n && y[negative] < 0) negative++;
  for (size_t j = 0; j < n; j++) {
    // 1/y ascends if y first runs through the negative numbers in descending order and then through the positive
    // numbers in descending order.
    size_t from = operation == UX_BINARY_SUB   ? n - 1 - j
                  : operation != UX_BINARY_DIV ? j
                  : j < negative               ? negative - 1 - j
                                               : n - 1 - (j - negative);
    c.positions[j] = operation == UX_BINARY_SUB ? -y[from] : y[from];
    c.masses[j] = masses[from];
  }
  return c;
}

static column reverse_column(const column *source, size_t n, char **scratch) {
  column c = {take(scratch, n * sizeof(double)), take(scratch, n * sizeof(double)), 0, 0, 0};
  for (size_t j = 0; j < n; j++) {
    c.positions[j] = source->positions[n - 1 - j];
    c.masses[j] = source->masses[n - 1 - j];
  }
  return c;
}

static uint32_t combine_sorted(int operation, const double *x, size_t nx, const double *y, size_t ny, double *target,
                               char *scratch) {
  int base = operation & ~UX_SINGLE_PRECISION, single = (operation & UX_SINGLE_PRECISION) != 0;
  int kind = base == UX_BINARY_MUL ? PRODUCT : base == UX_BINARY_DIV ? QUOTIENT : SUM;
  int reciprocal = kind == QUOTIENT;
  column ascending = make_column(base, y, ny, &scratch);
  double mean_y = weighted_mean(ascending.positions, ascending.masses, ny, reciprocal);
  double mean_x = weighted_mean(x, x + ux_capacity, nx, 0);
  make_sums(&ascending, ny, mean_y, reciprocal, &scratch);
  column descending = {0};
  if (kind != SUM && x[0] < 0) {
    descending = reverse_column(&ascending, ny, &scratch);
    make_sums(&descending, ny, mean_y, reciprocal, &scratch);
  }
  double centre = kind == SUM ? mean_x + mean_y : mean_x * mean_y;
  row *rows = take(&scratch, nx * sizeof(row));
  for (size_t i = 0; i < nx; i++) {
    double middle = kind == SUM ? x[i] + mean_y : x[i] * mean_y;
    const column *c = kind != SUM && x[i] < 0 ? &descending : &ascending;
    rows[i] = (row){x[i], x[ux_capacity + i], middle - centre, kind == SUM ? 1 : x[i], c};
  }
  sink leaves = {target, target + ux_capacity, 0};
  uint16_t *bounds = take(&scratch, ((size_t)ux_product_levels + 3) * nx * sizeof(uint16_t));
  uint16_t *low = take(&scratch, nx * sizeof(uint16_t)), *high = take(&scratch, nx * sizeof(uint16_t));
  for (size_t i = 0; i < nx; i++) low[i] = 0, high[i] = (uint16_t)ny;
  pair *gathered = take(&scratch, EXPLICIT_DELTAS_PER_ROW * nx * sizeof(pair));
  pair *spare = take(&scratch, EXPLICIT_DELTAS_PER_ROW * nx * sizeof(pair));
  problem p = {rows, nx, bounds, gathered, spare, centre, &leaves, single};
  splitters[kind][single](&p, (node){low, high, 0, nx, nx * ny, ux_product_levels});
  if (single)
    for (size_t i = 0; i < leaves.count; i++) target[i] = (double)(float)target[i];
  ux_normalise(leaves.masses, leaves.count);
  return ux_finish(target, leaves.count, 0);
}

static double magnitude(const double *x, size_t n) {
  double low = __builtin_fabs(x[0]), high = __builtin_fabs(x[n - 1]);
  return low > high ? low : high;
}

// True if no result in the product can overflow or be NaN.
static int stays_finite(int base, const double *x, size_t nx, const double *y, size_t ny) {
  double a = magnitude(x, nx), b = magnitude(y, ny);
  if (base == UX_BINARY_ADD || base == UX_BINARY_SUB) return a + b < 3e38;
  if (base == UX_BINARY_MUL) return a * b < 3e38;
  double smallest = __builtin_inf();
  for (size_t j = 0; j < ny; j++) {
    double size = __builtin_fabs(y[j]);
    smallest = size < smallest ? size : smallest;
  }
  return smallest > 1e-300 && a / smallest < 3e38;
}

// Number of deltas in a part. From N = 4096 onwards, a full product is reduced in parts of this size, each of them to
// 2^PART_LEVELS·N deltas, so that memory use stays bounded. The loss due to a part is a 64th of the loss due to the
// final reduction.
#define PART_SIZE ((size_t)1 << 22)
#define PART_LEVELS 3

static size_t rows_of_part(size_t nx, size_t ny) {
  size_t rows = PART_SIZE / ny;
  return rows < nx ? rows : nx;
}

static size_t part_capacity(void) { return (ux_precision << PART_LEVELS) + 4; }

// Maximum number of bytes of scratch memory that `binary` uses.
size_t KERNEL(binary_scratch)(size_t nx, size_t ny) {
  size_t in_rows = (nx + ny + 16) * (sizeof(row) + 2 * EXPLICIT_DELTAS_PER_ROW * sizeof(pair) + 128);
  size_t rows = rows_of_part(nx, ny), parts = (nx + rows - 1) / rows;
  size_t in_full = (2 * rows * ny + (parts > 1 ? (2 * parts + 1) * part_capacity() : 0)) * sizeof(pair);
  return in_rows > in_full ? in_rows : in_full;
}

extern uint32_t reduce(pair *deltas, size_t n, double *block, int single);

// Reduces a part to more deltas than a record stores and appends them to `kept`; returns their number.
static size_t reduce_part(pair *deltas, size_t n, double *block, pair *kept) {
  size_t precision = ux_precision, capacity = ux_capacity;
  double mass = 0;
  for (size_t i = 0; i < n; i++) mass += deltas[i][1];
  ux_capacity = part_capacity();
  ux_precision <<= PART_LEVELS;
  ux_cell_levels += PART_LEVELS;
  size_t count = reduce(deltas, n, block, 0) & 0xFFFFFF;
  for (size_t i = 0; i < count; i++) kept[i] = (pair){block[i], mass * block[ux_capacity + i]};
  ux_cell_levels -= PART_LEVELS;
  ux_precision = precision;
  ux_capacity = capacity;
  return count;
}

static uint32_t combine_in_full(int operation, const double *x, size_t nx, const double *y, size_t ny, double *target,
                                pair *scratch) {
  size_t rows = rows_of_part(nx, ny);
  double *block = (double *)(scratch + 2 * rows * ny);
  pair *kept = scratch + 2 * rows * ny + part_capacity();
  size_t kept_count = 0, k = 0;
  for (size_t i = 0; i < nx; i++) {
    for (size_t j = 0; j < ny; j++)
      scratch[k++] = (pair){ux_apply_binary(operation, x[i], y[j]), x[ux_capacity + i] * y[ux_capacity + j]};
    if (rows == nx || ((i + 1) % rows && i + 1 < nx)) continue;
    kept_count += reduce_part(scratch, k, block, kept + kept_count);
    k = 0;
  }
  int single = operation & UX_SINGLE_PRECISION;
  return rows == nx ? reduce(scratch, k, target, single) : reduce(kept, kept_count, target, single);
}

static int is_commutative(int base) {
  return base == UX_BINARY_ADD || base == UX_BINARY_MUL || base == UX_BINARY_MIN || base == UX_BINARY_MAX ||
         base == UX_BINARY_FMIN || base == UX_BINARY_FMAX || base == UX_BINARY_HYPOT;
}

// The width of a sorted record: absolute for sums, relative to its magnitude for products.
static double spread_of(int base, const double *x, size_t n) {
  double low = x[0], high = x[n - 1], size = __builtin_fabs(low) > __builtin_fabs(high) ? low : high;
  return base == UX_BINARY_MUL ? __builtin_fabs((high - low) / size) : high - low;
}

// A fixed order for two records, based on their contents, because compilers commute operands, and results must not
// depend on the order of operands. If the numbers of deltas are equal, the wider record comes first: when it provides
// the rows, it meets fewer nodes of the split.
static int comes_after(int base, const double *x, size_t nx, const double *y, size_t ny) {
  if (nx != ny) return nx > ny;
  double spread_x = spread_of(base, x, nx), spread_y = spread_of(base, y, ny);
  if (spread_x != spread_y && spread_x == spread_x && spread_y == spread_y) return spread_x < spread_y;
  for (size_t i = 0; i < nx; i++)
    if (x[i] != y[i]) return x[i] > y[i];
  for (size_t i = ux_capacity; i < ux_capacity + nx; i++)
    if (x[i] != y[i]) return x[i] > y[i];
  return 0;
}

// Combines two independent records; `sorted` means that both ascend and contain only finite positions.
uint32_t KERNEL(binary)(int operation, const double *x, size_t nx, const double *y, size_t ny, double *target,
                        char *scratch, int sorted) {
  int base = operation & ~UX_SINGLE_PRECISION;
  if (is_commutative(base) && comes_after(base, x, nx, y, ny)) {
    const double *kept = x;
    size_t kept_count = nx;
    x = y, nx = ny;
    y = kept, ny = kept_count;
  }
  if (sorted && base <= UX_BINARY_DIV && nx * ny > ux_precision && stays_finite(base, x, nx, y, ny))
    return combine_sorted(operation, x, nx, y, ny, target, scratch);
  return combine_in_full(operation, x, nx, y, ny, target, (pair *)scratch);
}
