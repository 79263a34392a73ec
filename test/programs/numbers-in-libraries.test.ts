// Programs that use numbers through the language's standard library: hashes, atomic objects, unnamed files.
import { expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

const HASHED = `#include <cstdio>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <uxhw.h>

template <class T> int found(T a) {
  std::unordered_map<T, int> places{{a, 1}, {2 * a, 2}};
  return places.count(a + 1 - 1) + 2 * places.count(2 * (1 * a)) + 4 * (std::hash<T>{}(a) == std::hash<T>{}(T(1.5)));
}
int main() {
  double a = UxHwDoubleUniformDist(1.0, 2.0);
  std::unordered_set<double> different;
  for (int i = 0; i < 20; i++) different.insert(i % 5 * a);
  std::printf("%d %d %d %zu\\n", found<float>((float)a), found<double>(a), found<long double>(a), different.size());
}`;

test('equal values have equal hashes', async () => {
  for (const flags of ['-O0', '-O2']) {
    const { stdout } = await haze.runSource(HASHED, { language: 'C++', core: 'C0-S+', flags: [flags] });
    expect(stdout, flags).toBe('7 7 7 5\n');
  }
});

const LARGE_ATOMICS = `#include <stdatomic.h>
#include <stdio.h>
#include <uxhw.h>
typedef struct { double x, y, z; } point;
int main(void) {
  double a = UxHwDoubleUniformDist(1.0, 2.0);
  _Atomic long double sum = a;
  sum += 2 * a;
  _Atomic point p;
  atomic_init(&p, ((point){a, 2, 3}));
  point old = p, next = {old.y, old.x, 7};
  int changed = atomic_compare_exchange_strong(&p, &old, next), again = atomic_compare_exchange_strong(&p, &old, next);
  point last = atomic_exchange(&p, old);
  printf("%.3f %d %d %.3f %.3f\\n", UxHwDoubleNthMoment((double)sum, 1), changed, again, UxHwDoubleNthMoment(last.y, 1), last.z);
  FILE *f = tmpfile();
  fprintf(f, "%.17g", a);
  rewind(f);
  double back;
  printf("%d %.3f\\n", fscanf(f, "%lf", &back), UxHwDoubleNthMoment(back, 1));
  return fclose(f);
}`;

test('atomic objects larger than a number work, and so does a file without a name', async () => {
  const { stdout, exitStatus } = await haze.runSource(LARGE_ATOMICS, { core: 'C0-S+' });
  expect(stdout.replaceAll(/Ux[0-9A-F]+/g, '')).toBe('4.500 1 0 1.500 7.000\n1 1.500\n');
  expect(exitStatus).toBe(0);
});
