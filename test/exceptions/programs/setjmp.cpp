// setjmp and longjmp do not disturb exceptions, and exceptions do not disturb them; catch (...) does not stop a longjmp
// ([csetjmp.syn]).
//> jumped 1
//> caught after a jump: 5
//> jump past a handler: 2
//> jump out of a handler: 3
//> thrown after setjmp: 4
//> loop 3
#include <csetjmp>
#include <cstdio>

static std::jmp_buf target;
static void jump(int code) { std::longjmp(target, code); }
static void thrower(int code) { throw code; }

static void pass_handler() {
  try { jump(2); } catch (...) { std::printf("wrong\n"); }
}
static int jump_from_handler() {
  if (int code = setjmp(target)) return code;
  try { thrower(1); } catch (int) { jump(3); }
  return 0;
}
static int throw_after() {
  if (setjmp(target) == 0) thrower(4);
  return 0;
}
static int first_jump() {
  if (int code = setjmp(target)) return code;
  jump(1);
  return 0;
}
static int past() {
  if (int code = setjmp(target)) return code;
  pass_handler();
  return 0;
}

int main() {
  std::printf("jumped %d\n", first_jump());
  try { thrower(5); } catch (int i) { std::printf("caught after a jump: %d\n", i); }
  std::printf("jump past a handler: %d\n", past());
  std::printf("jump out of a handler: %d\n", jump_from_handler());
  try { throw_after(); } catch (int i) { std::printf("thrown after setjmp: %d\n", i); }
  volatile int rounds = 0;
  if (setjmp(target) < 3) {
    rounds = rounds + 1;
    try { thrower(rounds); } catch (int i) { if (i < 4) jump(i); }
  }
  std::printf("loop %d\n", rounds);
}
