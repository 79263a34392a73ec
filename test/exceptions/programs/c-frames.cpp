// Exceptions pass through frames of C code: a file compiled as C, and the library's qsort and bsearch.
// also: c-frames.c
//> through C: 6 after 3 calls
//> through qsort: 1
//> through bsearch: found
//> stack intact 4950
//> through C again, guards 2
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int visit(const double *values, int n, int (*callback)(double, void *), void *context);
struct Guard { int *count; ~Guard() { ++*count; } };

static int sum_to(int n) {
  volatile int cells[100];
  int sum = 0;
  for (int i = 0; i < n; i++) cells[i] = i;
  for (int i = 0; i < n; i++) sum += cells[i];
  return sum;
}

int main() {
  const double values[] = {1, 2, 3, 4};
  int calls = 0, guards = 0;
  try {
    Guard guard{&guards};
    visit(values, 4, [](double x, void *context) { ++*static_cast<int *>(context); if (x > 5) throw x; return 0; }, &calls);
  } catch (double x) { std::printf("through C: %g after %d calls\n", x, calls); }
  int numbers[] = {5, 3, 9, 1, 7};
  try {
    std::qsort(numbers, 5, sizeof(int), [](const void *a, const void *b) {
      if (*static_cast<const int *>(a) == 9 || *static_cast<const int *>(b) == 9) throw std::string("nine");
      return *static_cast<const int *>(a) - *static_cast<const int *>(b);
    });
  } catch (const std::string &text) { std::printf("through qsort: %d\n", text == "nine"); }
  int sorted[] = {1, 3, 5, 7, 9}, wanted = 7;
  try {
    std::bsearch(&wanted, sorted, 5, sizeof(int), [](const void *a, const void *b) -> int {
      if (*static_cast<const int *>(a) == *static_cast<const int *>(b)) throw "found";
      return *static_cast<const int *>(a) - *static_cast<const int *>(b);
    });
  } catch (const char *text) { std::printf("through bsearch: %s\n", text); }
  std::printf("stack intact %d\n", sum_to(100));
  try { Guard guard{&guards}; visit(values, 1, [](double, void *) -> int { throw 1; }, nullptr); } catch (int) {
    std::printf("through C again, guards %d\n", guards);
  }
}
