double one(void) {
  double b = UxHwDoubleGaussDist(0.5, 0.05), g = UxHwDoubleGaussDist(0.2, 0.02), s = 0.99, i = 0.01;
  for (int day = 0; day < 20; day++) {
    double caught = b * s * i;
    s -= caught;
    i += caught - g * i;
  }
  return i;
}
