// The logarithm of doubles as a sum of two doubles, analogous to extended.c for long doubles.
#include <math.h>

#include "pair64.h"

// Parts of ln 2: the product of the first part and an 11-bit integer is exact.
static const ux_pair64 LN2 = {0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45};

// The values of ln(j / 64) from j = 45 onwards.
enum { FIRST_LOG = 45 };
static const ux_pair64 LOGS[] = {
    {-0x1.68ac83e9c6a14p-2, -0x1.a64eadd740178p-58}, {-0x1.522ae0738a3d8p-2, 0x1.8f7e9b38a6979p-57},
    {-0x1.3c25277333184p-2, 0x1.2ad27e50a8ec6p-56}, {-0x1.269621134db92p-2, -0x1.e0efadd9db02bp-56},
    {-0x1.1178e8227e47cp-2, 0x1.0e63a5f01c691p-57}, {-0x1.f991c6cb3b379p-3, -0x1.f665066f980a2p-57},
    {-0x1.d1037f2655e7bp-3, -0x1.60629242471a2p-57}, {-0x1.a93ed3c8ad9e3p-3, -0x1.bcafa9de97203p-57},
    {-0x1.823c16551a3c2p-3, 0x1.1232ce70be781p-57}, {-0x1.5bf406b543db2p-3, 0x1.1f5b44c0df7e7p-61},
    {-0x1.365fcb0159016p-3, -0x1.7d411a5b944adp-58}, {-0x1.1178e8227e47cp-3, 0x1.0e63a5f01c691p-58},
    {-0x1.da727638446a2p-4, -0x1.401fa71733019p-58}, {-0x1.9335e5d594989p-4, 0x1.478a85704ccb7p-58},
    {-0x1.4d3115d207eacp-4, -0x1.769f42c7842ccp-58}, {-0x1.08598b59e3a07p-4, 0x1.dd7009902bf32p-58},
    {-0x1.894aa149fb343p-5, -0x1.a8be97660a23dp-60}, {-0x1.0415d89e74444p-5, -0x1.c05cf1d753622p-59},
    {-0x1.0205658935847p-6, -0x1.27c8e8416e71fp-60}, {0, 0}, {0x1.fc0a8b0fc03e4p-7, -0x1.83092c59642a1p-62},
    {0x1.f829b0e7833p-6, 0x1.33e3f04f1ef23p-60}, {0x1.77458f632dcfcp-5, 0x1.18d3ca87b9296p-59},
    {0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59}, {0x1.341d7961bd1d1p-4, -0x1.b599f227becbbp-58},
    {0x1.6f0d28ae56b4cp-4, -0x1.906d99184b992p-58}, {0x1.a926d3a4ad563p-4, 0x1.942f48aa70ea9p-58},
    {0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60}, {0x1.0d77e7cd08e59p-3, 0x1.9a5dc5e9030acp-57},
    {0x1.29552f81ff523p-3, 0x1.301771c407dbfp-57}, {0x1.44d2b6ccb7d1ep-3, 0x1.9f4f6543e1f88p-57},
    {0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58}, {0x1.7ab890210d909p-3, 0x1.be36b2d6a0608p-59},
    {0x1.9525a9cf456b4p-3, 0x1.d904c1d4e2e26p-57}, {0x1.af3c94e80bff3p-3, -0x1.398cff3641985p-58},
    {0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57}, {0x1.e27076e2af2e6p-3, -0x1.61578001e0162p-59},
    {0x1.fb9186d5e3e2bp-3, -0x1.caaae64f21acbp-57}, {0x1.0a324e27390e3p-2, 0x1.7dcfde8061c03p-56},
    {0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61}, {0x1.22941fbcf7966p-2, -0x1.76f5eb09628afp-56},
    {0x1.2e8e2bae11d31p-2, -0x1.8f4cdb95ebdf9p-56}, {0x1.3a64c556945eap-2, -0x1.c68651945f97cp-57},
    {0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56}, {0x1.51aad872df82dp-2, 0x1.3927ac19f55e3p-59},
    {0x1.5d1bdbf5809cap-2, 0x1.4236383dc7fe1p-56}, {0x1.686c81e9b14afp-2, -0x1.ddea0f7f58e3dp-57},
};

// Computes ln(c · (1 + t)/(1 − t) · 2^k), where c is the nearest 64th: t is below 1/160, and its series yields 2
// artanh(t) (Abramowitz and Stegun 4.1.27).
ux_pair64 __ux_log_pair64(ux_pair64 x) {
  int exponent;
  double m = frexp(x.high, &exponent);
  if (m < 0.70710678) m *= 2, exponent--;
  double m_low = ldexp(x.low, -exponent);
  int j = (int)(m * 64 + 0.5);
  double c = j / 64.0;
  ux_pair64 above = ux_sum64(m - c, m_low), below = ux_sum64(m, c);
  below.low += m_low;
  ux_pair64 t = ux_divide64(above, below);
  double square = t.high * t.high;
  double series = square * (1 / 3.0 + square * (1 / 5.0 + square * (1 / 7.0 + square * (1 / 9.0 + square / 11))));
  ux_pair64 whole = {exponent * LN2.high, exponent * LN2.low}, rest = {2 * t.high, 2 * (t.low + t.high * series)};
  return ux_add64(ux_add64(whole, LOGS[j - FIRST_LOG]), rest);
}
