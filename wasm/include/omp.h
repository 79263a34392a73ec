// OpenMP with a single thread: directives are ignored, and these functions report one thread. A program that includes
// this header without `#ifdef _OPENMP` can be built, and runs sequentially. Follows the OpenMP Application Programming
// Interface, version 5.0, section 3 (runtime library routines).
#pragma once
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
typedef enum omp_proc_bind_t { omp_proc_bind_false, omp_proc_bind_true } omp_proc_bind_t;
typedef struct omp_lock_t {
  int taken;
} omp_lock_t;
typedef struct omp_nest_lock_t {
  int depth;
} omp_nest_lock_t;

static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_get_thread_limit(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline int omp_in_final(void) { return 1; }
static inline void omp_set_num_threads(int threads) { (void)threads; }

static inline void omp_set_dynamic(int is_dynamic) { (void)is_dynamic; }
static inline int omp_get_dynamic(void) { return 0; }
static inline void omp_set_nested(int is_nested) { (void)is_nested; }
static inline int omp_get_nested(void) { return 0; }
static inline void omp_set_max_active_levels(int levels) { (void)levels; }
static inline int omp_get_max_active_levels(void) { return 1; }
static inline int omp_get_level(void) { return 0; }
static inline int omp_get_active_level(void) { return 0; }
static inline int omp_get_ancestor_thread_num(int level) { return level == 0 ? 0 : -1; }
static inline int omp_get_team_size(int level) { return level == 0 ? 1 : -1; }
static inline int omp_get_num_teams(void) { return 1; }
static inline int omp_get_team_num(void) { return 0; }
static inline int omp_get_num_devices(void) { return 0; }
static inline int omp_get_cancellation(void) { return 0; }
static inline int omp_is_initial_device(void) { return 1; }
static inline omp_proc_bind_t omp_get_proc_bind(void) { return omp_proc_bind_false; }
static inline void omp_set_schedule(omp_sched_t kind, int chunk) { (void)kind, (void)chunk; }
static inline void omp_get_schedule(omp_sched_t *kind, int *chunk) { *kind = omp_sched_static, *chunk = 0; }

static inline double omp_get_wtick(void) { return 1e-9; }
static inline double omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void omp_init_lock(omp_lock_t *lock) { lock->taken = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) { lock->taken = 0; }
static inline void omp_unset_lock(omp_lock_t *lock) { lock->taken = 0; }
static inline int omp_test_lock(omp_lock_t *lock) { return lock->taken ? 0 : (lock->taken = 1); }
// The only thread that could release the lock would wait for it forever.
static inline void omp_set_lock(omp_lock_t *lock) {
  if (!omp_test_lock(lock)) abort();
}

static inline void omp_init_nest_lock(omp_nest_lock_t *lock) { lock->depth = 0; }
static inline void omp_destroy_nest_lock(omp_nest_lock_t *lock) { lock->depth = 0; }
static inline void omp_set_nest_lock(omp_nest_lock_t *lock) { lock->depth++; }
static inline void omp_unset_nest_lock(omp_nest_lock_t *lock) { lock->depth--; }
static inline int omp_test_nest_lock(omp_nest_lock_t *lock) { return ++lock->depth; }

#ifdef __cplusplus
}
#endif
