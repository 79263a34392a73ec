double one(void) {
  return sqrt(2 * UxHwDoubleGaussDist(1800, 60) / UxHwDoubleGaussDist(1.18, 0.02));
}
