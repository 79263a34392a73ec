double one(void) {
  double s = UxHwDoubleGaussDist(200, 15), c = UxHwDoubleLognormalDist(30, 0.4);
  return c * pow(s, -3) + 0.1 * c * pow(s * UxHwDoubleUniformDist(0.9, 1.1), -3);
}
