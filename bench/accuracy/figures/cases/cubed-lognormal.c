double one(void) {
  return exp(3 * UxHwDoubleGaussDist(0, 1));
}
