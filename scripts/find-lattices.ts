// Finds the generating vectors in wasm/kernels/lattice-generators.h, and writes that file. It proceeds component by
// component: for each number of points, it picks the multiplier that forms the best lattice with the earlier
// multipliers. This takes several minutes; run it only to change the criterion: `node dist/scripts/find-lattices.js`.
//
// The lanes of a result are the distribution of a smooth function, so the points must measure sets with smooth
// boundaries well. The Fourier coefficients of such sets decrease like |h|^-(s+1)/2 in s dimensions. The cost of an
// integer vector h of the dual lattice is the square of this rate, |h|^-(s+1) (Euclidean norm), in the projections to
// two and to three dimensions. Another cost concerns the mean of the function itself: the shift-averaged worst-case
// error in the weighted Sobolev space of mixed first derivatives (Sloan and Joe 1994). Fast constructions use this
// error (Nuyens and Cools 2006). The error is computed over the first dimensions together, and over all pairs.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from './project-root.ts';

/** Numbers of points. With fewer points, too few multipliers combine well in pairs. */
const SIZES = [4096, 8192, 16_384, 32_768, 65_536];
const DIMENSIONS = 64;
const TRIPLE_WEIGHT = 0.3;
const MEAN_WEIGHT = 10;
const PRODUCT_WEIGHT = 1;
/** Weight of each variable in the error of the mean. */
const VARIABLE_WEIGHT = 0.5;
/** Number of leading variables that the error of the mean covers. */
const MEAN_DIMENSIONS = 16;
/** Numbers of leading and of preceding dimensions whose projections with a new dimension are examined. */
const NEIGHBOURS = 10;
const MOST_CANDIDATES = 2048;
const PRODUCT_REACH = 128;
const FAR = 1e9;

interface Costs {
  readonly pairs: number;
  readonly triples: number;
  /** Σ 1/(h₁h₂)² over the dual lattices of all pairs: the errors in the means of products of two variables. */
  readonly products: number;
  readonly mean: number;
}

/** A lattice under construction. */
class LatticeSearch {
  readonly #n: number;
  readonly #multipliers: number[] = [];
  /**
   * Tables of the squared length of the shortest h with h·z ≡ r, indexed by r: one table for each dimension, and one
   * for each pair of the first dimensions.
   */
  readonly #single: Float32Array[] = [];
  readonly #double: Float32Array[] = [];
  /** Product of 1 + γ·6·B₂ over the dimensions, at each point. */
  readonly #products: Float64Array;
  readonly #bernoulli: Float64Array;

