// The entry point of a C++ program. Replaces crt1-command.o, so that an uncaught exception from main, or from the
// constructor or destructor of a static object, reaches std::terminate instead of the host. Other exceptions (from the
// host, or from a longjmp without its setjmp) pass through.
#include <wasi/api.h>

extern "C" {
void __wasi_init_tp();
void __wasm_call_ctors();
int __main_void();
void __wasm_call_dtors();
// Weak, so that it is linked only into programs that are able to throw.
__attribute__((weak)) void __ux_terminate_when_uncaught() noexcept;
}

namespace {

struct UncaughtGuard {
  ~UncaughtGuard() {
    if (__ux_terminate_when_uncaught) __ux_terminate_when_uncaught();
  }
};

int run_program() {
  UncaughtGuard guard;
  __wasi_init_tp();
  __wasm_call_ctors();
  int status = __main_void();
  __wasm_call_dtors();
  return status;
}

}  // namespace

extern "C" __attribute__((export_name("_start"))) void _start() {
  int status = run_program();
  if (status != 0) __wasi_proc_exit(static_cast<__wasi_exitcode_t>(status));
}
