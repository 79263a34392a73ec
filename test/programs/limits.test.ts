// Requests that a program makes to its system, and the result of exceeding a limit: either the call fails, or the
// program stops with a message. No request may use more of the machine than the core allows.
import { expect, test } from 'vitest';
import { loadKernels } from '../../src/node/engine/assets.ts';
import { openLimitedWorker } from '../../src/node/engine/limited-worker.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { runProgram } from '../../src/runtime/running/run-program.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();
const HEAD = `#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <uxhw.h>
`;
const run = (body: string, request = {}) => haze.runSource(`${HEAD}${body}`, { core: 'C0-XS', ...request });
const inMain = (body: string, request = {}) => run(`int main(void) {\n${body}\nreturn 0; }`, request);

test('a byte after a one-gigabyte hole costs one page, and the hole reads as zeros', async () => {
  const { exitStatus, stdout, files } = await inMain(`
  for (int i = 0; i < 200; i++) {
    char name[20], got[3];
    sprintf(name, "sparse%d", i);
    int f = open(name, O_CREAT | O_RDWR, 0644);
    off_t at = ((off_t)1 << 30) * (i + 1);
    if (lseek(f, at, SEEK_SET) != at || write(f, "x", 1) != 1) return 1;
    if (pread(f, got, 3, at - 2) != 3 || got[0] || got[1] || got[2] != 'x') return 2;
    struct stat state;
    fstat(f, &state);
    if (state.st_size != at + 1) return 3;
    close(f);
    if (unlink(name) != 0) return 4;
  }
  puts("done");`);
  expect({ exitStatus, stdout, files: files.size }).toEqual({ exitStatus: 0, stdout: 'done\n', files: 0 });
});

test('a sparse file that is too large to keep stops the run, and its name and sizes are reported', async () => {
  const { end, exitStatus, stdout, stderr, files } = await inMain(`
  int f = open("sparse", O_CREAT | O_RDWR, 0644);
  lseek(f, (off_t)1 << 40, SEEK_SET);
  write(f, "x", 1);
  puts("done");`);
  expect({ exitStatus, stdout, files: files.size }).toEqual({ exitStatus: 153, stdout: 'done\n', files: 0 });
  expect(end).toMatchObject({ kind: 'stopped', code: 'files-too-large' });
  expect(stderr).toContain('"sparse" is 1024 GB long');
});

test('writes to a full core return ENOSPC, one line reports this, and the program continues', async () => {
  const { exitStatus, stdout, stderr } = await inMain(`
  static char block[1 << 20];
  int f = open("big", O_CREAT | O_RDWR, 0644), got = 0, failed = 0;
  long total = 0;
  while (failed < 3) { got = write(f, block, sizeof block); if (got > 0) total += got; else failed++; }
  printf("%s %d %d\\n", strerror(errno), total > 40 << 20, total < 64 << 20);
  unlink("big");
  close(f);
  f = open("again", O_CREAT | O_RDWR, 0644);
  printf("%zd\\n", write(f, block, sizeof block));`);
  expect({ exitStatus, stdout }).toEqual({ exitStatus: 0, stdout: 'No space left on device 1 1\n1048576\n' });
  expect(stderr.match(/no space left for files/g)).toHaveLength(1);
  expect(stderr).toContain('64 MB of core C0-XS');
});

test('many small appends cost no more than one large write', async () => {
  const { exitStatus, stdout, files } = await inMain(`
  FILE *f = fopen("log", "a");
  setvbuf(f, NULL, _IONBF, 0);
  for (int i = 0; i < 300000; i++) fwrite("0123456789012345678901234567890123456789", 1, 40, f);
  fclose(f);
  puts("done");`);
  expect({ exitStatus, stdout }).toEqual({ exitStatus: 0, stdout: 'done\n' });
  expect(files.get('log')?.length).toBe(12_000_000);
});

