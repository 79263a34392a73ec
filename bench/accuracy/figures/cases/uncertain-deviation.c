double one(void) {
  return UxHwDoubleGaussDist(0, UxHwDoubleLognormalDist(-0.7, 0.6));
}
