// The Kolmogorov-Smirnov test, which decides whether samples could come from a distribution.

/**
 * The largest distance between the samples' distribution function and F. If F jumps, `below` is its limit from the
 * left.
 */
export function distanceFrom(
  samples: Float64Array,
  cdf: (x: number) => number,
  below: (x: number) => number = cdf,
): number {
  const sorted = samples.toSorted();
  const n = sorted.length;
  let distance = 0;
  for (let i = 0; i < n; ) {
    let next = i;
    while (next < n && sorted[next] === sorted[i]) next++;
    distance = Math.max(distance, Math.abs(i / n - below(sorted[i]!)), Math.abs(next / n - cdf(sorted[i]!)));
    i = next;
  }
  return distance;
}

/** The largest distance between the distribution functions of two sets of samples. */
export function distanceBetween(first: Float64Array, second: Float64Array): number {
  const [a, b] = [first.toSorted(), second.toSorted()];
  let [i, j, distance] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const x = Math.min(a[i]!, b[j]!);
    while (i < a.length && a[i]! <= x) i++;
    while (j < b.length && b[j]! <= x) j++;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  return distance;
}

/** The distance that is exceeded with a probability of 1 %, for n samples (and m more, if two sets are compared). */
export function criticalDistance(n: number, m = Infinity): number {
  return 1.6276 * Math.sqrt(1 / n + 1 / m);
}
