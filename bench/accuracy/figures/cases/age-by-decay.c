double one(void) {
  return -8033 * log(UxHwDoubleGaussDist(0.42, 0.01) / UxHwDoubleGaussDist(0.98, 0.01));
}
