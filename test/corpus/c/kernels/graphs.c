// Dijkstra, Floyd-Warshall, minimum spanning tree, PageRank, maximum flow on small weighted graphs.
#include <math.h>
#include <stdio.h>

enum { N = 16 };
static double weight[N][N], all[N][N];

static void dijkstra(int from, double *distance) {
  int done[N] = {0};
  for (int i = 0; i < N; i++) distance[i] = i == from ? 0 : INFINITY;
  for (int round = 0; round < N; round++) {
    int best = -1;
    for (int i = 0; i < N; i++) if (!done[i] && (best < 0 || distance[i] < distance[best])) best = i;
    done[best] = 1;
    for (int i = 0; i < N; i++) if (distance[best] + weight[best][i] < distance[i]) distance[i] = distance[best] + weight[best][i];
  }
}
static double flow_path(double (*capacity)[N], int at, int sink, double limit, int *seen) {
  if (at == sink) return limit;
  seen[at] = 1;
  for (int i = 0; i < N; i++) {
    if (seen[i] || capacity[at][i] <= 1e-12) continue;
    double pushed = flow_path(capacity, i, sink, fmin(limit, capacity[at][i]), seen);
    if (pushed > 0) {
      capacity[at][i] -= pushed, capacity[i][at] += pushed;
      return pushed;
    }
  }
  return 0;
}

int main(void) {
  unsigned state = 17;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      state = state * 1664525u + 1013904223u;
      weight[i][j] = i == j ? 0 : state % 100 < 30 ? (double)(state >> 8) / (1 << 22) + 0.1 : INFINITY;
      all[i][j] = weight[i][j];
    }
  }
  for (int k = 0; k < N; k++) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) all[i][j] = fmin(all[i][j], all[i][k] + all[k][j]);
  double distance[N], worst = 0;
  for (int from = 0; from < N; from++) {
    dijkstra(from, distance);
    for (int i = 0; i < N; i++) if (isfinite(all[from][i])) worst = fmax(worst, fabs(distance[i] - all[from][i]));
  }
  dijkstra(0, distance);
  for (int i = 0; i < N; i += 5) printf("%.6f ", distance[i]);
  printf("%d\n", worst < 1e-9);
  double key[N], total = 0;
  int in_tree[N] = {0};
  for (int i = 0; i < N; i++) key[i] = i ? INFINITY : 0;
  for (int round = 0; round < N; round++) {
    int best = -1;
    for (int i = 0; i < N; i++) if (!in_tree[i] && (best < 0 || key[i] < key[best])) best = i;
    in_tree[best] = 1, total += key[best];
    for (int i = 0; i < N; i++) key[i] = fmin(key[i], fmin(weight[best][i], weight[i][best]));
  }
  printf("%.6f\n", total);
  double rank[N], next[N];
  for (int i = 0; i < N; i++) rank[i] = 1.0 / N;
  for (int round = 0; round < 50; round++) {
    for (int i = 0; i < N; i++) next[i] = 0.15 / N;
    for (int i = 0; i < N; i++) {
      int out = 0;
      for (int j = 0; j < N; j++) out += i != j && isfinite(weight[i][j]);
      for (int j = 0; j < N; j++) if (i != j && isfinite(weight[i][j])) next[j] += 0.85 * rank[i] / out;
    }
    for (int i = 0; i < N; i++) rank[i] = next[i];
  }
  printf("%.9f %.9f\n", rank[3], rank[11]);
  double capacity[N][N], flow = 0, pushed;
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) capacity[i][j] = isfinite(weight[i][j]) ? weight[i][j] : 0;
  do {
    int seen[N] = {0};
    flow += pushed = flow_path(capacity, 0, N - 1, INFINITY, seen);
  } while (pushed > 0);
  printf("%.6f\n", flow);
  return 0;
}
