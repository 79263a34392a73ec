// The core's uncertainty API: create distributions, query them, and pass them on.
//
// Every function has a Double and a Float form. Functions that create a distribution return a value that can be used
// like any other number; results computed from it also carry a distribution, and printing such a value prints both.
// Out-of-range parameters yield NaN; a scale of zero yields a plain number. An uncertain parameter counts as its
// particle.
//
// @families
//
// @functions
//
// BayesLaplace also takes the arguments of BayesLaplaceWithArguments; observations defaults to 1.
#ifndef UXHW_H
#define UXHW_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Prints only the particle when it is inserted into a format: "%" SignaloidParticleModifier "lf".
#define SignaloidParticleModifier "P"

#ifdef __cplusplus
#define UXHW_BOOL bool
extern "C" {
#else
#define UXHW_BOOL _Bool
#endif

// ---- double --------------------------------------------------------------------------------------------------------
typedef struct {
  double sample;
  double sampleWeight;
} WeightedDoubleSample;

// @prototypes double

// ---- float ---------------------------------------------------------------------------------------------------------
typedef struct {
  float sample;
  float sampleWeight;
} WeightedFloatSample;

// @prototypes float

#ifdef __cplusplus
}  // extern "C"

static inline double UxHwDoubleDistFromWeightedSamples(WeightedDoubleSample *samples, size_t n) {
  return UxHwDoubleDistFromWeightedSamples(samples, n, 0);
}
static inline double UxHwDoubleBayesLaplace(double (*model)(void *, double), void *args, double prior, double evidence) {
  return UxHwDoubleBayesLaplaceWithArguments(model, args, prior, evidence, 1);
}
static inline double UxHwDoubleBayesLaplace(double (*model)(void *, double), void *args, double prior, double evidence, size_t observations) {
  return UxHwDoubleBayesLaplaceWithArguments(model, args, prior, evidence, observations);
}

static inline float UxHwFloatDistFromWeightedSamples(WeightedFloatSample *samples, size_t n) {
  return UxHwFloatDistFromWeightedSamples(samples, n, 0);
}
static inline float UxHwFloatBayesLaplace(float (*model)(void *, float), void *args, float prior, float evidence) {
  return UxHwFloatBayesLaplaceWithArguments(model, args, prior, evidence, 1);
}
static inline float UxHwFloatBayesLaplace(float (*model)(void *, float), void *args, float prior, float evidence, size_t observations) {
  return UxHwFloatBayesLaplaceWithArguments(model, args, prior, evidence, observations);
}
#else

// The number of arguments of two functions changed between versions of the API. These macros accept both numbers.
#define UXHW_PICK_3RD(a, b, c, ...) c
#define UXHW_PICK_6TH(a, b, c, d, e, f, ...) f

#define UXHW_DOUBLE_WEIGHTED_2(samples, n) (UxHwDoubleDistFromWeightedSamples)(samples, n, 0)
#define UXHW_DOUBLE_WEIGHTED_3(samples, n, unweighted) (UxHwDoubleDistFromWeightedSamples)(samples, n, unweighted)
#define UxHwDoubleDistFromWeightedSamples(samples, ...) \
  UXHW_PICK_3RD(__VA_ARGS__, UXHW_DOUBLE_WEIGHTED_3, UXHW_DOUBLE_WEIGHTED_2, 0)(samples, __VA_ARGS__)

#define UXHW_DOUBLE_BAYES_3(likelihood, prior, evidence) (UxHwDoubleBayesLaplace)(likelihood, prior, evidence)
#define UXHW_DOUBLE_BAYES_4(model, args, prior, evidence) \
  UxHwDoubleBayesLaplaceWithArguments(model, args, prior, evidence, 1)
#define UXHW_DOUBLE_BAYES_5(model, args, prior, evidence, observations) \
  UxHwDoubleBayesLaplaceWithArguments(model, args, prior, evidence, observations)
#define UxHwDoubleBayesLaplace(...)                                                                       \
  UXHW_PICK_6TH(__VA_ARGS__, UXHW_DOUBLE_BAYES_5, UXHW_DOUBLE_BAYES_4, UXHW_DOUBLE_BAYES_3, 0)(__VA_ARGS__)

#define UXHW_FLOAT_WEIGHTED_2(samples, n) (UxHwFloatDistFromWeightedSamples)(samples, n, 0)
#define UXHW_FLOAT_WEIGHTED_3(samples, n, unweighted) (UxHwFloatDistFromWeightedSamples)(samples, n, unweighted)
#define UxHwFloatDistFromWeightedSamples(samples, ...) \
  UXHW_PICK_3RD(__VA_ARGS__, UXHW_FLOAT_WEIGHTED_3, UXHW_FLOAT_WEIGHTED_2, 0)(samples, __VA_ARGS__)

#define UXHW_FLOAT_BAYES_3(likelihood, prior, evidence) (UxHwFloatBayesLaplace)(likelihood, prior, evidence)
#define UXHW_FLOAT_BAYES_4(model, args, prior, evidence) \
  UxHwFloatBayesLaplaceWithArguments(model, args, prior, evidence, 1)
#define UXHW_FLOAT_BAYES_5(model, args, prior, evidence, observations) \
  UxHwFloatBayesLaplaceWithArguments(model, args, prior, evidence, observations)
#define UxHwFloatBayesLaplace(...)                                                                       \
  UXHW_PICK_6TH(__VA_ARGS__, UXHW_FLOAT_BAYES_5, UXHW_FLOAT_BAYES_4, UXHW_FLOAT_BAYES_3, 0)(__VA_ARGS__)

// Programs that use this API rely on the macros min and max. Floating-point operands are passed to fmin and fmax, which
// are computed for every draw, whereas a comparison would decide for all draws at once. Integers are compared. The
// build defines UXHW_NO_MIN_MAX if a program has functions with these names.
#ifndef UXHW_NO_MIN_MAX
double (fmin)(double, double);
double (fmax)(double, double);
float (fminf)(float, float);
float (fmaxf)(float, float);
long double (fminl)(long double, long double);
long double (fmaxl)(long double, long double);
// Constants are compared as well, because they may appear in an initialiser.
#define UXHW_EITHER(a, b, function, comparison)                                                        \
  __builtin_choose_expr(__builtin_constant_p(a) & __builtin_constant_p(b), comparison,                 \
                        _Generic(1 ? (a) : (b), float: function##f((a), (b)), double: function((a), (b)), \
                                 long double: function##l((a), (b)), default: comparison))
#ifndef min
#define min(a, b) UXHW_EITHER(a, b, fmin, ((a) < (b) ? (a) : (b)))
#endif
#ifndef max
#define max(a, b) UXHW_EITHER(a, b, fmax, ((a) > (b) ? (a) : (b)))
#endif
#endif

#endif  // __cplusplus
#endif  // UXHW_H
