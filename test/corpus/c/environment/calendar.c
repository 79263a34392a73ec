// Fixed times through gmtime, mktime, strftime and difftime; leap years; normalisation; clock and time go forward.
#include <stdio.h>
#include <time.h>

int main(void) {
  const time_t times[] = {0, 951782400, 1709164800, 2147483647, -86400, 4102444800};
  char text[64];
  for (int i = 0; i < 6; i++) {
    struct tm t = *gmtime(&times[i]);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j %U", &t);
    printf("%s %d\n", text, mktime(&t) == times[i]);
  }
  struct tm loose = {.tm_year = 123, .tm_mon = 13, .tm_mday = 31, .tm_hour = 25, .tm_min = -5};
  time_t fixed = mktime(&loose);
  strftime(text, sizeof text, "%F %T %A", &loose);
  printf("%s %lld\n", text, (long long)fixed);
  printf("%.1f\n", difftime(times[2], times[1]));
  printf("%s", asctime(gmtime(&times[1])));
  struct timespec now;
  printf("%d %d %d\n", clock() >= 0, time(NULL) > 1600000000, clock_gettime(CLOCK_MONOTONIC, &now));
  clock_t before = clock();
  volatile double x = 0;
  for (int i = 0; i < 100000; i++) x += i;
  printf("%d\n", clock() >= before);
  return 0;
}
