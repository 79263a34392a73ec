// The discrete Fourier transform for powers of two. Its factors need only square roots, which all engines round the
// same way.

/** Complex numbers as arrays of real and imaginary parts. */
export interface Complexes {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** exp(−2πik/n) for k below n/2. */
function findFactors(n: number): Complexes {
  const half = n / 2;
  const re = new Float64Array(half).fill(1);
  const im = new Float64Array(half);
  // The factor for k = n/4 is −i, and square roots give the factors for halved angles.
  let [cosine, sine] = [0, -1];
  for (let step = half / 2; step >= 1; step /= 2) {
    for (let k = step; k < half; k += 2 * step) {
      const [x, y] = [re[k - step]!, im[k - step]!];
      re[k] = x * cosine - y * sine;
      im[k] = x * sine + y * cosine;
    }
    const halved = Math.sqrt((1 + cosine) / 2);
    sine /= 2 * halved;
    cosine = halved;
  }
  return { re, im };
}

/**
 * Transforms in place. If the sign of `im` is changed before and after, the transform is its own inverse, up to the
 * factor n.
 */
export function transform({ re, im }: Complexes): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  const factors = findFactors(n);
  for (let size = 2; size <= n; size *= 2) {
    const [half, stride] = [size / 2, n / size];
    for (let start = 0; start < n; start += size)
      for (let k = 0; k < half; k++) {
        const [c, s] = [factors.re[k * stride]!, factors.im[k * stride]!];
        const [i, j] = [start + k, start + k + half];
        const x = re[j]! * c - im[j]! * s;
        const y = re[j]! * s + im[j]! * c;
        re[j] = re[i]! - x;
        im[j] = im[i]! - y;
        re[i]! += x;
        im[i]! += y;
      }
  }
}
