double one(void) {
  double z = UxHwDoubleGaussDist(0, 1), u = UxHwDoubleGaussDist(0, 1);
  return cosh(z + u) - z;
}
