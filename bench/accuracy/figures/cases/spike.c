double one(void) {
  double x = UxHwDoubleGaussDist(0, 1);
  return exp(-pow((x - 2.5) / 0.01, 2) / 2);
}
