// Functions that the core evaluates draw by draw, joint copies, and the draw with the smallest value.
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <uxhw.h>

static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.03 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation + 1e-9;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

// Each draw decides separately: max(x, 0), and the number of halvings until x is below 1.
static void decide(void *scale, double *input, size_t inputs, double *output, size_t outputs) {
  double x = input[0] * *(double *)scale;
  output[0] = x > 0 ? x : 0;
  int halves = 0;
  while (x > 1) x /= 2, ++halves;
  output[1] = halves + input[inputs - 1] * 0 + outputs - 2;
}

static void decide_single(void *argument, float *input, size_t inputs, float *output, size_t outputs) {
  (void)argument;
  for (size_t i = 0; i < outputs; ++i) output[i] = input[i % inputs] > 0 ? input[i % inputs] : 0;
}

// A sum of steps with separate noise; the rate is a value from outside.
static void walk(void *rate, double **path, size_t index, size_t states) {
  double before = index ? path[index - 1][0] : 0;
  path[index][0] = before + UxHwDoubleGaussDist(0, 1);
  path[index][states - 1] = *(double *)rate * (double)(index + 1);
}

// Doubles until the limit, which differs from draw to draw.
static bool grow(void *limit, double **path, size_t index, size_t states) {
  path[index][states - 1] = index ? path[index - 1][0] * 2 : 1;
  return path[index][0] >= *(double *)limit;
}

static jmp_buf out;
static void leave(void *argument, double *input, size_t inputs, double *output, size_t outputs) {
  (void)argument, (void)input, (void)inputs, (void)output, (void)outputs;
  longjmp(out, 1);
}

int main(void) {
  double inputs[] = {UxHwDoubleGaussDist(0, 1), UxHwDoubleUniformDist(0, 1)}, outputs[2] = {0, 0}, two = 2;
  UxHwDoublePropagateFunction(decide, &two, inputs, 2, outputs, 2);
  expect("the positive part", outputs[0], 2 * 0.398942, 2 * sqrt(0.5 - 0.159155));
  // P(2x > 1), (> 2), (> 4), (> 8): their sum is the mean number of halvings.
  expect("a loop", outputs[1], 0.308538 + 0.158655 + 0.02275 + 0.0000317, 0.777);
  float singles[] = {UxHwFloatGaussDist(0, 1)}, positive[1];
  UxHwFloatPropagateFunction(decide_single, NULL, singles, 1, positive, 1);
  expect("a float", positive[0], 0.398942, sqrt(0.5 - 0.159155));
  printf("%s a float's tail\n", fabs(UxHwFloatProbabilityGT(positive[0], 0.5f) - 0.308538) < 0.02 ? "ok" : "LOST");

  double rate = UxHwDoubleUniformDist(1, 3), rows[4][2], *path[] = {rows[0], rows[1], rows[2], rows[3]}, **paths[] = {path};
  void *parameters[] = {&rate};
  UxHwDoubleGeneratePath(parameters, 1, 4, 2, walk, paths);
  expect("a path", rows[3][0], 0, 2);
  expect("a path's first step", rows[0][0], 0, 1);
  expect("a path's rate", rows[1][1], 4, 2 / sqrt(3));

  double limit = UxHwDoubleUniformDist(1, 4), states[1] = {0}, *ends[] = {states};
  void *limits[] = {&limit};
  UxHwDoubleGenerateConvergingPath(limits, 1, 9, 1, grow, ends);
  expect("a converging path", states[0], (2 + 2 * 4) / 3.0, sqrt((4 + 2 * 16) / 3.0 - 100 / 9.0));

  double joint[] = {inputs[0], inputs[0] + 1}, copies[2];
  UxHwDoubleGetIndependentJointMultidimensionalCopy(joint, copies, 2);
  expect("a joint copy", copies[1], 1, 1);
  expect("a copy and its original", copies[0] - inputs[0], 0, sqrt(2));

  if (setjmp(out) == 0) UxHwDoublePropagateFunction(leave, NULL, inputs, 2, outputs, 2);
  expect("a value after a function that was left", UxHwDoubleGaussDist(5, 1), 5, 1);
  expect("a sum after it", inputs[0] + 7, 7, 1);

  UxHwDoublePropagateFunction(decide, &two, NULL, 2, outputs, 2);
  UxHwDoubleGeneratePath(parameters, 0, 4, 2, walk, paths);
  return 0;
}
