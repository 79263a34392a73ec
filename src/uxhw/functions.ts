// Functions in <uxhw.h> other than those that create parametric distributions, one row each, in the header's order and
// groups. The following are generated from the rows: prototypes in both precisions, the older names in <uncertain.h>,
// messages about misspelt names, and the interfaces in the Fortran module. function-words.ts describes each function.

import { type DistributionFamily, FAMILIES } from './families.ts';

export interface UxhwFunction {
  /**
   * The prototype in double precision. In single precision, it has `float` and `Float` instead of `double` and
   * `Double`.
   */
  readonly prototype: string;
  /**
   * Generic name and parameters in Fortran: reals, arrays of reals with `(*)`, and `n` for a count. `own` lists
   * procedures that src/toolchain/fortran/fortran-uxhw-module.ts writes itself. `none` means that the function is of no
   * use in Fortran.
   */
  readonly fortran:
    | readonly [generic: string, parameters: string]
    | { readonly own: readonly string[] }
    | 'none';
  /** True for functions that the older header lacks. */
  readonly isNew?: boolean;
}

const PARAMETRIC: readonly UxhwFunction[] = FAMILIES.map(
  ({ name, fortran, parameters }: DistributionFamily) => ({
    prototype: `double UxHwDouble${name}(${parameters.map((one) => `double ${one.name}`).join(', ')})`,
    fortran: [fortran, parameters.map((one) => one.fortran ?? one.name).join(' ')],
  }),
);

