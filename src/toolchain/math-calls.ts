// Functions of math.h stay calls: pow(x, 2) is one map over a distribution, and x * x multiplies two independent ones.
// LLVM would fold, merge or replace such calls (pow by products, cos(-x) by cos(x), exp2 of an integer by ldexp, sin(1.0)
// by a constant), so each is compiled with -fno-builtin. The C++ library calls compiler builtins instead, which no flag
// reaches: a header that stands before every source points these at the plain functions.
// The rounding functions, sqrt, fabs and copysign are left out: they become single instructions, each with a hook.

/** Parameters and result of each function for the type T; the result is T where no other is given. */
const REAL_FUNCTIONS: readonly { names: string; parameters: string; result?: string }[] = [
  {
    names:
      'acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 expm1 lgamma log log10 log1p log2 logb round ' +
      'sin sinh tan tanh tgamma',
    parameters: 'T',
  },
  { names: 'atan2 fdim fmax fmin fmod hypot nextafter pow remainder', parameters: 'T, T' },
  { names: 'fma', parameters: 'T, T, T' },
  { names: 'frexp', parameters: 'T, int *' },
  { names: 'ldexp scalbn', parameters: 'T, int' },
  { names: 'modf', parameters: 'T, T *' },
  { names: 'nexttoward', parameters: 'T, long double' },
  { names: 'remquo', parameters: 'T, T, int *' },
  { names: 'scalbln', parameters: 'T, long' },
  { names: 'ilogb', parameters: 'T', result: 'int' },
  { names: 'lround lrint', parameters: 'T', result: 'long' },
  { names: 'llround llrint', parameters: 'T', result: 'long long' },
];
const FUNCTIONS_WITHOUT_BUILTIN_USE =
  'exp10 pow10 sincos cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog cpow csin csinh csqrt ctan ctanh';

const TYPES = [
  { suffix: '', type: 'double' },
  { suffix: 'f', type: 'float' },
  { suffix: 'l', type: 'long double' },
];

/** Flags that keep every call of a math function a call. */
export function mathCallFlags(): string[] {
  const names = [...REAL_FUNCTIONS.map((group) => group.names), FUNCTIONS_WITHOUT_BUILTIN_USE]
    .join(' ')
    .split(' ');
  return names.flatMap((name) => TYPES.map(({ suffix }) => `-fno-builtin-${name}${suffix}`));
}

/** The header that makes the compiler's builtins of the same functions plain calls; for C and C++. */
export function mathCallsHeader(): string {
  const declarations = REAL_FUNCTIONS.flatMap(({ names, parameters, result = 'T' }) =>
    names.split(' ').flatMap((name) =>
      TYPES.map(({ suffix, type }) => {
        const signature = (text: string) => text.replaceAll(/\bT\b/g, type);
        const symbol = name + suffix;
        return (
          `${signature(result)} __haze_${symbol}(${signature(parameters)}) __asm__("${symbol}");\n` +
          `#define __builtin_${symbol} __haze_${symbol}\n`
        );
      }),
    ),
  );
  return [
    '#pragma once\n#pragma GCC system_header\n#ifdef __cplusplus\nextern "C" {\n#endif\n',
    ...declarations,
    '#ifdef __cplusplus\n}\n#endif\n',
  ].join('');
}
