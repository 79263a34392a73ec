double one(void) {
  return tanh(UxHwDoubleGaussDist(1, 0.2) + UxHwDoubleGaussDist(2, 0.3));
}
