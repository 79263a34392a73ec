// Matrix chains, knapsack with real values, longest common subsequence, optimal search trees, edit of floats, Viterbi.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double matrix_chain(const double *size, int n) {
  double cost[10][10] = {{0}};
  for (int length = 2; length <= n; length++) {
    for (int i = 0; i + length <= n; i++) {
      int j = i + length - 1;
      cost[i][j] = DBL_MAX;
      for (int k = i; k < j; k++) cost[i][j] = fmin(cost[i][j], cost[i][k] + cost[k + 1][j] + size[i] * size[k + 1] * size[j + 1]);
    }
  }
  return cost[0][n - 1];
}
static double knapsack(const int *weight, const double *value, int n, int limit) {
  double best[101] = {0};
  for (int i = 0; i < n; i++) for (int w = limit; w >= weight[i]; w--) best[w] = fmax(best[w], best[w - weight[i]] + value[i]);
  return best[limit];
}
static int common(const char *a, const char *b) {
  int table[32][32] = {{0}};
  int n = (int)strlen(a), m = (int)strlen(b);
  for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++)
    table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
  return table[n][m];
}
static double search_tree(const double *p, int n) {
  double cost[12][12] = {{0}};
  for (int length = 1; length <= n; length++) {
    for (int i = 0; i + length <= n; i++) {
      double sum = 0, best = DBL_MAX;
      for (int k = i; k < i + length; k++) sum += p[k], best = fmin(best, cost[i][k] + cost[k + 1][i + length]);
      cost[i][i + length] = best + sum;
    }
  }
  return cost[0][n];
}
static void viterbi(const int *seen, int n) {
  const double start[] = {0.6, 0.4}, move[2][2] = {{0.7, 0.3}, {0.4, 0.6}}, emit[2][3] = {{0.1, 0.4, 0.5}, {0.6, 0.3, 0.1}};
  double score[2] = {log(start[0] * emit[0][seen[0]]), log(start[1] * emit[1][seen[0]])};
  int from[20][2];
  for (int t = 1; t < n; t++) {
    double next[2];
    for (int s = 0; s < 2; s++) {
      double a = score[0] + log(move[0][s]), b = score[1] + log(move[1][s]);
      from[t][s] = b > a;
      next[s] = fmax(a, b) + log(emit[s][seen[t]]);
    }
    memcpy(score, next, sizeof score);
  }
  int state = score[1] > score[0];
  printf("%.9f ", score[state]);
  for (int t = n - 1; t > 0; t--) putchar('0' + state), state = from[t][state];
  printf("%d\n", state);
}

int main(void) {
  printf("%g\n", matrix_chain((const double[]){30, 35, 15, 5, 10, 20, 25}, 6));
  printf("%g\n", knapsack((const int[]){12, 7, 11, 8, 9, 6}, (const double[]){24.5, 13, 23, 15.25, 16, 11}, 6, 26));
  printf("%d %d\n", common("AGGTABXQ", "GXTXAYBQ"), common("", "x"));
  printf("%.6f\n", search_tree((const double[]){0.05, 0.4, 0.08, 0.04, 0.1, 0.1, 0.23}, 7));
  viterbi((const int[]){0, 1, 2, 2, 1, 0, 0, 1, 2, 0}, 10);
  return 0;
}
