// The part of <uxhw.h> that the programs of this bench use, for native compilers.
#ifdef __cplusplus
extern "C" {
#endif
double UxHwDoubleUniformDist(double low, double high);
double UxHwDoubleGaussDist(double mean, double deviation);
#ifdef __cplusplus
}
#endif
