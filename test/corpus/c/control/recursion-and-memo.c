// Recursions of several shapes: Hanoi, permutations, binomials with memory, flood fill, mutual descent, integer partitions.
#include <stdio.h>
#include <string.h>

static int moves;
static void hanoi(int n, int from, int to, int by) {
  if (n == 0) return;
  hanoi(n - 1, from, by, to);
  moves += from * 3 + to;
  hanoi(n - 1, by, to, from);
}
static double permute(double *x, int k, int n) {
  if (k == n) {
    double weight = 0;
    for (int i = 0; i < n; i++) weight += x[i] / (i + 1);
    return weight * weight;
  }
  double sum = 0;
  for (int i = k; i < n; i++) {
    double t = x[k];
    x[k] = x[i], x[i] = t;
    sum += permute(x, k + 1, n);
    t = x[k], x[k] = x[i], x[i] = t;
  }
  return sum;
}
static double known[61][61];
static double binomial(int n, int k) {
  if (k == 0 || k == n) return 1;
  if (known[n][k] == 0) known[n][k] = binomial(n - 1, k - 1) + binomial(n - 1, k);
  return known[n][k];
}
static int fill(char (*map)[16], int row, int column) {
  if (row < 0 || column < 0 || row >= 4 || column >= 15 || map[row][column] != '.') return 0;
  map[row][column] = 'o';
  return 1 + fill(map, row + 1, column) + fill(map, row - 1, column) + fill(map, row, column + 1) + fill(map, row, column - 1);
}
static double male(int n);
static double female(int n) { return n == 0 ? 1 : n - male((int)female(n - 1)); }
static double male(int n) { return n == 0 ? 0 : n - female((int)male(n - 1)); }
static int partitions(int n, int largest) {
  if (n == 0) return 1;
  int count = 0;
  for (int part = largest < n ? largest : n; part > 0; part--) count += partitions(n - part, part);
  return count;
}

int main(void) {
  hanoi(12, 0, 2, 1);
  double x[] = {1.5, -2, 0.25, 4, 3};
  printf("%d %.9f\n", moves, permute(x, 0, 5));
  printf("%.0f %.0f\n", binomial(60, 30), binomial(40, 7));
  char map[4][16] = {"..#....#.......", "..#.##.#.####..", "....#..#.#..#..", "#####..#...##.."};
  int reached = fill(map, 0, 0);
  for (int i = 0; i < 4; i++) reached += (int)strcspn(map[i], "#") * 100;
  printf("%d %.0f %.0f %d\n", reached, male(15), female(15), partitions(25, 25));
  return 0;
}
