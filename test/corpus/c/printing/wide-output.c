// wprintf on a wide-oriented stdout: numbers, text, widths.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wprintf(L"%d %ls %s %c\n", 42, L"wide", "narrow", 'c');
  wprintf(L"%.3f %8.2e %g\n", 3.14159, 12345.678, 0.0001);
  wprintf(L"[%10ls][%-10ls][%.2ls]\n", L"right", L"left", L"cut");
  fputws(L"fputws ", stdout);
  putwchar(L'p');
  wprintf(L"\n%lld %x %o\n", -9000000000LL, 255, 8);
  return 0;
}
