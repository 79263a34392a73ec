double one(void) {
  return sqrt(UxHwDoubleGaussDist(1, 0.2) + UxHwDoubleGaussDist(2, 0.3));
}
