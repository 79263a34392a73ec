double one(void) {
  double n = UxHwDoubleUniformDist(0.025, 0.035), b = UxHwDoubleGaussDist(4, 0.1), h = UxHwDoubleGaussDist(1.2, 0.1);
  double area = b * h, radius = area / (b + 2 * h);
  return area * pow(radius, 2.0 / 3) * sqrt(UxHwDoubleUniformDist(0.0009, 0.0011)) / n;
}
