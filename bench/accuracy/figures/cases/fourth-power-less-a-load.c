double one(void) {
  double x1 = UxHwDoubleGaussDist(0, 1), x2 = UxHwDoubleGaussDist(0, 1);
  return 2 - x2 + 256 * pow(x1, 4);
}
