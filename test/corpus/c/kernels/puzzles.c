// Backtracking: sudoku, eight queens, knight's tour by Warnsdorff's rule, subset sums of doubles, pancake flips.
#include <math.h>
#include <stdio.h>

static int solve(char *cells, int *tried) {
  int best = -1, best_mask = 0, fewest = 10;
  for (int i = 0; i < 81; i++) {
    if (cells[i] != '.') continue;
    int used = 0;
    for (int k = 0; k < 9; k++) {
      const int peers[] = {i / 9 * 9 + k, k * 9 + i % 9, (i / 27 * 3 + k / 3) * 9 + i % 9 / 3 * 3 + k % 3};
      for (int p = 0; p < 3; p++) if (cells[peers[p]] != '.') used |= 1 << (cells[peers[p]] - '1');
    }
    int free_count = 9 - __builtin_popcount((unsigned)used);
    if (free_count < fewest) fewest = free_count, best = i, best_mask = ~used & 511;
  }
  if (best < 0) return 1;
  for (int d = 0; d < 9; d++) {
    if (!(best_mask >> d & 1)) continue;
    ++*tried;
    cells[best] = (char)('1' + d);
    if (solve(cells, tried)) return 1;
  }
  cells[best] = '.';
  return 0;
}
static int queens(int n, unsigned columns, unsigned left, unsigned right) {
  unsigned all = (1u << n) - 1;
  if (columns == all) return 1;
  int count = 0;
  for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
    unsigned bit = open & -open;
    count += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}
static int fannkuch(int n) {
  int order[8], count[8], flips_max = 0, left = n;
  for (int i = 0; i < n; i++) order[i] = i;
  for (;;) {
    for (; left > 1; left--) count[left - 1] = left;
    int copy[8], flips = 0;
    for (int i = 0; i < n; i++) copy[i] = order[i];
    for (int k; (k = copy[0]) != 0; flips++) for (int i = 0, j = k; i < j; i++, j--) { int t = copy[i]; copy[i] = copy[j]; copy[j] = t; }
    if (flips > flips_max) flips_max = flips;
    for (;; left++) {
      if (left == n) return flips_max;
      int first = order[0];
      for (int i = 0; i < left; i++) order[i] = order[i + 1];
      order[left] = first;
      if (--count[left] > 0) break;
    }
  }
}
static int subset(const double *x, int n, double target) {
  if (fabs(target) < 1e-9) return 1;
  if (n == 0) return 0;
  return subset(x + 1, n - 1, target) + subset(x + 1, n - 1, target - x[0]);
}

int main(void) {
  char cells[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  int tried = 0;
  printf("%d ", solve(cells, &tried));
  printf("%s %d\n", cells, tried);
  for (int n = 4; n < 9; n++) printf("%d ", queens(n, 0, 0, 0));
  printf("\n%d %d\n", fannkuch(6), fannkuch(7));
  const double coins[] = {0.5, 1.25, 2, 0.75, 3.5, 1, 0.25, 4, 1.5, 2.25};
  printf("%d\n", subset(coins, 10, 6));
  return 0;
}
