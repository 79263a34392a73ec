// A small neural network that learns exclusive-or by back-propagation in single precision.
#include <math.h>
#include <stdio.h>

enum { HIDDEN = 4 };
static float w1[HIDDEN][3], w2[HIDDEN + 1];
static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

static float forward(const float *in, float *hidden) {
  float out = w2[HIDDEN];
  for (int i = 0; i < HIDDEN; i++) {
    hidden[i] = sigmoid(w1[i][0] * in[0] + w1[i][1] * in[1] + w1[i][2]);
    out += w2[i] * hidden[i];
  }
  return sigmoid(out);
}

int main(void) {
  const float inputs[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, wanted[4] = {0, 1, 1, 0};
  unsigned state = 9;
  for (int i = 0; i < HIDDEN * 3 + HIDDEN + 1; i++) {
    state = state * 1664525u + 1013904223u;
    float r = (float)(state >> 8) / (1 << 23) - 1;
    if (i < HIDDEN * 3) w1[i / 3][i % 3] = 2 * r;
    else w2[i - HIDDEN * 3] = r;
  }
  float hidden[HIDDEN], loss = 0;
  for (int epoch = 0; epoch < 4000; epoch++) {
    loss = 0;
    for (int k = 0; k < 4; k++) {
      float out = forward(inputs[k], hidden), error = out - wanted[k], delta = error * out * (1 - out);
      loss += error * error;
      for (int i = 0; i < HIDDEN; i++) {
        float back = delta * w2[i] * hidden[i] * (1 - hidden[i]);
        w2[i] -= 2 * delta * hidden[i];
        w1[i][0] -= 2 * back * inputs[k][0], w1[i][1] -= 2 * back * inputs[k][1], w1[i][2] -= 2 * back;
      }
      w2[HIDDEN] -= 2 * delta;
    }
    if (epoch % 1000 == 0) printf("%d %.6f\n", epoch, (double)loss);
  }
  for (int k = 0; k < 4; k++) printf("%.5f ", (double)forward(inputs[k], hidden));
  printf("%.6f\n", (double)loss);
  return 0;
}
