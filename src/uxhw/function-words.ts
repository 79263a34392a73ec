// Descriptions of the functions in <uxhw.h>: a sentence, each parameter, and the Fortran calls that differ from C.
// families.ts describes the functions that create parametric distributions. The header's comments, the tables in
// docs/uxhw.md and the editor's help are generated from these descriptions. Names are in backticks.

export interface FunctionWords {
  readonly about: string;
  /** Descriptions, keyed by parameter name in C. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The sentence for Fortran calls, if they do less than the C function. */
  readonly aboutInFortran?: string;
  /** Fortran calls, if the module `uxhw` defines its own. */
  readonly fortran?: readonly FortranCall[];
}

export interface FortranCall {
  readonly call: string;
  /** Result type, with `K` as a placeholder for the kind; undefined for a subroutine. */
  readonly gives?: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const ASKED = 'the value in question';
const SAMPLES = 'the numbers';
const PRIOR = 'prior knowledge about the hypothesis';
const EVIDENCE = 'what was observed';
const LIKELIHOOD = 'turns a hypothesis (a plain number) into the distribution of the evidence';
const DRAW_BY_DRAW = 'once for each joint draw, with plain numbers, so it may make any decision';
const OUTPUT = 'the output to minimise';
const ARGUMENTS = 'values from which the output was computed';
const MINIMIZING = 'where to store their values in that draw';
const OBSERVATIONS = 'the number of independent observations in the evidence';

/** Descriptions, keyed by the part of the C name after `UxHwDouble` and `UxHwFloat`. */
export const FUNCTION_WORDS: Readonly<Record<string, FunctionWords>> = {
  DistFromSamples: {
    about: 'the empirical distribution of `n` numbers',
    parameters: { samples: SAMPLES, n: 'the number of elements' },
  },
  DistFromWeightedSamples: {
    about:
      'the empirical distribution of `n` structures `WeightedTSample { sample, sampleWeight }`; the last argument may be omitted',
    parameters: {
      samples: 'numbers, each with its weight',
      n: 'the number of elements',
      unweightedCount: 'is not used, and may be omitted',
    },
    aboutInFortran: 'the empirical distribution of weighted numbers',
    fortran: [
      {
        call: 'ux_from_weighted_samples(samples, weights)',
        gives: 'real(K)',
        parameters: { samples: SAMPLES, weights: 'the weight of each number' },
      },
    ],
  },
  DistFromMultidimensionalSamples: {
    about:
      'fills `dest` with `cardinality` values that are correlated like the columns of `samples` (`n` rows); cores with "+" and Joint cores',
    parameters: {
      dest: 'where to store the values, one for each column',
      samples: 'the table, row by row',
      n: 'the number of rows',
      cardinality: 'the number of columns',
    },
    aboutInFortran: 'values that are correlated like the rows of `samples`; cores with "+" and Joint cores',
    fortran: [
      {
        call: 'ux_from_multidimensional_samples(samples)',
        gives: 'real(K), dimension(size(samples, 1))',
        parameters: { samples: 'the table; its first dimension corresponds to the values' },
      },
    ],
  },
  Mixture: {
    about: '`d1` with probability `p`, otherwise `d2`',
    parameters: { d1: 'one distribution', d2: 'the other', p: 'the probability of `d1`, from 0 to 1' },
  },
  GetIndependentCopy: {
    about: 'the distribution of `v` from a separate source',
    parameters: { v: 'the value to copy' },
  },
  GetIndependentJointMultidimensionalCopy: {
    about: 'copies `count` values: the copies depend on each other as the originals do, and on nothing else',
    parameters: {
      source: 'the values',
      destination: 'where to store the copies',
      count: 'the number of elements',
    },
    fortran: [
      {
        call: 'ux_independent_joint_copies(values)',
        gives: 'real(K), dimension(size(values))',
        parameters: { values: 'the values' },
      },
    ],
  },
  LimitDistributionSupport: {
    about: '`v`, given that it lies between `lo` and `hi`; NaN if no part of it does',
    parameters: { v: 'the value', lo: 'the lowest value allowed', hi: 'the highest value allowed' },
  },
  NthMoment: {
    about: '1 for `n` = 0, the mean for 1, otherwise the central moment, not normalised',
    parameters: { v: ASKED, n: 'which moment' },
  },
  NthMode: {
    about: 'the position of the `n`-th highest mode, counted from 1; NaN if there are fewer',
    parameters: { v: ASKED, n: 'the rank of the mode; 1 is the highest' },
  },
  Quantile: {
    about: 'the x with P(v < x) = `p`',
    parameters: { v: ASKED, p: 'the probability, from 0 to 1' },
  },
  ProbabilityGT: {
    about: 'P(v > `cutoff`)',
    parameters: { v: ASKED, cutoff: 'the value to exceed' },
  },
  SupportMin: { about: 'the lower end of the support', parameters: { v: ASKED } },
  SupportMax: { about: 'the upper end of the support', parameters: { v: ASKED } },
  Sample: { about: 'one random draw', parameters: { v: 'the value to draw from' } },
  SampleBatch: {
    about: 'fills `dest` with `n` draws; without a `dest`, reports this on stderr and writes nothing',
    parameters: {
      v: 'the value to draw from',
      dest: 'where to store the draws',
      n: 'the number of draws',
    },
    aboutInFortran: 'fills `samples` with draws',
    fortran: [
      {
        call: 'ux_sample_batch(v, samples)',
        parameters: { v: 'the value to draw from', samples: 'the array to fill' },
      },
    ],
  },
  EvaluatePDF: { about: 'the density at `x`', parameters: { v: ASKED, x: 'where' } },
  MeanStandardError: {
    about: 'how far off the mean may be: one standard error; 0 if it is exact',
    parameters: { v: ASKED },
  },
  QuantileStandardError: {
    about: 'the same for the quantile of `p`',
    parameters: { v: ASKED, p: 'the probability, from 0 to 1' },
  },
  ProbabilityGTStandardError: {
    about: 'the same for P(v > `cutoff`)',
    parameters: { v: ASKED, cutoff: 'the value to exceed' },
  },
  BayesLaplace: {
    about: `the posterior of \`prior\`; \`likelihood\` ${LIKELIHOOD}`,
    parameters: { likelihood: LIKELIHOOD, prior: PRIOR, evidence: EVIDENCE },
    fortran: [
      {
        call: 'ux_bayes_laplace(likelihood, prior, evidence, observations)',
        gives: 'real(K)',
        parameters: {
          likelihood: LIKELIHOOD,
          prior: PRIOR,
          evidence: EVIDENCE,
          observations: `${OBSERVATIONS}; may be omitted`,
        },
      },
    ],
  },
  BayesLaplaceWithArguments: {
    about:
      'the posterior of `prior` under a model that receives `args` first; `observations` gives the number of independent observations in the evidence',
    parameters: {
      model: LIKELIHOOD,
      args: 'the first argument of the model',
      prior: PRIOR,
      evidence: EVIDENCE,
      observations: OBSERVATIONS,
    },
  },
  PropagateFunction: {
    about: `calls \`function(argument, input, inputCount, output, outputCount)\` ${DRAW_BY_DRAW}; \`output\` receives the distributions`,
    parameters: {
      function: 'the function that turns inputs into outputs',
      argument: 'its first argument',
      input: 'the uncertain inputs',
      inputCount: 'the number of elements',
      output: 'where to store the outputs',
      outputCount: 'the number of elements',
    },
    aboutInFortran: `calls \`function(input, output)\` ${DRAW_BY_DRAW}; \`output\` receives the distributions`,
    fortran: [
      {
        call: 'ux_propagate_function(function, input, output)',
        parameters: {
          function: 'the function that turns inputs into outputs',
          input: 'the uncertain inputs',
          output: 'where to store the outputs',
        },
      },
    ],
  },
  GeneratePath: {
    about: `calls \`step(parameters[i], results[i], index, stateCount)\` for each index, ${DRAW_BY_DRAW}; row \`index\` of \`results[i]\` receives the state after the step`,
    parameters: {
      parameters: 'the parameters of the steps, one set for each path',
      parameterCount: 'the number of paths',
      pathLength: 'the number of steps in a path',
      stateCount: 'the number of elements in a state',
      step: 'computes the state of a step from the previous states',
      results: 'where to store the paths',
    },
    aboutInFortran: `calls \`step(path, index)\` for each index, ${DRAW_BY_DRAW}; column \`index\` of \`path\` receives the state after the step`,
    fortran: [
      {
        call: 'ux_generate_path(step, path)',
        parameters: {
          step: 'computes the state of a step from the previous states',
          path: 'where to store the path: a state in each column',
        },
      },
    ],
  },
  GenerateConvergingPath: {
    about:
      'the same until `step` returns true, at most `maxPathLength` steps; `results[i]` receives the last state',
    parameters: {
      parameters: 'the parameters of the steps, one set for each path',
      parameterCount: 'the number of paths',
      maxPathLength: 'the maximum number of steps in a path',
      stateCount: 'the number of elements in a state',
      step: 'computes a state, and returns whether it is the last',
      results: 'where to store the last states',
    },
    aboutInFortran:
      'the same until `step` returns true, at most `max_length` steps; `state` receives the last state',
    fortran: [
      {
        call: 'ux_generate_converging_path(step, max_length, state)',
        parameters: {
          step: 'computes a state, and returns whether it is the last',
          max_length: 'the maximum number of steps in the path',
          state: 'where to store the last state',
        },
      },
    ],
  },
  Argmin: {
    about: 'the minimum of `functionOutput`, and the values of `arguments` in the draw where it is reached',
    parameters: {
      functionOutput: OUTPUT,
      arguments: ARGUMENTS,
      count: 'the number of elements',
      minimizingArguments: MINIMIZING,
    },
    fortran: [
      {
        call: 'ux_argmin(output, arguments, minimizing)',
        gives: 'real(K)',
        parameters: { output: OUTPUT, arguments: ARGUMENTS, minimizing: MINIMIZING },
      },
    ],
  },
  ArgminTotallyCorrelatedInputs: {
    about: 'the same for arguments that are all functions of one draw',
    parameters: {
      functionOutput: OUTPUT,
      arguments: ARGUMENTS,
      count: 'the number of elements',
      minimizingArguments: MINIMIZING,
    },
    fortran: [
      {
        call: 'ux_argmin_totally_correlated_inputs(output, arguments, minimizing)',
        gives: 'real(K)',
        parameters: { output: OUTPUT, arguments: ARGUMENTS, minimizing: MINIMIZING },
      },
    ],
  },
  DistributionToByteArray: {
    about: 'writes `v` as Ux bytes and returns their number; negative if they do not fit',
    parameters: {
      v: 'the value',
      buffer: 'where to store the bytes',
      size: 'the number of bytes that fit there',
    },
    aboutInFortran: '`v` as Ux bytes',
    fortran: [
      {
        call: 'ux_to_bytes(v)',
        gives: 'integer(1), allocatable, dimension(:)',
        parameters: { v: 'the value' },
      },
    ],
  },
  GetSizeOfDistributionByteArrayInBytes: {
    about: 'the number of bytes that `v` takes as Ux bytes',
    parameters: { v: 'the value' },
  },
  ByteArrayToDistribution: {
    about: 'the value encoded in `n` Ux bytes',
    parameters: { buffer: 'the bytes', n: 'the number of elements' },
    aboutInFortran: 'the value encoded in Ux bytes',
    fortran: [
      { call: 'ux_double_from_bytes(bytes)', gives: 'real(8)', parameters: { bytes: 'the bytes' } },
      { call: 'ux_float_from_bytes(bytes)', gives: 'real(4)', parameters: { bytes: 'the bytes' } },
    ],
  },
  Print: {
    about: 'prints like `printf("%lf")`, without a line ending',
    parameters: { v: 'the value' },
  },
};

/** Fortran calls that have no counterpart in C. */
export const FORTRAN_ONLY: readonly (FortranCall & { readonly about: string })[] = [
  {
    call: 'ux_particle(v)',
    gives: 'real(K)',
    about: 'the number that an ordinary processor would have computed',
    parameters: { v: 'the value' },
  },
];
