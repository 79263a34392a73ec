// Keeps calls to math.h functions as calls: pow(x, 2) maps one distribution, whereas x * x multiplies two independent
// distributions. LLVM would fold, merge or replace such calls (pow with products, cos(-x) with cos(x), exp2 of an
// integer with ldexp, sin(1.0) with a constant), so each has -fno-builtin. The C++ library calls compiler builtins
// instead, which no flag affects, so a header before every source redirects them to the plain functions. The rounding
// functions, sqrt, fabs and copysign are exempt: they become single instructions, each with a hook. fabs and copysign
// of long doubles are kept as calls, because they would otherwise become masks of the sign bit, which in a box is the
// particle's sign.

/** Parameters and result of each function for the type T; the result is T by default. */
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
const LONG_FUNCTIONS: typeof REAL_FUNCTIONS = [
  { names: 'fabs', parameters: 'T' },
  { names: 'copysign', parameters: 'T, T' },
];
const FUNCTIONS_WITHOUT_BUILTIN_USE =
  'exp10 pow10 sincos cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog cpow csin csinh csqrt ctan ctanh';

const TYPES = [
  { suffix: '', type: 'double' },
  { suffix: 'f', type: 'float' },
  { suffix: 'l', type: 'long double' },
];

/** Flags that prevent the compiler from replacing calls to math functions. */
export function mathCallFlags(): string[] {
  const names = [...REAL_FUNCTIONS.map((group) => group.names), FUNCTIONS_WITHOUT_BUILTIN_USE]
    .join(' ')
    .split(' ');
  const long = LONG_FUNCTIONS.map((group) => `${group.names}l`);
  return [...names.flatMap((name) => TYPES.map(({ suffix }) => `${name}${suffix}`)), ...long].map(
    (name) => `-fno-builtin-${name}`,
  );
}

/** Header that turns compiler builtins for these functions into plain calls, for C and C++. */
export function mathCallsHeader(): string {
  const groups = [
    ...REAL_FUNCTIONS.map((group) => ({ ...group, types: TYPES })),
    ...LONG_FUNCTIONS.map((group) => ({ ...group, types: TYPES.slice(2) })),
  ];
  const declarations = groups.flatMap(({ names, parameters, result = 'T', types }) =>
    names.split(' ').flatMap((name) =>
      types.map(({ suffix, type }) => {
        const signature = (text: string) => text.replaceAll(/\bT\b/g, type);
        const symbol = name + suffix;
        const builtins = suffix === 'l' ? [symbol, `${name}f128`] : [symbol];
        return [
          `${signature(result)} __haze_${symbol}(${signature(parameters)}) __asm__("${symbol}");\n`,
          ...builtins.map((builtin) => `#define __builtin_${builtin} __haze_${symbol}\n`),
        ].join('');
      }),
    ),
  );
  return [
    '#pragma once\n#pragma GCC system_header\n#ifdef __cplusplus\nextern "C" {\n#endif\n',
    ...declarations,
    '#ifdef __cplusplus\n}\n#endif\n',
  ].join('');
}
