double one(void) {
  return floor(UxHwDoubleExponentialDist(3)) + round(UxHwDoubleGaussDist(7.3, 1.5));
}