/** All functions, in the header's groups. */
export const UXHW_FUNCTIONS: readonly (readonly UxhwFunction[])[] = [
  PARAMETRIC,
  [
    {
      prototype: 'double UxHwDoubleDistFromSamples(double *samples, size_t n)',
      fortran: ['ux_from_samples', 'samples(*) n'],
    },
    {
      prototype:
        'double UxHwDoubleDistFromWeightedSamples(WeightedDoubleSample *samples, size_t n, size_t unweightedCount)',
      fortran: { own: ['ux_from_weighted_samples'] },
    },
    {
      prototype:
        'void UxHwDoubleDistFromMultidimensionalSamples(double *dest, void *samples, size_t n, size_t cardinality)',
      fortran: { own: ['ux_from_multidimensional_samples'] },
    },
    {
      prototype: 'double UxHwDoubleMixture(double d1, double d2, double p)',
      fortran: ['ux_mixture', 'd1 d2 p'],
    },
    { prototype: 'double UxHwDoubleGetIndependentCopy(double v)', fortran: ['ux_independent_copy', 'v'] },
    {
      prototype:
        'void UxHwDoubleGetIndependentJointMultidimensionalCopy(double *source, double *destination, size_t count)',
      fortran: { own: ['ux_independent_joint_copies'] },
    },
    {
      prototype: 'double UxHwDoubleLimitDistributionSupport(double v, double lo, double hi)',
      fortran: ['ux_limit_support', 'v low high'],
    },
  ],
  [
    { prototype: 'double UxHwDoubleNthMoment(double v, size_t n)', fortran: ['ux_nth_moment', 'v n'] },
    { prototype: 'double UxHwDoubleNthMode(double v, size_t n)', fortran: ['ux_nth_mode', 'v n'] },
    { prototype: 'double UxHwDoubleQuantile(double v, double p)', fortran: ['ux_quantile', 'v p'] },
    {
      prototype: 'double UxHwDoubleProbabilityGT(double v, double cutoff)',
      fortran: ['ux_probability_gt', 'v cutoff'],
    },
    { prototype: 'double UxHwDoubleSupportMin(double v)', fortran: ['ux_support_min', 'v'] },
    { prototype: 'double UxHwDoubleSupportMax(double v)', fortran: ['ux_support_max', 'v'] },
    { prototype: 'double UxHwDoubleSample(double v)', fortran: ['ux_sample', 'v'] },
    {
      prototype: 'void UxHwDoubleSampleBatch(double v, double *dest, size_t n)',
      fortran: { own: ['ux_sample_batch'] },
    },
    { prototype: 'double UxHwDoubleEvaluatePDF(double v, double x)', fortran: ['ux_evaluate_pdf', 'v x'] },
    {
      prototype: 'double UxHwDoubleMeanStandardError(double v)',
      fortran: ['ux_mean_standard_error', 'v'],
      isNew: true,
    },
    {
      prototype: 'double UxHwDoubleQuantileStandardError(double v, double p)',
      fortran: ['ux_quantile_standard_error', 'v p'],
      isNew: true,
    },
    {
      prototype: 'double UxHwDoubleProbabilityGTStandardError(double v, double cutoff)',
      fortran: ['ux_probability_gt_standard_error', 'v cutoff'],
      isNew: true,
    },
  ],
  [
    {
      prototype: 'double UxHwDoubleBayesLaplace(double (*likelihood)(double), double prior, double evidence)',
      fortran: { own: ['ux_bayes_laplace'] },
    },
    {
      prototype:
        'double UxHwDoubleBayesLaplaceWithArguments(double (*model)(void *, double), void *args, double prior, double evidence, size_t observations)',
      fortran: { own: ['ux_bayes_laplace'] },
      isNew: true,
    },
  ],
  [
    {
      prototype:
        'void UxHwDoublePropagateFunction(void (*function)(void *, double *, size_t, double *, size_t), void *argument, double *input, size_t inputCount, double *output, size_t outputCount)',
      fortran: { own: ['ux_propagate_function'] },
    },
    {
      prototype:
        'void UxHwDoubleGeneratePath(void **parameters, size_t parameterCount, size_t pathLength, size_t stateCount, void (*step)(void *, double **, size_t, size_t), double ***results)',
      fortran: { own: ['ux_generate_path'] },
    },
    {
      prototype:
        'void UxHwDoubleGenerateConvergingPath(void **parameters, size_t parameterCount, size_t maxPathLength, size_t stateCount, bool (*step)(void *, double **, size_t, size_t), double **results)',
      fortran: { own: ['ux_generate_converging_path'] },
    },
    {
      prototype:
        'double UxHwDoubleArgmin(double functionOutput, double *arguments, size_t count, double *minimizingArguments)',
      fortran: { own: ['ux_argmin'] },
    },
    {
      prototype:
        'double UxHwDoubleArgminTotallyCorrelatedInputs(double functionOutput, double *arguments, size_t count, double *minimizingArguments)',
      fortran: { own: ['ux_argmin_totally_correlated_inputs'] },
    },
  ],
  [
    {
      prototype: 'ssize_t UxHwDoubleDistributionToByteArray(double v, uint8_t *buffer, size_t size)',
      fortran: { own: ['ux_to_bytes'] },
    },
    { prototype: 'size_t UxHwDoubleGetSizeOfDistributionByteArrayInBytes(double v)', fortran: 'none' },
    {
      prototype: 'double UxHwDoubleByteArrayToDistribution(uint8_t *buffer, size_t n)',
      fortran: { own: ['ux_double_from_bytes', 'ux_float_from_bytes'] },
    },
  ],
  [{ prototype: 'void UxHwDoublePrint(double v)', fortran: 'none' }],
];

/** A precision in the header. */
export type Precision = 'double' | 'float';

/** A function's prototype in the given precision, without the semicolon. */
export function prototypeIn(precision: Precision, { prototype }: UxhwFunction): string {
  return precision === 'double'
    ? prototype
    : prototype.replaceAll('double', 'float').replaceAll('Double', 'Float');
}

/** A function's name in the given precision. */
export function nameIn(precision: Precision, one: UxhwFunction): string {
  return /(?<!\w)(\w+)\(/.exec(prototypeIn(precision, one))![1]!;
}

/** The generic names in the module `uxhw`. */
export const FORTRAN_NAMES: ReadonlySet<string> = new Set([
  'ux_particle',
  ...UXHW_FUNCTIONS.flat().flatMap(({ fortran }) => {
    if (fortran === 'none') return [];
    return 'own' in fortran ? fortran.own : [fortran[0]];
  }),
]);
