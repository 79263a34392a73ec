// Exceptions of many types in one function: numbers, enums, pointers, classes with virtual bases; tests which handler catches each.
#include <cstdio>

enum class Fault { none, sensor = 5 };
struct Root { double weight = 0.5; virtual ~Root() = default; };
struct Left : virtual Root { double left = 1.5; };
struct Right : virtual Root { double right = 2.5; };
struct Leaf final : Left, Right { double leaf = 3.5; };

static void raise(int kind) {
  static double shared = 4.25;
  switch (kind) {
    case 0: throw 1;
    case 1: throw 2u;
    case 2: throw 'c';
    case 3: throw 1.5f;
    case 4: throw 2.5L;
    case 5: throw Fault::sensor;
    case 6: throw &shared;
    case 7: throw Leaf();
    case 8: throw static_cast<const Right *>(new Leaf());
    case 9: throw nullptr;
    default: return;
  }
}

int main() {
  double total = 0;
  for (int kind = 0; kind < 11; kind++) {
    try {
      raise(kind);
      std::printf("none ");
    } catch (int i) {
      total += i;
    } catch (unsigned u) {
      total += u * 10;
    } catch (float f) {
      total += static_cast<double>(f) * 100;
    } catch (long double l) {
      total += static_cast<double>(l) * 1000;
    } catch (Fault f) {
      std::printf("fault %d ", static_cast<int>(f));
    } catch (const double *d) {
      std::printf("pointer %g ", d ? *d : -1.0);
    } catch (const Root &r) {
      auto *leaf = dynamic_cast<const Leaf *>(&r);
      std::printf("root %g %g ", r.weight, leaf ? leaf->leaf + leaf->left : 0);
    } catch (const Right *r) {
      std::printf("right %g ", r->right + r->weight);
      delete r;
    } catch (...) {
      std::printf("other ");
    }
  }
  std::printf("\n%g\n", total);
}
