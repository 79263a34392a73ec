double one(void) {
  double in = UxHwDoubleGaussDist(90, 1), out = UxHwDoubleGaussDist(60, 1), cold = UxHwDoubleGaussDist(20, 1);
  double first = in - 45, last = out - cold;
  return UxHwDoubleGaussDist(350, 25) * (first - last) / log(first / last);
}
