// The module `uxhw`: the core's API for Fortran. Every function has its C name in double and single precision, and a
// generic name for both, such as ux_gauss. The module is Fortran itself, and compiled with a program that uses it.
import type { FortranSource } from './fortran/compile-fortran.ts';

/** Generic name, name in C between the precision and the end, parameters: reals, and `n` for a count. */
const FUNCTIONS: readonly (readonly [generic: string, name: string, parameters: string])[] = [
  ['ux_gauss', 'GaussDist', 'mean stddev'],
  ['ux_uniform', 'UniformDist', 'low high'],
  ['ux_exponential', 'ExponentialDist', 'mu'],
  ['ux_gumbel1', 'Gumbel1Dist', 'mu beta'],
  ['ux_logistic', 'LogisticDist', 'location scale'],
  ['ux_laplace', 'LaplaceDist', 'mu b'],
  ['ux_weibull', 'WeibullDist', 'k lambda'],
  ['ux_lognormal', 'LognormalDist', 'mu sigma'],
  ['ux_bounded_pareto', 'BoundedparetoDist', 'alpha low high'],
  ['ux_beta', 'BetaDist', 'a b'],
  ['ux_gamma', 'GammaDist', 'k theta'],
  ['ux_inverse_gamma', 'InverseGammaDist', 'alpha beta'],
  ['ux_chi_squared', 'ChiSquaredDist', 'k'],
  ['ux_f', 'FDist', 'd1 d2'],
  ['ux_students_t', 'StudentsTDist', 'nu'],
  ['ux_gev', 'GEVDist', 'xi'],
  ['ux_from_samples', 'DistFromSamples', 'samples(*) n'],
  ['ux_mixture', 'Mixture', 'd1 d2 p'],
  ['ux_independent_copy', 'GetIndependentCopy', 'v'],
  ['ux_limit_support', 'LimitDistributionSupport', 'v low high'],
  ['ux_nth_moment', 'NthMoment', 'v n'],
  ['ux_nth_mode', 'NthMode', 'v n'],
  ['ux_quantile', 'Quantile', 'v p'],
  ['ux_probability_gt', 'ProbabilityGT', 'v cutoff'],
  ['ux_support_min', 'SupportMin', 'v'],
  ['ux_support_max', 'SupportMax', 'v'],
  ['ux_sample', 'Sample', 'v'],
  ['ux_evaluate_pdf', 'EvaluatePDF', 'v x'],
];
const PRECISIONS = [
  { name: 'Double', kind: 'c_double' },
  { name: 'Float', kind: 'c_float' },
] as const;

/** The module's source, when one of the texts uses it and none defines it. */
export function maybeUxhwModule(texts: readonly string[]): FortranSource | undefined {
  const isUsed = texts.some((text) => /^[^!\n'"]*\buse\b(\s*,\s*\w+\s*::|\s*::|\s)\s*uxhw\b/im.test(text));
  const isDefined = texts.some((text) => /^\s*module\s+uxhw\s*$/im.test(text));
  return isUsed && !isDefined ? { path: 'uxhw.f90', text: uxhwModule(), form: 'free' } : undefined;
}

function uxhwModule(): string {
  const generics = FUNCTIONS.map(([generic, name]) => {
    const procedures = PRECISIONS.map((precision) => `UxHw${precision.name}${name}`).join(', ');
    return `  interface ${generic}\n    procedure :: ${procedures}\n  end interface\n`;
  });
  const bodies = FUNCTIONS.flatMap(([, name, parameters]) =>
    PRECISIONS.map((precision) => functionBody(`UxHw${precision.name}${name}`, parameters, precision.kind)),
  );
  return [
    'module uxhw\n  use, intrinsic :: iso_c_binding, only: c_double, c_float, c_size_t\n  implicit none\n  public\n',
    '  private :: c_double, c_float, c_size_t\n  interface\n',
    ...bodies,
    ...particleBodies(),
    '  end interface\n',
    ...generics,
    particleGeneric(),
    'end module uxhw\n',
  ].join('');
}

function functionBody(name: string, parameters: string, kind: string, symbol = name): string {
  const names = parameters.split(' ');
  const declarations = names.map((parameter) => {
    if (parameter === 'n') return '      integer(c_size_t), value :: n\n';
    return parameter.endsWith('(*)')
      ? `      real(${kind}), intent(in) :: ${parameter}\n`
      : `      real(${kind}), value :: ${parameter}\n`;
  });
  return [
    `    function ${name}(${names.join(', ').replaceAll('(*)', '')}) bind(c, name="${symbol}") result(answer)\n`,
    `      import :: ${kind}, c_size_t\n`,
    ...declarations,
    `      real(${kind}) :: answer\n    end function\n`,
  ].join('');
}

// What an ordinary processor would hold: of the Fortran library, not of the C API.
function particleBodies(): string[] {
  return [
    functionBody('ux_particle_of_double', 'v', 'c_double', 'fortran_ux_particle'),
    functionBody('ux_particle_of_float', 'v', 'c_float', 'fortran_ux_particle_single'),
  ];
}

function particleGeneric(): string {
  return '  interface ux_particle\n    procedure :: ux_particle_of_double, ux_particle_of_float\n  end interface\n';
}