  constructor(n: number) {
    this.#n = n;
    this.#products = new Float64Array(n).fill(1);
    this.#bernoulli = Float64Array.from({ length: n }, (_, k) => {
      const x = k / n;
      return VARIABLE_WEIGHT * 6 * (x * x - x + 1 / 6);
    });
  }

  run(dimensions: number): readonly number[] {
    this.#add(1);
    while (this.#multipliers.length < dimensions) this.#add(this.#findNext());
    return this.#multipliers;
  }

  #findNext(): number {
    // Odd numbers below n / 2 in scattered order (a multiplier and its negative are equivalent up to reflection).
    const count = this.#n / 4;
    const odd = Array.from(
      { length: Math.min(count, MOST_CANDIDATES) },
      (_, k) => 2 * ((k * 40_503) % count) + 1,
    );
    const candidates = odd.filter((z) => !this.#multipliers.includes(z));
    const costs = candidates.map((z) => this.#measure(z));
    const least = (pick: (cost: Costs) => number) =>
      costs.reduce((low, cost) => Math.min(low, pick(cost)), Infinity);
    const pairs = least((cost) => cost.pairs);
    const triples = least((cost) => cost.triples) || 1;
    const mean = least((cost) => cost.mean);
    const products = least((cost) => cost.products);
    let best = { cost: Infinity, z: 0 };
    candidates.forEach((z, i) => {
      const own = costs[i]!;
      const smooth = (MEAN_WEIGHT * own.mean) / mean + (PRODUCT_WEIGHT * own.products) / products;
      const cost = own.pairs / pairs + (TRIPLE_WEIGHT * own.triples) / triples + smooth;
      if (cost < best.cost) best = { cost, z };
    });
    return best.z;
  }

  #measure(z: number): Costs {
    const last = this.#single.length - NEIGHBOURS;
    let pairs = 0;
    this.#single.forEach((table, j) => {
      if (j < NEIGHBOURS || j >= last) pairs += this.#sumDual(table, z, this.#longest(), 1.5);
    });
    let triples = 0;
    for (const table of this.#double) triples += this.#sumDual(table, z, this.#longest() / 4, 2);
    let mean = 0;
    for (let k = 0, r = 0; k < this.#n; k++, r = (r + z) & (this.#n - 1))
      mean += this.#products[k]! * (1 + this.#bernoulli[r]!);
    let products = 0;
    for (const earlier of this.#multipliers)
      products += this.#sumProducts(z, earlier) + this.#sumProducts(earlier, z);
    return { pairs, triples, products, mean: mean / this.#n - 1 };
  }

  /** Σ |h|^(-2·exponent) over vectors of the dual lattice, one vector for each h of the new dimension. */
  #sumDual(table: Float32Array, z: number, longest: number, exponent: number): number {
    const mask = this.#n - 1;
    let sum = 0;
    for (let h = 1, r = z & mask; h <= longest; h++, r = (r + z) & mask) {
      const square = table[-r & mask]! + h * h;
      sum += exponent === 2 ? 1 / (square * square) : 1 / (square * Math.sqrt(square));
    }
    return sum;
  }

  /** Σ 1/(g·h)² over the entries h for the first multiplier, each with the smallest g for the second with g·b ≡ h·a. */
  #sumProducts(a: number, b: number): number {
    const mask = this.#n - 1;
    const ratio = Math.imul(a, invert(b)) & mask;
    let sum = 0;
    for (let h = 1, r = ratio; h <= PRODUCT_REACH; h++, r = (r + ratio) & mask) {
      const g = Math.min(r, this.#n - r);
      sum += 1 / (g * h) ** 2;
    }
    return sum;
  }

  /**
   * Maximum entry of h in sums over dual lattices: it grows with √n and exceeds the best pair's shortest vector,
   * 1.07·√n. A lower bound would leave too little to compare.
   */
  #longest(): number {
    return 80 * 2 ** ((Math.log2(this.#n) - 12) >> 1);
  }

  #add(z: number): void {
    const mask = this.#n - 1;
    if (this.#multipliers.length < MEAN_DIMENSIONS) {
      for (let k = 0, r = 0; k < this.#n; k++, r = (r + z) & mask)
        this.#products[k]! *= 1 + this.#bernoulli[r]!;
    }
    const limit = this.#longest();
    const single = new Float32Array(this.#n).fill(FAR);
    for (let h = -limit; h <= limit; h++) if (h !== 0) lower(single, (h * z) & mask, h * h);
    if (this.#multipliers.length < NEIGHBOURS) {
      for (const earlier of this.#multipliers) this.#double.push(this.#combine(earlier, z, limit * 0.75));
    }
    this.#single.push(single);
    this.#multipliers.push(z);
  }

  #combine(a: number, b: number, limit: number): Float32Array {
    const table = new Float32Array(this.#n).fill(FAR);
    for (let g = -limit; g <= limit; g++) {
      for (let h = -limit; h <= limit; h++)
        if (g !== 0 && h !== 0) lower(table, (g * a + h * b) & (this.#n - 1), g * g + h * h);
    }
    return table;
  }
}

function lower(table: Float32Array, index: number, value: number): void {
  if (value < table[index]!) table[index] = value;
}

/** The inverse of an odd number modulo 2^32 (Newton's iteration). */
function invert(odd: number): number {
  let inverse = odd;
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}

const rows = SIZES.map((n) => {
  const multipliers = new LatticeSearch(n).run(DIMENSIONS);
  console.log(`${n}: ${multipliers.join(' ')}`);
  const lines: string[] = [];
  for (let i = 0; i < DIMENSIONS; i += 16) lines.push(`        ${multipliers.slice(i, i + 16).join(', ')},`);
  return `    {\n${lines.join('\n')}\n    },`;
});
const header = `// Generating vectors of the lattices that Joint cores draw from (lattice.c), one row for each number of points. Written by
// scripts/find-lattices.ts, which says what they are good for.
#pragma once
#include <stdint.h>

enum { LATTICE_DIMENSIONS = ${DIMENSIONS}, LATTICE_LEAST_BITS = 12, LATTICE_MOST_BITS = 16 };

static const uint16_t LATTICE_GENERATORS[LATTICE_MOST_BITS - LATTICE_LEAST_BITS + 1][LATTICE_DIMENSIONS] = {
${rows.join('\n')}
};
`;
writeFileSync(join(findProjectRoot(), 'wasm/kernels/lattice-generators.h'), header);
