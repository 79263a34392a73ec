// The functions of <uxhw.h>, as a thin layer over calls to the core. Programs see each function as UxHw…; the names are
// in parentheses here because the header defines some of them as macros. The code below does no arithmetic on values
// that may be boxes, because parameters count as their particles.
#define UXHW_NO_MIN_MAX
#include <uxhw.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decisions.h"

// ---- common parts of both widths -------------------------------------------------------------------------------------
static double __ux_made64(ux_handle h) { return __ux_box64(h, __ux_core_result_particle()); }
// The core works in double precision, so the positions in the distribution of a float are rounded to floats here.
static float __ux_made32(ux_handle h) {
  float particle = (float)__ux_core_result_particle();
  if (!h) return particle;
  (void)__ux_box64(h, particle);  // keeps the record alive until the value is rounded
  return __ux_box32(__ux_core_unary(UX_UNARY_DEMOTE | UX_SINGLE_PRECISION, h, particle), particle);
}

// A likelihood of either width, with or without a context.
typedef struct {
  int single;
  int has_context;
  void *function;
  void *context;
} ux_likelihood;

// Called by the core: returns a handle to the evidence's distribution, given `hypothesis`. Until the next call,
// `__ux_likelihood_particle` returns the particle of this distribution.
static double __ux_last_likelihood_particle;
UX_EXPORT(__ux_likelihood_particle) double __ux_likelihood_particle(void) { return __ux_last_likelihood_particle; }

UX_EXPORT(__ux_call_likelihood)
ux_handle __ux_call_likelihood(const ux_likelihood *l, double hypothesis) {
  if (l->single) {
    float x = (float)hypothesis;
    float r = l->has_context ? ((float (*)(void *, float))l->function)(l->context, x) : ((float (*)(float))l->function)(x);
    __ux_last_likelihood_particle = __ux_particle32(r);
    return __ux_handle32(r);
  }
  double r = l->has_context ? ((double (*)(void *, double))l->function)(l->context, hypothesis)
                            : ((double (*)(double))l->function)(hypothesis);
  __ux_last_likelihood_particle = __ux_particle64(r);
  return __ux_handle64(r);
}

// Space for handles and particles that the core writes. It is on the heap, because a caller may ask for thousands of
// them.
typedef struct {
  ux_handle *handles;
  double *particles;
} ux_row;

static void *__ux_allocate(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) {
    static const char message[] = "out of memory: the heap has no room for the samples of a distribution";
    __ux_core_fatal(message, sizeof message - 1);
  }
  return block;
}

static size_t __ux_samples(size_t count, size_t each) {
  size_t product;
  if (__builtin_mul_overflow(count, each, &product)) {
    static const char message[] = "a distribution has more samples than memory can hold";
    __ux_core_fatal(message, sizeof message - 1);
  }
  return product;
}

// ---- draws one by one ---------------------------------------------------------------------------------------------
// Number of draws to iterate over, which is 1 within a draw or if every value is a single number.
static int __ux_count_draws(void) {
  if (__ux_draw_frame && __ux_is_drawing()) return 1;
  int draws = __ux_core_joint_draws();
  return draws < 0 ? -draws : draws;
}

// `frame` is a position in the caller's stack.
static void __ux_enter_draw(int draw, const char *frame) {
  __ux_draw_frame = frame;
  __ux_core_enter_draw(draw);
}

static void __ux_leave_draws(void) {
  __ux_draw_frame = NULL;
  __ux_core_enter_draw(-1);
}

// Tests whether the requirements of a function are met. If they are not, prints a message for the user.
static int __ux_may_run(const char *name, int is_there, size_t count) {
  if (is_there && count) return 1;
  fprintf(stderr, "%s: %s, so the call did nothing\n", name, is_there ? "a count is 0" : "a pointer is NULL");
  return 0;
}

static int __ux_are_there(void *const *pointers, size_t count) {
  if (!pointers) return 0;
  for (size_t i = 0; i < count; ++i)
    if (!pointers[i]) return 0;
  return 1;
}

