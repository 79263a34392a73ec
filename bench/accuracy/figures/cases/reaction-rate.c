double one(void) {
  double a = UxHwDoubleLognormalDist(23, 0.2), e = UxHwDoubleGaussDist(53000, 800), t = UxHwDoubleGaussDist(298, 1);
  return a * exp(-e / (8.314 * t));
}
