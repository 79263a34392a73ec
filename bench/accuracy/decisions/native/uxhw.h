// The part of <uxhw.h> that these benchmarks' programs use, for native compilers.
#ifdef __cplusplus
extern "C" {
#endif
double UxHwDoubleUniformDist(double low, double high);
double UxHwDoubleGaussDist(double mean, double deviation);
double UxHwDoubleExponentialDist(double mean);
double UxHwDoubleGumbel1Dist(double location, double scale);
double UxHwDoubleLognormalDist(double mean, double deviation);
double UxHwDoubleWeibullDist(double shape, double scale);
#ifdef __cplusplus
}
#endif
