double one(void) {
  double s = 1;
  for (int i = 0; i < 5; i++) s += 5 * UxHwDoubleUniformDist(0, 1);
  return 1e6 * pow(s, -6);
}
