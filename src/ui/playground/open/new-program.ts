// Initial program for “New”: it is ready to run, and prints an uncertain value.
import { describeProgram, type Language, type Program } from '../../draft/program.ts';

const SOURCES: Readonly<Record<Language, string>> = {
  C: `#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double x = UxHwDoubleUniformDist(0.9, 1.1);
  printf("x squared = %lf\\n", x * x);
  return 0;
}
`,
  'C++': `#include <iostream>
#include <uxhw.h>

int main() {
  double x = UxHwDoubleUniformDist(0.9, 1.1);
  std::cout << "x squared = " << x * x << '\\n';
}
`,
  Fortran: `program first
  use uxhw
  implicit none
  real(8) :: x

  x = UxHwDoubleUniformDist(0.9d0, 1.1d0)
  print *, 'x squared =', x * x
end program first
`,
};

/** A new program in a language, for a core. */
export function newProgram(language: Language, core: string): Program {
  return describeProgram({ title: 'New program', language, core, source: SOURCES[language] });
}
