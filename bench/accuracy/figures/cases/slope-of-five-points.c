double one(void) {
  double sum = 0;
  for (int i = -2; i <= 2; i++) sum += i * (3 * i + UxHwDoubleGaussDist(0, 0.2));
  return sum / 10;
}
