// noexcept as an operator, with conditions, and in function types. Destructors are noexcept unless declared otherwise.
// A growing vector moves its elements only if moving cannot throw ([except.spec], [vector.modifiers]).
//> 1 0 1 0
//> 1 0 1 0
//> copied 2 moved 0
//> copied 0 moved 2
//> destructor threw 3
//> pointer 4
#include <cstdio>
#include <utility>
#include <vector>

static void quiet() noexcept {}
static void loud() { throw 4; }
template <class T>
static void conditional(T) noexcept(sizeof(T) > 4) {}
struct Loud { ~Loud() noexcept(false) { throw 3; } };
static int copied, moved;
template <bool Quiet>
struct Item {
  Item() noexcept {}
  Item(const Item &) { copied++; }
  Item(Item &&) noexcept(Quiet) { moved++; }
};
template <bool Quiet>
static void grow() {
  copied = moved = 0;
  std::vector<Item<Quiet>> items(2);
  items.reserve(items.capacity() + 1);
  std::printf("copied %d moved %d\n", copied, moved);
}

int main() {
  std::printf("%d %d %d %d\n", noexcept(quiet()), noexcept(loud()), noexcept(conditional(1.0)), noexcept(conditional('c')));
  std::printf("%d %d %d %d\n", noexcept(std::declval<Item<true> &>().~Item()), noexcept(Loud()), noexcept(Item<true>(Item<true>())), noexcept(throw 1));
  grow<false>();
  grow<true>();
  try { Loud loud_object; } catch (int i) { std::printf("destructor threw %d\n", i); }
  void (*pointer)() = quiet;
  pointer();
  pointer = loud;
  try { pointer(); } catch (int i) { std::printf("pointer %d\n", i); }
}
