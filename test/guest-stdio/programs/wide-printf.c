// Wide formatted output: every floating form, widths, precisions, counts, through swprintf, wprintf and fwprintf.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  static wchar_t text[8000];
  static const wchar_t *const FORMATS[] = {L"[%f]", L"[%12.3f]", L"[%-12.3e]", L"[%+g]", L"[%#.0f]", L"[%a]", L"[%012.1f]", L"[% G]", L"[%F]"};
  static const double VALUES[] = {0, -1.5, 3.14159265358979, 1e100, -2.5e-10, 1.0 / 0.0};
  for (size_t f = 0; f < sizeof FORMATS / sizeof *FORMATS; f++) {
    for (size_t v = 0; v < sizeof VALUES / sizeof *VALUES; v++) {
      swprintf(text, 8000, FORMATS[f], VALUES[v]);
      wprintf(L"%ls ", text);
    }
    wprintf(L"\n");
  }
  wprintf(L"%2$s %1$.2f %3$*4$d|\n", 2.5, "second", 7, 5);
  wprintf(L"%Lf %.25Lg %*.*f|%lc|%ls|%d%%\n", 1.25L, 1 / 3.0L, -10, 2, 0.5, (wint_t)0xe9, L"wide \x3b1", 50);
  fwprintf(stdout, L"%.1f, %.1f\n", 0.25, 0.75);
}
