// The supported locales: "C" under its various names. The library accepts any name but behaves the same for all of
// them, so a program that requests a locale with decimal commas would silently use decimal points.
#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>
#include <string.h>

// "" stands for the environment's locale, category by category; only supported names count.
static int __ux_exists(const char *name) {
  static const char *const names[] = {"C", "POSIX", "C.UTF-8", "C.utf8"};
  if (!*name) {
    static const char *const variables[] = {"LC_ALL", "LC_NUMERIC", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
      const char *value = getenv(variables[i]);
      if (value && *value) return __ux_exists(value);
    }
    return 1;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return 1;
  // The format in which setlocale returns several categories.
  return strchr(name, ';') != NULL;
}

char *__real_setlocale(int category, const char *name);
char *__wrap_setlocale(int category, const char *name) {
  return name && !__ux_exists(name) ? NULL : __real_setlocale(category, name);
}

locale_t __real_newlocale(int mask, const char *name, locale_t base);
locale_t __wrap_newlocale(int mask, const char *name, locale_t base) {
  return name && !__ux_exists(name) ? (locale_t)0 : __real_newlocale(mask, name, base);
}
