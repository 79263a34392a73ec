// Angles of long doubles as sums of two long doubles, analogous to angle64.c for doubles.
#include "pair.h"

static const ux_pair PI = {0x0.c90fdaa22168c234c4c6628b80dcp2L, 0x0.e68948127044533e63a0105df532p-113L};

// arctan(k / 16)
static const ux_pair STEPS[] = {
    {0, 0},
    {0x0.ffaaddb967ef4e36cb2792dc0e2ep-4L, 0x0.d51319c12cf59d4b2dc387a9f804p-120L},
    {0x0.feadd4d5617b6e32c897989f3e888p-3L, 0x0.ef78b3957d95d9ad922ec93577df8p-119L},
    {0x0.bdcbda5e72d811347b0b4f881c9c8p-2L, -0x0.b786c52ff297c75d4d50fa595b0ep-118L},
    {0x0.fadbafc96406eb156dc79ef5f7a2p-2L, 0x0.bf2d53fd481c459c1b5bd1d3b3e48p-117L},
    {0x0.9b13b9b83f5e5e69c5abb498d27bp-1L, -0x0.cd7f75b707af4d0aa000a5a6ff3fp-117L},
    {0x0.b7b0ca0f26f784738aa32122dcfe8p-1L, -0x0.edf309ef1a2146aea8cee33068d7p-115L},
    {0x0.d327761e611fe5b6427c95e9001e8p-1L, -0x0.ec991ffbf22de9e58c3d9988070fp-117L},
    {0x0.ed63382b0dda7b456fe445ecbc3a8p-1L, 0x0.d036e141587261cdf00e2cf16e6e8p-117L},
    {0x0.832bf4a6d9867e2a4b6a09cb61a5p0L, 0x0.ae0788aae6c3ba6efde2ae35ee79p-115L},
    {0x0.8f005d5ef7f59f9b5c835e1665c4p0L, 0x0.dd1e46299f8194acdd73d4f691b48p-114L},
    {0x0.9a2f80e671bdda204226f8e2205p0L, -0x0.c43251b90f9e8b762a38878b2e188p-116L},
    {0x0.a4bc7d1934f7092419a87f2a457d8p0L, 0x0.b27b8fc21a27bacae79c85219996p-114L},
    {0x0.aeac4c38b4d8c08014725e2f3e52p0L, 0x0.e1406e8568c87dffc4c0880f28f88p-117L},
    {0x0.b8053e2bc2319e73cb2da55210a48p0L, -0x0.ef0b0a144cfbace195fd7fb7aa828p-114L},
    {0x0.c0ce85b8ac52664089dd62c46e93p0L, -0x0.bb654e22f30a217921391efd730cp-117L},
    {0x0.c90fdaa22168c234c4c6628b80dcp0L, 0x0.e68948127044533e63a0105df532p-115L},
};

// Terms (-1)^n / (2n + 1) from n = 1 onwards.
static const ux_extended SERIES[] = {
    -1 / 3.0L,  1 / 5.0L,   -1 / 7.0L,  1 / 9.0L,  -1 / 11.0L, 1 / 13.0L,
    -1 / 15.0L, 1 / 17.0L, -1 / 19.0L, 1 / 21.0L, -1 / 23.0L, 1 / 25.0L,
};

// Requires 0 ≤ y ≤ x. Subtracts the nearest step. The series handles the rest, t = (y - c x) / (x + c y), which is at
// most 1/32.
static ux_pair __ux_small_angle(ux_extended y, ux_extended x) {
  int k = (int)(16 * y / x + 0.5L);
  ux_extended c = k / 16.0L;
  ux_pair cx = ux_product(c, x), cy = ux_product(c, y);
  ux_extended above = y - cx.high, below = x + cy.high, below_low = (cy.high - (below - x)) + cy.low;
  ux_extended t = above / below;
  ux_pair back = ux_product(t, below);
  ux_extended t_low = (((above - back.high) - back.low) - cx.low - t * below_low) / below;
  ux_extended square = t * t, sum = 0;
  for (int n = sizeof SERIES / sizeof *SERIES - 1; n >= 0; n--) sum = sum * square + SERIES[n];
  return ux_add(STEPS[k], ux_quick_sum(t, t_low + t * square * sum));
}

ux_pair __ux_angle_pair(ux_extended y, ux_extended x) {
  ux_extended ay = __builtin_fabsl(y), ax = __builtin_fabsl(x);
  ux_pair angle = ay <= ax ? __ux_small_angle(ay, ax)
                           : ux_add((ux_pair){PI.high / 2, PI.low / 2}, ux_negative(__ux_small_angle(ax, ay)));
  if (__builtin_signbitl(x)) angle = ux_add(PI, ux_negative(angle));
  return __builtin_signbitl(y) ? ux_negative(angle) : angle;
}
