double one(void) {
  double s = 100 * exp(UxHwDoubleGaussDist(0.03, 0.2));
  return fmax(110 - s, 0) - fmax(90 - s, 0);
}