test('calls with invalid or excessive offsets and sizes fail with the right error', async () => {
  const { exitStatus, stdout } = await inMain(`
  int f = open("f", O_CREAT | O_RDWR, 0644);
  #define SHOW(call) (errno = 0, (call) < 0 ? printf("%s: %s\\n", #call, strerror(errno)) : printf("%s\\n", #call))
  SHOW(lseek(f, -1, SEEK_SET));
  SHOW(lseek(f, LLONG_MAX, SEEK_SET));
  SHOW(write(f, "x", 1));
  SHOW(lseek(f, 1, SEEK_CUR));
  SHOW(pwrite(f, "x", 1, -5));
  SHOW(pwrite(f, "x", 1, (off_t)1 << 60));
  SHOW(ftruncate(f, -1));
  SHOW(ftruncate(f, (off_t)1 << 60));
  SHOW(ftruncate(f, (off_t)1 << 43));
  SHOW(ftruncate(f, 0));
  printf("%s\\n", strerror(posix_fallocate(f, 0, (off_t)1 << 40)));
  printf("%s\\n", strerror(posix_fallocate(f, 0, 1000)));`);
  expect({ exitStatus, stdout }).toEqual({
    exitStatus: 0,
    stdout: `lseek(f, -1, SEEK_SET): Invalid argument
lseek(f, LLONG_MAX, SEEK_SET)
write(f, "x", 1): File too large
lseek(f, 1, SEEK_CUR): Value too large for data type
pwrite(f, "x", 1, -5): Invalid argument
pwrite(f, "x", 1, (off_t)1 << 60): File too large
ftruncate(f, -1): Invalid argument
ftruncate(f, (off_t)1 << 60): File too large
ftruncate(f, (off_t)1 << 43)
ftruncate(f, 0)
No space left on device
Success
`,
  });
});

test('files, folders, names, paths and descriptors have limits', async () => {
  const { exitStatus, stdout } = await inMain(`
  char name[400];
  int count = 0, descriptors[2000], opened = 0;
  for (;; count++) { sprintf(name, "d%d", count); if (mkdir(name, 0755) != 0) break; }
  printf("%s %d\\n", strerror(errno), count > 10000 && count <= 100000);
  for (int i = 0; i < count; i++) { sprintf(name, "d%d", i); if (rmdir(name) != 0) return 1; }
  memset(name, 'n', 399); name[399] = 0;
  mkdir(name, 0755); puts(strerror(errno));
  for (int deep = 0;; deep++) if (mkdir("x", 0755) != 0 || chdir("x") != 0) { printf("%s %d\\n", strerror(errno), deep > 1000); break; }
  chdir("/");
  for (; opened < 2000; opened++) { descriptors[opened] = open("one", O_CREAT | O_RDWR, 0644); if (descriptors[opened] < 0) break; }
  printf("%s %d\\n", strerror(errno), opened > 500);
  for (int i = 0; i < opened; i++) close(descriptors[i]);
  printf("%d\\n", open("\\xff\\xfe", O_CREAT | O_RDWR, 0644)); puts(strerror(errno));`);
  expect({ exitStatus, stdout }).toEqual({
    exitStatus: 0,
    stdout:
      'No space left on device 1\nFilename too long\nFilename too long 1\nNo file descriptors available 1\n-1\nIllegal byte sequence\n',
  });
});

test('system calls return EFAULT for addresses outside memory', async () => {
  const { exitStatus, stdout } = await inMain(`
  struct iovec wild[2] = {{(void *)0xfffff000u, 100}, {"x", 1}};
  int f = open("f", O_CREAT | O_RDWR, 0644);
  #define SHOW(call) (errno = 0, (call) < 0 ? printf("%s\\n", strerror(errno)) : printf("fine\\n"))
  SHOW(write(f, (void *)0xffffff00u, 1 << 20));
  SHOW(write(1, (void *)0xffffff00u, 1 << 20));
  SHOW(read(f, (void *)0xf0000000u, -1));
  SHOW(writev(f, wild, 2));
  SHOW(writev(f, wild, 100000));
  SHOW(open((const char *)0xf0000000u, O_RDONLY) < 0 ? -1 : 0);`);
  expect(stdout.split('\n').slice(0, 5)).toEqual([
    'Bad address',
    'Bad address',
    'Bad address',
    'Bad address',
    'Invalid argument',
  ]);
  expect(exitStatus).toBe(139);
});

