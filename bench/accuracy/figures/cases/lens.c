double one(void) {
  double f = UxHwDoubleGaussDist(50, 0.5), d = UxHwDoubleGaussDist(60, 1);
  return 1 / (1 / f - 1 / d);
}
