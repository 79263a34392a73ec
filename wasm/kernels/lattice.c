// Randomised rank-1 lattices (Korobov 1959; Sloan and Joe 1994): the coordinates from which the first sources in a
// Joint core draw their lanes. In the dimension with multiplier z, point i has the coordinate (i·z mod n) / n. For sets
// with smooth boundaries in low dimensions, lattices are more accurate than digital nets, which matters for the
// distribution of a result (docs/decisions). Each dimension is shifted by a random number of steps and reflected at
// random, and each coordinate is placed at random within its step, so that every point is uniform and each step
// contains exactly one point.
#include "lattice-generators.h"

#include "kernels.h"

uint32_t KERNEL(lattice_dimensions)(size_t n) { return n >> LATTICE_LEAST_BITS ? LATTICE_DIMENSIONS : 0; }

// Fills the lanes from `first` up to but excluding `end` with the coordinates of points in one dimension of the
// lattice, each in (0, 1). `n` is the number of points, a power of two from 2^12 to 2^16.
void KERNEL(fill_lattice)(double *uniforms, size_t n, uint32_t dimension, uint32_t seed_low, uint32_t seed_high,
                          size_t first, size_t end) {
  uint64_t seed = ux_hash_seed((uint64_t)seed_high << 32 | seed_low, dimension);
  uint32_t multiplier = LATTICE_GENERATORS[__builtin_ctz((uint32_t)n) - LATTICE_LEAST_BITS][dimension];
  uint32_t mask = (uint32_t)n - 1, shift = (uint32_t)(seed >> 1), place = (uint32_t)(seed >> 32);
  uint32_t reflection = seed & 1 ? mask : 0;
  double step = 1 / (double)n;
  // Taking every fourth point of a lattice yields a lattice with a quarter of the points; a block of lanes is such a
  // lattice.
  uint32_t quarter = (uint32_t)n / 4, within_block = quarter - 1;
  int block_bits = __builtin_ctz(quarter);
  for (size_t lane = first; lane < end; lane++) {
    uint32_t i = ((uint32_t)lane & within_block) << 2 | (uint32_t)lane >> block_bits;
    uint32_t cell = ((i * multiplier + shift) & mask) ^ reflection;
    double within = ((double)ux_mix_bits(i * 0x9E3779B1u + place) + 0.5) * 0x1p-32;
    uniforms[lane] = ((double)cell + within) * step;
  }
}
