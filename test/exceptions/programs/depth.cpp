// Deep stacks and many exceptions: 5000 frames are unwound, each with a destructor; 200 handlers are nested; and memory
// does not grow over 200000 throws.
//> unwound 5000
//> nested 200
//> memory steady 1
//> sum 1250.25
#include <cstdio>
#include <cstdlib>

static int destroyed;
struct Frame { double weight; ~Frame() { destroyed++; } };
static double descend(int depth, double x) {
  Frame frame{x};
  if (depth == 1) throw x;
  return descend(depth - 1, x + 0.25) + frame.weight;
}
static int nest(int depth) {
  try { throw depth; } catch (int i) { return depth == 1 ? 1 : nest(depth - 1) + (i == depth); }
}

int main() {
  double reached = 0;
  try { descend(5000, 0.5); } catch (double x) { reached = x; }
  std::printf("unwound %d\n", destroyed);
  std::printf("nested %d\n", nest(200));
  void *before = nullptr;
  int same = 1;
  for (int i = 0; i < 200000; i++) {
    try { throw i; } catch (int &caught) {
      if (i == 0) before = &caught;
      same &= &caught == before && caught == i;
    }
  }
  std::printf("memory steady %d\n", same);
  std::printf("sum %.2f\n", reached);
}