test('the core reads and fills only addresses within memory', async () => {
  const sampled = await run(`
__attribute__((import_module("ux"), import_name("sample_into"))) void sample_into(int, double, int, int, int);
int main(void) { sample_into(0, 1.0, 1024, 0x7fffffff, 0); return 0; }`);
  expect(sampled).toMatchObject({ exitStatus: 139, end: { kind: 'stopped', code: 'trap' } });
  const read = await run(`
__attribute__((import_module("ux"), import_name("from_weighted_samples"))) int from(int, int, int);
int main(void) { return from(1024, 0x7fffffff, 0); }`);
  expect(read).toMatchObject({ exitStatus: 139, end: { kind: 'stopped', code: 'trap' } });
});

test.each([
  ['exit(0x12345);', 0x45],
  ['return 0x12345;', 0x45],
  ['exit(-1);', 255],
  ['exit(256);', 0],
  ['_Exit(300);', 44],
])('%s has the status that a shell would report', async (body, status) => {
  const { end, exitStatus } = await inMain(body);
  expect({ end, exitStatus }).toEqual({ end: { kind: 'exited', exitStatus: status }, exitStatus: status });
});

test('files and distributions share the memory of a core', async () => {
  const { end, stdout } = await inMain(`
  static double values[100000];
  static char block[1 << 20];
  int f = open("big", O_CREAT | O_RDWR, 0644);
  for (int i = 0; i < 45; i++) if (write(f, block, sizeof block) != sizeof block) return 1;
  puts("written"); fflush(stdout);
  for (int i = 0; i < 100000; i++) values[i] = UxHwDoubleGaussDist(i, 1);
  printf("%f", values[99999]);`);
  expect(stdout).toBe('written\n');
  expect(end).toMatchObject({ kind: 'stopped', code: 'core-memory-exhausted' });
});

test('system memory is also bounded on Reference cores', async () => {
  const { exitStatus, stderr } = await inMain(
    `
  static char block[1 << 20];
  int f = open("big", O_CREAT | O_RDWR, 0644);
  for (int i = 0; i < 100; i++) if (write(f, block, sizeof block) < 0) return errno == ENOSPC ? 7 : 8;
  return 0;`,
    { core: 'C0-Reference', runs: 2 },
  );
  expect(exitStatus).toBe(7);
  expect(stderr).toContain('no space left for files');
});

test('stat returns the size, kind and times of a file', async () => {
  const { stdout } = await inMain(`
  struct stat state;
  int f = open("f", O_CREAT | O_RDWR, 0644);
  write(f, "12345", 5);
  fstat(f, &state);
  printf("%lld %d %d %d\\n", (long long)state.st_size, S_ISREG(state.st_mode), (int)state.st_nlink,
         llabs((long long)(state.st_mtime - time(NULL))) < 3600 && state.st_ctime == state.st_mtime);
  fstat(1, &state);
  printf("%lld %d\\n", (long long)state.st_size, S_ISCHR(state.st_mode));`);
  // The library receives output as if it came through a pipe.
  expect(stdout).toBe('5 1 1 1\n0 0\n');
});

test('sleeping until a time in the past takes no time', async () => {
  const { stdout } = await inMain(
    `
  struct timespec moment;
  clock_gettime(CLOCK_REALTIME, &moment);
  printf("%d\\n", clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, NULL));`,
    { timeLimitSeconds: 20 },
  );
  expect(stdout).toBe('0\n');
});

test('a worker that exceeds its memory limit ends without affecting others, and its task says so', async () => {
  const module = await haze.buildSource(`${HEAD}int main(void) {
  char name[20];
  for (int i = 0; i < 90000; i++) { sprintf(name, "d%d", i); mkdir(name, 0755); }
  return 0; }`);
  const outcome = await runProgram(
    { module: rewriteProgram(module).module, core: findDefaultCore('C0-XL') },
    {
      kernels: await loadKernels(),
      createWorker: () =>
        openLimitedWorker('run-worker-node.js', { stackSizeMb: 64, maxOldGenerationSizeMb: 24 }),
    },
  );
  expect(outcome.end).toMatchObject({ kind: 'stopped', code: 'internal', exitStatus: 70 });
  expect(outcome.end.kind === 'stopped' && outcome.end.message).toContain('more than the 24 MB of memory');
});
