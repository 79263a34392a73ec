// Locals, temporaries, arguments, array elements and loop variables are destroyed in reverse order of construction
// before the handler runs ([except.ctor]). Objects that were not constructed are not destroyed.
//> +a +b +c -c -b -a caught 1
//> +1 -1 +2 -2 +3 +inner -inner -3 caught 2
//> +t1 +t2 -t2 -t1 caught 3
//> +x0 +x1 +x2 -x2 -x1 -x0 caught 4
//> +heap -heap caught 5
//> +outer +g -g handler -outer end 6
//> +s +v -v handler of v -s
#include <cstdio>

struct Trace {
  char name[8];
  explicit Trace(const char *n) {
    std::snprintf(name, sizeof name, "%s", n);
    std::printf("+%s ", name);
  }
  Trace(const Trace &) = delete;
  ~Trace() { std::printf("-%s ", name); }
};

static void fail(int code) { throw code; }
static int both(const Trace &, const Trace &, int code) { fail(code); return 0; }
struct Owner { Trace *held; ~Owner() { delete held; } };
static int next;
struct Numbered : Trace {
  Numbered() : Trace(next == 0 ? "x0" : next == 1 ? "x1" : "x2") { if (++next > 3) throw 0; }
};

int main() {
  try { Trace a("a"), b("b"); { Trace c("c"); fail(1); } Trace d("d"); } catch (int i) { std::printf("caught %d\n", i); }
  try {
    for (int i = 1; i < 9; i++) {
      Trace loop(i == 1 ? "1" : i == 2 ? "2" : "3");
      if (i == 3) { Trace inner("inner"); fail(2); }
    }
  } catch (int i) { std::printf("caught %d\n", i); }
  try { both(Trace("t1"), Trace("t2"), 3); } catch (int i) { std::printf("caught %d\n", i); }
  try { Numbered array[3]; (void)array; fail(4); } catch (int i) { std::printf("caught %d\n", i); }
  try { Owner heap{new Trace("heap")}; fail(5); } catch (int i) { std::printf("caught %d\n", i); }
  {
    Trace outer("outer");
    try { Trace g("g"); fail(6); } catch (...) { std::printf("handler "); }
  }
  std::printf("end 6\n");
  {
    Trace s("s");
    try { Trace v("v"); fail(7); } catch (int) { std::printf("handler of v "); }
  }
  std::printf("\n");
}
