// A damped spring, integrated with a Runge-Kutta method: an uncertain stiffness makes the phase drift, step by step.
#include <stdio.h>
#include <uxhw.h>

struct state {
  double position, velocity;
};

static struct state slope(struct state s, double stiffness, double damping) {
  return (struct state){s.velocity, -stiffness * s.position - damping * s.velocity};
}

static struct state ahead(struct state s, struct state d, double h) {
  return (struct state){s.position + h * d.position, s.velocity + h * d.velocity};
}

int main(void) {
  double stiffness = UxHwDoubleGaussDist(4.0, 0.1);           // 1/s^2, for 1 kg
  double damping = UxHwDoubleUniformDist(0.2, 0.3);           // 1/s
  struct state s = {1.0, 0.0};
  const double h = 0.05;

  for (int step = 1; step <= 120; step++) {
    struct state k1 = slope(s, stiffness, damping);
    struct state k2 = slope(ahead(s, k1, h / 2), stiffness, damping);
    struct state k3 = slope(ahead(s, k2, h / 2), stiffness, damping);
    struct state k4 = slope(ahead(s, k3, h), stiffness, damping);
    s.position += h / 6 * (k1.position + 2 * k2.position + 2 * k3.position + k4.position);
    s.velocity += h / 6 * (k1.velocity + 2 * k2.velocity + 2 * k3.velocity + k4.velocity);
    if (step % 40 == 0) printf("position after %d s (m): %lf\n", step / 20, s.position);
  }
  return 0;
}
