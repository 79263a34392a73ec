double one(void) {
  double pi = acos(-1), l = UxHwDoubleGaussDist(1, 0.003), t = UxHwDoubleGaussDist(2.006, 0.02);
  return 4 * pi * pi * l / (t * t);
}
