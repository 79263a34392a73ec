// Planets under gravity: the classic five-body simulation with symplectic steps.
#include <math.h>
#include <stdio.h>
#include "kernel.h"
#define BODIES 5
typedef struct { double x, y, z, vx, vy, vz, mass; } body;
static body bodies[BODIES] = {
    {0, 0, 0, 0, 0, 0, 39.478},
    {4.84, -1.16, -0.10, 0.606, 2.81, -0.02, 0.0377},
    {8.34, 4.12, -0.4, -1.01, 1.82, 0.008, 0.0113},
    {12.89, -15.11, -0.22, 1.08, 0.868, -0.011, 0.0017},
    {15.37, -25.9, 0.179, 0.979, 0.594, -0.034, 0.002},
};
static void advance(double dt) {
  for (int i = 0; i < BODIES; i++) {
    body *a = &bodies[i];
    for (int j = i + 1; j < BODIES; j++) {
      body *b = &bodies[j];
      double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
      double d2 = dx * dx + dy * dy + dz * dz;
      double mag = dt / (d2 * sqrt(d2));
      a->vx -= dx * b->mass * mag; a->vy -= dy * b->mass * mag; a->vz -= dz * b->mass * mag;
      b->vx += dx * a->mass * mag; b->vy += dy * a->mass * mag; b->vz += dz * a->mass * mag;
    }
  }
  for (int i = 0; i < BODIES; i++) {
    body *b = &bodies[i];
    b->x += dt * b->vx; b->y += dt * b->vy; b->z += dt * b->vz;
  }
}
static double energy(void) {
  double e = 0;
  for (int i = 0; i < BODIES; i++) {
    body *a = &bodies[i];
    e += 0.5 * a->mass * (a->vx * a->vx + a->vy * a->vy + a->vz * a->vz);
    for (int j = i + 1; j < BODIES; j++) {
      body *b = &bodies[j];
      double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
      e -= a->mass * b->mass / sqrt(dx * dx + dy * dy + dz * dz);
    }
  }
  return e;
}
int main(void) {
  START();
  for (int i = 0; i < 400000; i++) advance(0.001);
  printf("%.12f\n", energy());
  return 0;
}