// ---- one set of functions per width -------------------------------------------------------------------------------
#define API(T, N, W, SINGLE)                                                                                          \
  static const T *__ux_plain_copy##W(const T *samples, size_t n, T **copy) {                                          \
    *copy = NULL;                                                                                                     \
    for (size_t i = 0; i < n; ++i) {                                                                                  \
      if (!__ux_is_box##W(samples[i])) continue;                                                                      \
      if (!*copy) memcpy(*copy = __ux_allocate(n, sizeof(T)), samples, n * sizeof(T));                                \
      (*copy)[i] = __ux_parameter##W(samples[i]);                                                                     \
    }                                                                                                                 \
    return *copy ? *copy : samples;                                                                                   \
  }                                                                                                                   \
  T(UxHw##N##DistFromSamples)(T * samples, size_t n) {                                                                \
    T *copy;                                                                                                          \
    const T *plain = __ux_plain_copy##W(samples, n, &copy);                                                           \
    ux_handle h = __ux_core_from_samples(plain, n, SINGLE);                                                           \
    free(copy);                                                                                                       \
    return __ux_made##W(h);                                                                                           \
  }                                                                                                                   \
  T(UxHw##N##DistFromWeightedSamples)(Weighted##N##Sample * samples, size_t n, size_t unweightedCount) {              \
    (void)unweightedCount;                                                                                            \
    T *copy;                                                                                                          \
    const T *plain = __ux_plain_copy##W((const T *)samples, __ux_samples(n, 2), &copy);                               \
    ux_handle h = __ux_core_from_weighted_samples(plain, n, SINGLE);                                                  \
    free(copy);                                                                                                       \
    return __ux_made##W(h);                                                                                           \
  }                                                                                                                   \
  void(UxHw##N##DistFromMultidimensionalSamples)(T * dest, void *samples, size_t n, size_t cardinality) {             \
    T *copy;                                                                                                          \
    const T *plain = __ux_plain_copy##W(samples, __ux_samples(n, cardinality), &copy);                                \
    ux_row row = {__ux_allocate(cardinality, sizeof(ux_handle)), __ux_allocate(cardinality, sizeof(double))};         \
    __ux_core_from_multidimensional_samples(row.handles, row.particles, plain, n, cardinality, SINGLE);               \
    for (size_t i = 0; i < cardinality; ++i) dest[i] = __ux_box##W(row.handles[i], (T)row.particles[i]);              \
    free(copy);                                                                                                       \
    free(row.handles);                                                                                                \
    free(row.particles);                                                                                              \
  }                                                                                                                   \
  T(UxHw##N##Mixture)(T d1, T d2, T p) {                                                                              \
    return __ux_made##W(__ux_core_mixture(__ux_handle##W(d1), __ux_particle##W(d1), __ux_handle##W(d2),               \
                                          __ux_particle##W(d2), __ux_particle##W(p)));                                \
  }                                                                                                                   \
  T(UxHw##N##GetIndependentCopy)(T v) {                                                                               \
    ux_handle h = __ux_handle##W(v);                                                                                  \
    return h ? __ux_made##W(__ux_core_independent_copy(h, __ux_particle##W(v))) : v;                                  \
  }                                                                                                                   \
  void UxHw##N##GetIndependentJointMultidimensionalCopy(T *source, T *destination, size_t count) {                    \
    if (!__ux_may_run("UxHw" #N "GetIndependentJointMultidimensionalCopy", source && destination, count)) return;     \
    ux_row row = {__ux_allocate(count, sizeof(ux_handle)), __ux_allocate(count, sizeof(double))};                     \
    for (size_t i = 0; i < count; ++i) {                                                                              \
      T value = source[i];                                                                                            \
      row.handles[i] = __ux_handle##W(value);                                                                         \
      row.particles[i] = row.handles[i] ? __ux_record_particle(row.handles[i]) : (double)value;                       \
    }                                                                                                                 \
    __ux_core_independent_copies(row.handles, row.particles, count);                                                  \
    for (size_t i = 0; i < count; ++i) destination[i] = __ux_box##W(row.handles[i], (T)row.particles[i]);             \
    free(row.handles);                                                                                                \
    free(row.particles);                                                                                              \
  }                                                                                                                   \
  /* Stores values made from the numbers of all draws; frees the rows. */                                             \
  static void __ux_give_drawn##W(double *rows, T **targets, size_t count, size_t each) {                              \
    size_t all = count * each;                                                                                        \
    ux_row row = {__ux_allocate(all, sizeof(ux_handle)), __ux_allocate(all, sizeof(double))};                         \
    __ux_core_values_of_draws(row.handles, row.particles, rows, all);                                                 \
    for (size_t i = 0; i < all; ++i) targets[i / each][i % each] = __ux_box##W(row.handles[i], (T)row.particles[i]);  \
    free(row.handles);                                                                                                \
    free(row.particles);                                                                                              \
    free(rows);                                                                                                       \
  }                                                                                                                   \
  void UxHw##N##PropagateFunction(void (*function)(void *, T *, size_t, T *, size_t), void *argument, T *input,       \
                                  size_t inputCount, T *output, size_t outputCount) {                                 \
    int is_there = function && input && output;                                                                       \
    if (!__ux_may_run("UxHw" #N "PropagateFunction", is_there, inputCount && outputCount)) return;                    \
    int draws = __ux_count_draws();                                                                                   \
    char here[16];                                                                                                    \
    if (draws == 1) {                                                                                                 \
      function(argument, input, inputCount, output, outputCount);                                                     \
      return;                                                                                                         \
    }                                                                                                                 \
    T *plain = __ux_allocate(inputCount, sizeof(T)), *result = __ux_allocate(outputCount, sizeof(T));                 \
    double *rows = __ux_allocate(__ux_samples(draws, outputCount), sizeof(double));                                   \
    for (int draw = 0; draw < draws; ++draw) {                                                                        \
      __ux_enter_draw(draw, here);                                                                                    \
      for (size_t i = 0; i < inputCount; ++i) plain[i] = __ux_particle##W(input[i]);                                  \
      for (size_t i = 0; i < outputCount; ++i) result[i] = __ux_particle##W(output[i]);                               \
      function(argument, plain, inputCount, result, outputCount);                                                     \
      for (size_t i = 0; i < outputCount; ++i) rows[draw * outputCount + i] = __ux_particle##W(result[i]);            \
    }                                                                                                                 \
    __ux_leave_draws();                                                                                               \
    free(plain);                                                                                                      \
    free(result);                                                                                                     \
    __ux_give_drawn##W(rows, &output, 1, outputCount);                                                                \
  }                                                                                                                   \
  void UxHw##N##GeneratePath(void **parameters, size_t parameterCount, size_t pathLength, size_t stateCount,         \
                             void (*step)(void *, T **, size_t, size_t), T ***results) {                              \
    int is_there = step && parameters && __ux_are_there((void *const *)results, parameterCount);                      \
    for (size_t i = 0; is_there && i < parameterCount; ++i)                                                           \
      is_there = __ux_are_there((void *const *)results[i], pathLength);                                               \
    if (!__ux_may_run("UxHw" #N "GeneratePath", is_there, parameterCount && pathLength && stateCount)) return;        \
    int draws = __ux_count_draws();                                                                                   \
    char here[16];                                                                                                    \
    size_t rowBytes = stateCount * sizeof(T), pathNumbers = __ux_samples(pathLength, stateCount);                     \
    for (size_t i = 0; i < parameterCount; ++i) {                                                                     \
      T **path = results[i];                                                                                          \
      if (draws == 1) {                                                                                               \
        for (size_t index = 0; index < pathLength; ++index) step(parameters[i], path, index, stateCount);             \
        continue;                                                                                                     \
      }                                                                                                               \
      /* Each draw begins with the original contents. */                                                              \
      T *start = __ux_allocate(pathNumbers, sizeof(T));                                                               \
      for (size_t index = 0; index < pathLength; ++index) memcpy(start + index * stateCount, path[index], rowBytes);  \
      double *rows = __ux_allocate(__ux_samples(draws, pathNumbers), sizeof(double));                                 \
      for (int draw = 0; draw < draws; ++draw) {                                                                      \
        __ux_enter_draw(draw, here);                                                                                  \
        for (size_t k = 0; k < pathNumbers; ++k) path[k / stateCount][k % stateCount] = __ux_particle##W(start[k]);   \
        for (size_t index = 0; index < pathLength; ++index) step(parameters[i], path, index, stateCount);             \
        double *own = rows + draw * pathNumbers;                                                                      \
        for (size_t k = 0; k < pathNumbers; ++k) own[k] = __ux_particle##W(path[k / stateCount][k % stateCount]);     \
      }                                                                                                               \
      __ux_leave_draws();                                                                                             \
      free(start);                                                                                                    \
      __ux_give_drawn##W(rows, path, pathLength, stateCount);                                                         \
    }                                                                                                                 \
  }                                                                                                                   \
  void UxHw##N##GenerateConvergingPath(void **parameters, size_t parameterCount, size_t maxPathLength,               \
                                       size_t stateCount, bool (*step)(void *, T **, size_t, size_t), T **results) {  \
    int is_there = step && parameters && __ux_are_there((void *const *)results, parameterCount);                      \
    size_t counts = parameterCount && maxPathLength && stateCount;                                                    \
    if (!__ux_may_run("UxHw" #N "GenerateConvergingPath", is_there, counts)) return;                                  \
    int draws = __ux_count_draws();                                                                                   \
    char here[16];                                                                                                    \
    size_t pathNumbers = __ux_samples(maxPathLength, stateCount);                                                     \
    T *numbers = __ux_allocate(pathNumbers, sizeof(T)), **path = __ux_allocate(maxPathLength, sizeof(T *));           \
    for (size_t index = 0; index < maxPathLength; ++index) path[index] = numbers + index * stateCount;                \
    for (size_t i = 0; i < parameterCount; ++i) {                                                                     \
      double *rows = draws == 1 ? NULL : __ux_allocate(__ux_samples(draws, stateCount), sizeof(double));              \
      for (int draw = 0; draw < draws; ++draw) {                                                                      \
        if (rows) __ux_enter_draw(draw, here);                                                                        \
        memset(numbers, 0, pathNumbers * sizeof(T));                                                                  \
        size_t last = 0;                                                                                              \
        while (!step(parameters[i], path, last, stateCount) && last + 1 < maxPathLength) ++last;                      \
        for (size_t j = 0; j < stateCount; ++j) {                                                                     \
          if (rows) rows[draw * stateCount + j] = __ux_particle##W(path[last][j]);                                    \
          else results[i][j] = path[last][j];                                                                         \
        }                                                                                                             \
      }                                                                                                               \
      if (!rows) continue;                                                                                            \
      __ux_leave_draws();                                                                                             \
      __ux_give_drawn##W(rows, &results[i], 1, stateCount);                                                           \
    }                                                                                                                 \
    free(path);                                                                                                       \
    free(numbers);                                                                                                    \
  }                                                                                                                   \
  static T __ux_argmin##W(const char *name, T output, T *arguments, size_t count, T *minimizing) {                    \
    if (!__ux_may_run(name, arguments && minimizing, count)) return (T)__builtin_nan("");                             \
    T plain = output;                                                                                                 \
    int draws = __ux_handle##W(plain) ? __ux_core_joint_draws() : 1;                                                  \
    char here[16];                                                                                                    \
    if (draws < 0) {                                                                                                  \
      fprintf(stderr, "%s: this core does not track dependence between values, so the result is NaN; choose a core with \"+\" or " \
                      "C0-Joint\n", name);                                                                            \
      for (size_t i = 0; i < count; ++i) minimizing[i] = (T)__builtin_nan("");                                        \
      return (T)__builtin_nan("");                                                                                    \
    }                                                                                                                 \
    T least = plain;                                                                                                  \
    int best = 0;                                                                                                     \
    for (int draw = 0; draws > 1 && draw < draws; ++draw) {                                                           \
      __ux_enter_draw(draw, here);                                                                                    \
      T drawn = __ux_particle##W(output);                                                                             \
      if (draw > 0 && !(drawn < least) && least == least) continue;                                                   \
      least = drawn;                                                                                                  \
      best = draw;                                                                                                    \
    }                                                                                                                 \
    if (draws > 1) __ux_enter_draw(best, here);                                                                       \
    for (size_t i = 0; i < count; ++i) minimizing[i] = __ux_particle##W(arguments[i]);                                \
    if (draws > 1) __ux_leave_draws();                                                                                \
    return least;                                                                                                     \
  }                                                                                                                   \
  T UxHw##N##Argmin(T functionOutput, T *arguments, size_t count, T *minimizingArguments) {                           \
    return __ux_argmin##W("UxHw" #N "Argmin", functionOutput, arguments, count, minimizingArguments);                 \
  }                                                                                                                   \
  T UxHw##N##ArgminTotallyCorrelatedInputs(T functionOutput, T *arguments, size_t count, T *minimizingArguments) {    \
    return __ux_argmin##W("UxHw" #N "ArgminTotallyCorrelatedInputs", functionOutput, arguments, count,                \
                          minimizingArguments);                                                                       \
  }                                                                                                                   \
  T(UxHw##N##LimitDistributionSupport)(T v, T lo, T hi) {                                                             \
    return __ux_made##W(__ux_core_limit_support(__ux_handle##W(v), __ux_particle##W(v), __ux_parameter##W(lo),        \
                                                __ux_parameter##W(hi)));                                              \
  }                                                                                                                   \
  static T __ux_ask##W(int query, T v, double argument) {                                                             \
    return (T)__ux_core_query(query, __ux_handle##W(v), __ux_particle##W(v), argument);                               \
  }                                                                                                                   \
  T(UxHw##N##NthMoment)(T v, size_t n) { return __ux_ask##W(UX_QUERY_NTH_MOMENT, v, (double)n); }                     \
  T(UxHw##N##NthMode)(T v, size_t n) { return __ux_ask##W(UX_QUERY_NTH_MODE, v, (double)n); }                         \
  T(UxHw##N##Quantile)(T v, T p) { return __ux_ask##W(UX_QUERY_QUANTILE, v, __ux_particle##W(p)); }                   \
  T(UxHw##N##ProbabilityGT)(T v, T cutoff) {                                                                          \
    return __ux_ask##W(UX_QUERY_PROBABILITY_GT, v, __ux_particle##W(cutoff));                                         \
  }                                                                                                                   \
  T(UxHw##N##SupportMin)(T v) { return __ux_ask##W(UX_QUERY_SUPPORT_MIN, v, 0); }                                     \
  T(UxHw##N##SupportMax)(T v) { return __ux_ask##W(UX_QUERY_SUPPORT_MAX, v, 0); }                                     \
  T(UxHw##N##Sample)(T v) { return __ux_ask##W(UX_QUERY_SAMPLE, v, 0); }                                              \
  T(UxHw##N##EvaluatePDF)(T v, T x) { return __ux_ask##W(UX_QUERY_EVALUATE_PDF, v, __ux_particle##W(x)); }            \
  T(UxHw##N##MeanStandardError)(T v) { return __ux_ask##W(UX_QUERY_MEAN_ERROR, v, 0); }                               \
  T(UxHw##N##QuantileStandardError)(T v, T p) {                                                                       \
    return __ux_ask##W(UX_QUERY_QUANTILE_ERROR, v, __ux_particle##W(p));                                              \
  }                                                                                                                   \
  T(UxHw##N##ProbabilityGTStandardError)(T v, T cutoff) {                                                             \
    return __ux_ask##W(UX_QUERY_PROBABILITY_ERROR, v, __ux_particle##W(cutoff));                                      \
  }                                                                                                                   \
  void(UxHw##N##SampleBatch)(T v, T * dest, size_t n) {                                                               \
    if (!dest) {                                                                                                      \
      fputs("UxHw" #N "SampleBatch: the destination is NULL, so no sample is written\n", stderr);                     \
      return;                                                                                                         \
    }                                                                                                                 \
    __ux_core_sample_into(__ux_handle##W(v), __ux_particle##W(v), dest, n, SINGLE);                                   \
  }                                                                                                                   \
  void UxHw##N##Print(T v) {                                                                                          \
    printf("%lf", __ux_box64(__ux_handle##W(v), (double)__ux_particle##W(v)));                                        \
  }                                                                                                                   \
  static T __ux_infer##W(const ux_likelihood *l, T prior, T evidence, double observations) {                          \
    /* Stored in memory, where a collection during the likelihood finds them. */                                      \
    volatile T kept[2] = {prior, evidence};                                                                           \
    (void)kept;                                                                                                       \
    return __ux_made##W(__ux_core_bayes_laplace(l, __ux_handle##W(prior), __ux_particle##W(prior),                    \
                                                __ux_handle##W(evidence), __ux_particle##W(evidence), observations)); \
  }                                                                                                                   \
  T(UxHw##N##BayesLaplace)(T(*likelihood)(T), T prior, T evidence) {                                                  \
    ux_likelihood l = {SINGLE, 0, (void *)likelihood, NULL};                                                          \
    return __ux_infer##W(&l, prior, evidence, 1);                                                                     \
  }                                                                                                                   \
  T UxHw##N##BayesLaplaceWithArguments(T (*model)(void *, T), void *args, T prior, T evidence, size_t observations) { \
    ux_likelihood l = {SINGLE, 1, (void *)model, args};                                                               \
    return __ux_infer##W(&l, prior, evidence, (double)observations);                                                  \
  }                                                                                                                   \
  ssize_t UxHw##N##DistributionToByteArray(T v, uint8_t *buffer, size_t size) {                                       \
    size_t n = __ux_core_to_bytes(__ux_handle##W(v), __ux_particle##W(v), SINGLE, buffer, buffer ? size : 0);         \
    return buffer && n <= size ? (ssize_t)n : -1;                                                                     \
  }                                                                                                                   \
  size_t UxHw##N##GetSizeOfDistributionByteArrayInBytes(T v) {                                                        \
    return __ux_core_to_bytes(__ux_handle##W(v), __ux_particle##W(v), SINGLE, NULL, 0);                               \
  }                                                                                                                   \
  T UxHw##N##ByteArrayToDistribution(uint8_t *buffer, size_t n) {                                                     \
    ux_handle h;                                                                                                      \
    double particle;                                                                                                  \
    if (buffer && __ux_core_from_bytes(buffer, n, &h, &particle)) return __ux_box##W(h, (T)particle);                 \
    char reason[200] = "The buffer is NULL.";                                                                         \
    if (buffer) __ux_core_last_error(reason, sizeof reason);                                                          \
    fprintf(stderr, "UxHw" #N "ByteArrayToDistribution: %s The result is NaN.\n", reason);                            \
    return (T)__builtin_nan("");                                                                                      \
  }

API(double, Double, 64, 0)
API(float, Float, 32, 1)

// ---- parametric distributions --------------------------------------------------------------------------------------
#define PARAMETRIC1(name, kind)                                                                                \
  double UxHwDouble##name(double a) {                                                                                 \
    return __ux_made64(__ux_core_parametric(kind, __ux_parameter64(a), 0, 0));                                        \
  }                                                                                                                   \
  float UxHwFloat##name(float a) {                                                                                    \
    return __ux_made32(__ux_core_parametric(kind, __ux_parameter32(a), 0, 0));                                        \
  }
#define PARAMETRIC2(name, kind)                                                                                \
  double UxHwDouble##name(double a, double b) {                                                                       \
    return __ux_made64(__ux_core_parametric(kind, __ux_parameter64(a), __ux_parameter64(b), 0));                      \
  }                                                                                                                   \
  float UxHwFloat##name(float a, float b) {                                                                           \
    return __ux_made32(                                                                                               \
        __ux_core_parametric(kind, __ux_parameter32(a), __ux_parameter32(b), 0));                                     \
  }
#define PARAMETRIC3(name, kind)                                                                                \
  double UxHwDouble##name(double a, double b, double c) {                                                             \
    return __ux_made64(__ux_core_parametric(kind, __ux_parameter64(a), __ux_parameter64(b), __ux_parameter64(c)));    \
  }                                                                                                                   \
  float UxHwFloat##name(float a, float b, float c) {                                                                  \
    return __ux_made32(__ux_core_parametric(kind, __ux_parameter32(a),                                                \
                                            __ux_parameter32(b), __ux_parameter32(c)));                               \
  }

#include "ux-families.h"
