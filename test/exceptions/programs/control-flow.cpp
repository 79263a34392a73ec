// Locals keep the values that a try block stored, in registers or in memory. return, break, continue and goto can leave
// try blocks and handlers. Conditional expressions destroy the temporaries that they created.
//> kept 3 2.5 7
//> returned 1 2 3
//> loop 0 2 4 | caught 1 3
//> temporaries 1 0
//> switch 12
//> goto 3
//> array filled to 4
//> nested value 42.5
#include <cstdio>

static int thrower(int x) { if (x & 1) throw x; return x; }
static int alive, made;
struct Temporary { Temporary() { alive++, made++; } ~Temporary() { alive--; } operator int() const { return 1; } };
static int returning(int kind) {
  try { if (kind == 1) return 1; thrower(kind == 2 ? 1 : 0); return 3; } catch (int) { return 2; }
}

int main() {
  int a = 1;
  double b = 0.5;
  long long c = 0;
  try { a = 3; b += 2; c = 7; thrower(1); a = 9; c = 8; } catch (int) {}
  std::printf("kept %d %g %lld\n", a, b, c);
  std::printf("returned %d %d %d\n", returning(1), returning(2), returning(3));
  char caught[32];
  int length = 0;
  std::printf("loop ");
  for (int i = 0; i < 6; i++) {
    try { if (thrower(i) == i) std::printf("%d ", i); continue; } catch (int x) { if (x == 5) break; length += std::snprintf(caught + length, 8, " %d", x); }
  }
  std::printf("| caught%s\n", caught);
  for (int flag = 0; flag < 2; flag++) { try { int x = flag ? Temporary() + thrower(1) : thrower(1); std::printf("%d", x); } catch (int) {} }
  std::printf("temporaries %d %d\n", made, alive);
  int state = 0;
  switch (a) { case 3: try { state = 10; thrower(3); } catch (int) { state += 2; } break; default: state = -1; }
  std::printf("switch %d\n", state);
  int tries = 0;
again:
  try { if (++tries < 3) thrower(1); } catch (int) { goto again; }
  std::printf("goto %d\n", tries);
  double cells[8] = {};
  int filled = 0;
  try { for (double &cell : cells) { cell = thrower(filled == 4 ? 1 : 0) + 1.5; filled++; } } catch (int) { std::printf("array filled to %d\n", filled); }
  double value = [&] { try { try { throw 40.5; } catch (double d) { throw d + 2; } } catch (double d) { return d; } return 0.0; }();
  std::printf("nested value %g\n", value);
}
