// Random C functions with decisions: choices, branches, loops, tables, integers from numbers, arrays, and calls.

/** Numbers from a seed, identical on every machine. */
function createPicker(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const COMPARISONS = ['<', '>', '<=', '>='];
const VARIABLES = 4;

/**
 * Statements of a function of four uncertain numbers, `x[0]` to `x[3]`. Without branches, the function only selects
 * numbers.
 */
function writeBody(pick: (below: number) => number, hasBranches: boolean): string {
  const variable = () => `t[${pick(VARIABLES)}]`;
  const constant = () => (pick(400) / 100 - 2).toFixed(2);
  const leaf = () => [variable, variable, () => `x[${pick(4)}]`, constant][pick(4)]!();
  const number = (depth: number): string => {
    if (depth === 0) return leaf();
    const [a, b] = [number(depth - 1), number(pick(depth))];
    const forms = [
      () => `(${a} + ${b})`,
      () => `(${a} - ${b})`,
      () => `(${a} * ${b})`,
      () => `(${condition(0)} ? ${a} : ${b})`,
      () => `(${condition(0)}) * ${a}`,
      () => `sin(${a})`,
      () => `fabs(${a})`,
      () => `twist(${a}, ${b})`,
      () => `table[(int)fmod(fabs(${a}), 5)]`,
    ];
    return forms[pick(hasBranches ? forms.length : forms.length - 2)]!();
  };
  const comparison = () => `${number(1)} ${COMPARISONS[pick(4)]} ${constant()}`;
  const condition = (depth: number): string => {
    if (depth === 0 || pick(2) === 0) return comparison();
    const forms = [
      () => `(${condition(depth - 1)} && ${comparison()})`,
      () => `(${condition(depth - 1)} || ${comparison()})`,
      () => `!(${condition(depth - 1)})`,
    ];
    return forms[pick(forms.length)]!();
  };
  const statement = (): string => {
    const [target, value] = [variable(), number(2)];
    const forms = [
      () => `${target} = ${value};`,
      () => `${target} = ${condition(2)} ? ${value} : ${number(1)};`,
      () => `${target} = ${target} > ${variable()} ? ${target} : ${value};`,
      () => `${target} = fmin(fmax(${value}, -3), 3);`,
      () => `if (${condition(2)}) ${target} = ${value};`,
      () => `if (${condition(1)}) ${target} = ${value}; else ${variable()} = ${number(1)};`,
      () =>
        `for (int i = 0; i < ${1 + pick(4)}; i++) ${target} = ${target} < ${constant()} ? ${value} : ${number(1)};`,
    ];
    return `${forms[pick(hasBranches ? forms.length : 4)]!()} ${target} = clamp(${target});`;
  };
  const statements = Array.from({ length: 2 + pick(4) }, statement);
  return [
    'double t[4] = {x[0], x[1], x[2], x[3]};',
    ...statements,
    `return ${variable()} + ${variable()};`,
  ].join('\n  ');
}

/**
 * A program with one function per seed. Its first argument is the number of the function to run; if there is a second
 * argument, the program first makes a decision on an uncertain value.
 */
export function writeRandomProgram(seeds: readonly number[]): string {
  const functions = seeds.map(
    (seed, i) =>
      `static double f${i}(const double *x) {\n  ${writeBody(createPicker(seed), seed % 2 === 1)}\n}`,
  );
  return `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
static const double table[5] = {1, -2, 0.5, 3, -1};
static double clamp(double x) { return x > 9 ? 9 : x < -9 ? -9 : x; }
static double twist(double a, double b) {
  if (a > b) return a - b;
  return a * 0.5 + b;
}
${functions.join('\n')}
static double (*const functions[])(const double *) = {${seeds.map((_, i) => `f${i}`).join(', ')}};
int main(int count, char **arguments) {
  double x[4] = {UxHwDoubleGaussDist(0.1, 1), UxHwDoubleUniformDist(-1, 2), UxHwDoubleGaussDist(1, 0.5),
                 UxHwDoubleUniformDist(0, 3)};
  if (count > 2) {
    volatile int isDecided = x[0] > 0;
    (void)isDecided;
  }
  printf("%lf\\n", functions[atoi(arguments[1])](x));
}
`;
}
