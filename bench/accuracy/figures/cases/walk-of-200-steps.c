double one(void) {
  double w = 0;
  for (int i = 0; i < 200; i++) w += UxHwDoubleGaussDist(0, 1);
  return w;
}
