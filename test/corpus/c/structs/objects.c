// Objects in C: tables of function pointers, inheritance by embedding, containers of different shapes, packed layouts.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct Shape Shape;
typedef struct {
  const char *name;
  double (*area)(const Shape *);
  void (*scale)(Shape *, double);
} Class;
struct Shape { const Class *class; };
typedef struct { Shape base; double radius; } Circle;
typedef struct { Shape base; double width, height; } Box;
typedef struct { Box base; float corner; } RoundBox;

static double circle_area(const Shape *s) { return acos(-1.0) * pow(((const Circle *)s)->radius, 2); }
static void circle_scale(Shape *s, double k) { ((Circle *)s)->radius *= k; }
static double box_area(const Shape *s) { return ((const Box *)s)->width * ((const Box *)s)->height; }
static void box_scale(Shape *s, double k) {
  Box *box = (Box *)s;
  box->width *= k, box->height *= k;
}
static double round_area(const Shape *s) {
  double r = (double)((const RoundBox *)s)->corner;
  return box_area(s) - (4 - acos(-1.0)) * r * r;
}
static const Class circle = {"circle", circle_area, circle_scale}, box = {"box", box_area, box_scale},
                   round_box = {"round box", round_area, box_scale};

struct __attribute__((packed)) Record { char kind; double value; short count; float rate; };

int main(void) {
  Circle a = {{&circle}, 1.5};
  Box b = {{&box}, 2, 3};
  RoundBox c = {{{&round_box}, 4, 2}, 0.5f};
  Shape *shapes[] = {&a.base, &b.base, &c.base.base};
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 3; i++) {
      printf("%s %.9f\n", shapes[i]->class->name, shapes[i]->class->area(shapes[i]));
      shapes[i]->class->scale(shapes[i], 1.25);
    }
  }
  struct Record record = {'r', -0.75, 7, 2.5f}, copy;
  unsigned char bytes[sizeof record];
  memcpy(bytes, &record, sizeof record);
  memcpy(&copy, bytes, sizeof copy);
  printf("%zu %zu %zu %g %d %g\n", sizeof record, offsetof(struct Record, value), offsetof(struct Record, rate),
         copy.value, copy.count, (double)copy.rate);
  struct Record many[3] = {record, record, record};
  many[1].value = many[0].value * many[2].count + many[2].value;
  printf("%g\n", many[1].value);
  return 0;
}
