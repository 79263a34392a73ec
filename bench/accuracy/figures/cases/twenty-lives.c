double one(void) {
  double e = 0;
  for (int i = 0; i < 20; i++) e += UxHwDoubleExponentialDist(1);
  return e;
}
