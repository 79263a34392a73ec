// Programs run on a single thread. The library would only return an error, and a program that ignored the error would
// continue with results that were never computed, so the first attempt to start a thread is reported on stderr. A
// program that handles the error (as std::async does) continues, and a program that waits for its thread exits at that
// point.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UX_REFUSED_STATUS 1

// Prints a line in a single call, so that other output cannot split it.
static void __ux_say(const char *line) {
  size_t left = strlen(line);
  while (left) {
    ssize_t written = write(STDERR_FILENO, line, left);
    if (written <= 0) return;
    line += written;
    left -= (size_t)written;
  }
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  static int is_said;
  (void)thread, (void)attributes, (void)start, (void)argument;
  if (!is_said) __ux_say("haze: pthread_create: programs run on one thread here, so no other can be started\n");
  is_said = 1;
  return ENOTSUP;
}

// There is never a second thread, so a program that waits for one must have ignored the result of pthread_create.
static _Noreturn void __ux_end_waiting(const char *line) {
  fflush(NULL);
  __ux_say(line);
  _Exit(UX_REFUSED_STATUS);
}

int __real_pthread_join(pthread_t thread, void **result);

int __wrap_pthread_join(pthread_t thread, void **result) {
  if (thread == pthread_self()) return __real_pthread_join(thread, result);
  __ux_end_waiting("haze: pthread_join: the program waits for a thread that could not be started\n");
}

int __real_pthread_detach(pthread_t thread);

int __wrap_pthread_detach(pthread_t thread) {
  if (thread == pthread_self()) return __real_pthread_detach(thread);
  __ux_end_waiting("haze: pthread_detach: the program depends on a thread that could not be started\n");
}

// The library refuses to lock a recursive mutex a second time, but allows this for a normal mutex. `type` and `count`
// are at the same positions as in its pthread_mutex_t.
static int *__ux_count_of_recursive(pthread_mutex_t *mutex) {
  return (mutex->__u.__i[0] & 3) == PTHREAD_MUTEX_RECURSIVE ? &mutex->__u.__i[5] : NULL;
}

#define UX_LOCK(name, declared, given)                  \
  int __real_##name declared;                           \
  int __wrap_##name declared {                          \
    int *count = __ux_count_of_recursive(mutex);        \
    if (!count || *count < 1) return __real_##name given; \
    ++*count;                                           \
    return 0;                                           \
  }
UX_LOCK(pthread_mutex_lock, (pthread_mutex_t *mutex), (mutex))
UX_LOCK(pthread_mutex_trylock, (pthread_mutex_t *mutex), (mutex))
UX_LOCK(pthread_mutex_timedlock, (pthread_mutex_t *mutex, const struct timespec *until), (mutex, until))

int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
  int *count = __ux_count_of_recursive(mutex);
  if (!count || *count < 2) return __real_pthread_mutex_unlock(mutex);
  --*count;
  return 0;
}
