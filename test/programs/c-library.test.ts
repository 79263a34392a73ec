// What our runtime adds to the C library or has in the place of it, as programs meet it.
import { describe, expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();
const SAID = 'haze: pthread_create: programs run on one thread here, and no other can be started\n';

describe('threads are refused by name', () => {
  const start = (rest: string) => `#include <pthread.h>
#include <stdio.h>
static void *work(void *data) { *(int *)data = 1; return NULL; }
int main(void) {
  pthread_t thread;
  int done = 0;
  int status = pthread_create(&thread, NULL, work, &done);
  puts("begun");
  ${rest}
  printf("%d\\n", done);
}`;

  test('a program that waits for its thread ends there, and not with results that nobody computed', async () => {
    const { exitStatus, stdout, stderr } = await haze.runSource(start('pthread_join(thread, NULL);'));
    expect({ exitStatus, stdout, stderr }).toEqual({
      exitStatus: 1,
      stdout: 'begun\n',
      stderr: `${SAID}haze: pthread_join: the program waits for a thread that could not be started\n`,
    });
  });

  test('a program that looks at the answer goes on without it', async () => {
    const { exitStatus, stdout, stderr } = await haze.runSource(
      start('if (status != 0) work(&done); else pthread_join(thread, NULL);'),
    );
    expect({ exitStatus, stdout, stderr }).toEqual({ exitStatus: 0, stdout: 'begun\n1\n', stderr: SAID });
  });

  test('std::async computes when it is asked for the value, and std::thread throws', async () => {
    const source = `#include <cstdio>
#include <future>
#include <thread>
int main() {
  std::printf("%d\\n", std::async([] { return 5; }).get());
  try { std::thread([] {}).join(); } catch (const std::system_error &error) { std::puts(error.what()); }
}`;
    const { exitStatus, stdout, stderr } = await haze.runSource(source, { language: 'C++' });
    expect({ exitStatus, stdout, stderr }).toEqual({
      exitStatus: 0,
      stdout: '5\nthread constructor failed: Not supported\n',
      stderr: SAID,
    });
  });
});

test.each(['C', 'C++'])('omp.h in %s tells of one thread', async (language) => {
  const source = `#include <omp.h>
#include <stdio.h>
int main() {
  int sum = 0, i;
  double begun = omp_get_wtime();
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < 10; i++) sum += i;
  omp_set_lock(&lock);
  printf("%d %d %d %d %d\\n", sum, omp_get_max_threads(), omp_get_thread_num(), omp_test_lock(&lock), omp_get_wtime() >= begun);
}`;
  const { stdout } = await haze.runSource(source, { language, flags: ['-fopenmp'] });
  expect(stdout).toBe('45 1 0 0 1\n');
});

// The expected texts follow C23 7.23.6.1: precision, then width; "0" is ignored with a precision and with "-".
test('%b prints binary, beside values with distributions', async () => {
  const source = `#include <stdio.h>
#include <wchar.h>
#include <uxhw.h>
int main(void) {
  wchar_t wide[40];
  printf("[%b][%#b][%#B][%b][%.0b][%#b]\\n", 5u, 5u, 5u, 0u, 0u, 0u);
  printf("[%8b][%-8b][%08b][%.6b][%#10.6b][%#010b][%-08b]\\n", 5u, 5u, 5u, 5u, 5u, 5u, 5u);
  printf("[%hhb][%hb][%lb][%llb][%*b][%-*b]\\n", 0x1ffu, 0x1ffffu, 3ul, 1ull << 40, 4, 1u, -4, 1u);
  printf("%2$b %1$Pg\\n", UxHwDoubleGaussDist(7, 1), 6u);
  swprintf(wide, 40, L"%#b|%4d", 9u, 4);
  printf("%ls %d\\n", wide, snprintf(NULL, 0, "%b", 0xffffffffu));
}`;
  const { stdout } = await haze.runSource(source, { flags: ['-Wno-format'] });
  expect(stdout.split('\n')).toEqual([
    '[101][0b101][0B101][0][][0]',
    '[     101][101     ][00000101][000101][  0b000101][0b00000101][101     ]',
    `[11111111][1111111111111111][11][1${'0'.repeat(40)}][   1][1   ]`,
    '110 7',
    '0b1001|   4 32',
    '',
  ]);
});

test('bytes that are no distribution are said, and give NaN', async () => {
  const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  uint8_t bytes[10] = {0};
  printf("%Pf %Pf\\n", UxHwDoubleByteArrayToDistribution(bytes, sizeof bytes), UxHwDoubleByteArrayToDistribution(NULL, 0));
}`;
  const { stdout, stderr } = await haze.runSource(source);
  expect(stdout).toBe('nan nan\n');
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(
      /^UxHwDoubleByteArrayToDistribution: Malformed Ux value: .*\)\. The result is NaN\.$/,
    ),
    'UxHwDoubleByteArrayToDistribution: The buffer is NULL. The result is NaN.',
    '',
  ]);
});
