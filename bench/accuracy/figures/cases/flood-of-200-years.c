double one(void) {
  double m = UxHwDoubleGumbel1Dist(1013, 558);
  for (int n = 2; n <= 200; n++) m = fmax(m, UxHwDoubleGumbel1Dist(1013, 558));
  return m;
}
