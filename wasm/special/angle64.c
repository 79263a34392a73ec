// Angles of doubles as sums of two doubles, so that only the final sum is rounded.
#include "pair64.h"

// arctan(k / 16)
static const ux_pair64 STEPS[] = {
    {0, 0}, {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60}, {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58}, {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57}, {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56}, {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56}, {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55}, {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57}, {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56}, {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

ux_pair64 __ux_subtract_angle64(double high, double low, ux_pair64 a) {
  double rest = high - a.high;
  return (ux_pair64){rest, ((high - rest) - a.high) + low - a.low};
}

// The nearest step is subtracted, and the series handles the rest, t = (a - c b) / (b + c a), which is at most 1/32.
static ux_pair64 __ux_small_angle64(ux_pair64 a, ux_pair64 b) {
  int k = (int)(16 * a.high / b.high + 0.5);
  double c = k / 16.0;
  ux_pair64 cb = ux_product64(c, b.high), ca = ux_product64(c, a.high);
  double above = a.high - cb.high, above_low = (a.low - cb.low) - c * b.low;
  double below = b.high + ca.high, below_low = (ca.high - (below - b.high)) + ca.low + b.low + c * a.low;
  ux_pair64 t = ux_divide64((ux_pair64){above, above_low}, (ux_pair64){below, below_low});
  double u = t.high * t.high;
  double series = t.high * u * (-1.0 / 3 + u * (1.0 / 5 + u * (-1.0 / 7 + u * (1.0 / 9 - u / 11))));
  double high = STEPS[k].high + t.high;
  return (ux_pair64){high, (t.high - (high - STEPS[k].high)) + STEPS[k].low + t.low + series};
}

ux_pair64 __ux_angle64(ux_pair64 a, ux_pair64 b) {
  if (a.high <= b.high) return __ux_small_angle64(a, b);
  return __ux_subtract_angle64(UX_PI_64 / 2, UX_PI_LOW_64 / 2, __ux_small_angle64(b, a));
}
