import { expect, test } from 'vitest';
import { listSymbols, maybeDefinition } from './list-symbols.ts';

const PROGRAM = `#include <stdio.h>
#define HALF(x) ((x) / 2)
typedef struct Point { double x, y; } Point;
enum Colour { RED, GREEN };
static double area(double width, double height);
double width = 1.0;
int main(int argc, char **argv) {
  double *values, total = 0;
  for (int i = 0; i < 3; i++) total += i;
  { double total = 2; printf("%lf", total); }
  return area(width, total);
}
double area(double width, double height) { return width * height; }
`;

/** The 1-based number of the line that defines the name at its nth occurrence. */
function lineOf(
  text: string,
  name: string,
  nth: number,
  language: 'C' | 'Fortran' = 'C',
): number | undefined {
  const places = [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => index);
  const spelt = language === 'C' ? name : name.toLowerCase();
  const found = maybeDefinition(listSymbols(text, language), spelt, places.at(nth)!);
  return found && text.slice(0, found.from).split('\n').length;
}

test('C functions, types, macros and constants are found where they are defined', () => {
  expect(lineOf(PROGRAM, 'area', 1)).toBe(13);
  expect(lineOf(PROGRAM, 'HALF', 0)).toBe(2);
  expect(lineOf(PROGRAM, 'Point', 1)).toBe(3);
  expect(lineOf(PROGRAM, 'GREEN', 0)).toBe(4);
});

test('the nearest variable in scope is found', () => {
  expect(lineOf(PROGRAM, 'total', 3)).toBe(10);
  expect(lineOf(PROGRAM, 'total', -1)).toBe(8);
  // The name in main refers to the file's variable, and the name in area refers to the parameter.
  expect(lineOf(PROGRAM, 'width', 2)).toBe(6);
  expect(lineOf(PROGRAM, 'width', -1)).toBe(13);
  expect(lineOf(PROGRAM, 'i', -1)).toBe(9);
});

test('Fortran procedures, types and variables are found where they are defined', () => {
  const text = `module shapes
  type :: circle
    real(8) :: radius
  end type
contains
  pure real(8) function area(c) result(a)
    type(circle), intent(in) :: c
    a = 3.14d0 * c%radius ** 2
  end function area
end module shapes
program main
  use shapes
  real(8), dimension(3) :: values = 0, Other(2)
  print *, area(circle(1d0)), OTHER
end program
`;
  expect(lineOf(text, 'area', -1, 'Fortran')).toBe(6);
  expect(lineOf(text, 'circle', -1, 'Fortran')).toBe(2);
  expect(lineOf(text, 'OTHER', -1, 'Fortran')).toBe(13);
  expect(lineOf(text, 'shapes', -1, 'Fortran')).toBe(1);
});
