double one(void) {
  double a = UxHwDoubleGaussDist(0.9, 0.002), b = UxHwDoubleGaussDist(1.1, 0.002), c = UxHwDoubleGaussDist(250, 0.02);
  return c * sin(a) / sin(a + b);
}
