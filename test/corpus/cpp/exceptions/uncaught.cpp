// exit: 134
// An uncaught exception terminates the program; earlier output is preserved.
#include <cstdio>
#include <stdexcept>

static double balance = 10.5;
static void withdraw(double amount) {
  if (amount > balance) throw std::runtime_error("balance too low");
  balance -= amount;
  std::printf("%g left\n", balance);
}

int main() {
  withdraw(4.25);
  withdraw(6);
  withdraw(1);
  std::printf("never\n");
  return 0;
}
