#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

#define STEPS 100

struct body {
  char name[16];
  double position[2];
  double velocity[2];
};

static double distance(const struct body *body) {
  return sqrt(body->position[0] * body->position[0] + body->position[1] * body->position[1]);
}

static void advance(struct body *body, double step) {
  double cube = pow(distance(body), 3.0);
  for (int i = 0; i < 2; i++) {
    body->velocity[i] -= body->position[i] / cube * step;
    body->position[i] += body->velocity[i] * step;
  }
}

int main(int argc, char *argv[]) {
  struct body *bodies = malloc(2 * sizeof *bodies);
  if (bodies == NULL) return EXIT_FAILURE;
  for (int i = 0; i < 2; i++) {
    snprintf(bodies[i].name, sizeof bodies[i].name, "body %d", i + 1);
    bodies[i].position[0] = 1.0 + i;
    bodies[i].position[1] = 0.0;
    bodies[i].velocity[0] = 0.0;
    bodies[i].velocity[1] = UxHwDoubleUniformDist(0.9, 1.1);
  }
  int steps = argc > 1 ? atoi(argv[1]) : STEPS;
  for (int step = 0; step < steps; step++)
    for (int i = 0; i < 2; i++) advance(&bodies[i], 0.01);
  for (int i = 0; i < 2; i++) {
    if (strlen(bodies[i].name) > 0) printf("%-10s %10.4f\n", bodies[i].name, distance(&bodies[i]));
  }
  switch (steps % 3) {
    case 0: puts("thirds"); break;
    case 1: puts("one more"); break;
    default: puts("two more");
  }
  free(bodies);
  return EXIT_SUCCESS;
}
