// If a constructor throws, bases and members that were already built are destroyed in reverse order, the destructor of
// the object itself is not run, and the memory from operator new is freed ([except.ctor]/3, [expr.new]). If a
// delegating constructor throws after its target constructor has finished, the object's destructor is run.
//> +base +one +two -two -one -base body
//> +base +one -one -base second member
//> +base +one +two ~whole -two -one -base delegated
//> +e1 +e2 +e3 -e3 -e2 -e1 array freed 1
//> placement freed 1
//> +base +one +two virtual 1 ~whole -two -one -base
#include <cstdio>
#include <cstdlib>
#include <new>

static int news, deletes;
void *operator new(std::size_t size) { news++; return std::malloc(size); }
void *operator new[](std::size_t size) { news++; return std::malloc(size); }
void operator delete(void *p) noexcept { deletes++; std::free(p); }
void operator delete[](void *p) noexcept { deletes++; std::free(p); }
void operator delete(void *p, std::size_t) noexcept { deletes++; std::free(p); }
void operator delete[](void *p, std::size_t) noexcept { deletes++; std::free(p); }

struct Part {
  const char *name;
  Part(const char *n, bool fails) : name(n) { if (fails) throw n; std::printf("+%s ", n); }
  ~Part() { std::printf("-%s ", name); }
};
struct Base {
  Base() { std::printf("+base "); }
  virtual ~Base() { std::printf("-base "); }
  virtual int kind() const { return 0; }
};
struct Whole : Base {
  Part one, two;
  Whole(int fail_at) : one("one", false), two("second member", fail_at == 1) {}
  Whole(int fail_at, const char *) try : one("one", false), two("two", false) { if (fail_at == 0) throw "body"; } catch (const char *) { throw; }
  Whole() : Whole(-1, "") { throw "delegated"; }
  ~Whole() override { std::printf("~whole "); }
  int kind() const override { return 1; }
};
static int counter;
struct Element {
  int id = ++counter;
  Element() { if (id == 4) throw "array"; std::printf("+e%d ", id); }
  ~Element() { std::printf("-e%d ", id); }
};
static int pool_frees;
struct Pool {};
void *operator new(std::size_t size, Pool) { return std::malloc(size); }
void operator delete(void *p, Pool) { pool_frees++; std::free(p); }
struct Bad { Bad() { throw 1; } };

int main() {
  try { Whole w(0, ""); } catch (const char *text) { std::printf("%s\n", text); }
  try { Whole w(1); } catch (const char *text) { std::printf("%s\n", text); }
  try { Whole w; } catch (const char *text) { std::printf("%s\n", text); }
  try { delete[] new Element[6]; } catch (const char *text) { std::printf("%s freed %d\n", text, news == deletes && news > 0); }
  try { new (Pool{}) Bad; } catch (int) { std::printf("placement freed %d\n", pool_frees); }
  { Whole w(2, ""); std::printf("virtual %d ", w.kind()); }
  std::printf("\n");
}
