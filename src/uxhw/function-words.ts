// Descriptions of the functions of <uxhw.h>: a sentence, each parameter, and the Fortran calls that differ from C.
// families.ts describes the functions that create parametric distributions. The comments of the header, the tables of
// docs/uxhw.md and the help of the editor come from here. Names are in backticks.

export interface FunctionWords {
  readonly about: string;
  /** Descriptions by the name of the parameter in C. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The sentence for the Fortran calls, if they do less. */
  readonly aboutInFortran?: string;
  /** Fortran calls, if the module `uxhw` defines its own. */
  readonly fortran?: readonly FortranCall[];
}

export interface FortranCall {
  readonly call: string;
  /** Type of the result, with `K` for the kind; absent for a subroutine. */
  readonly gives?: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const ASKED = 'the value that is asked about';
const SAMPLES = 'the numbers';
const PRIOR = 'what was known of the hypothesis before';
const EVIDENCE = 'what was observed';
const LIKELIHOOD = 'turns a hypothesis (a plain number) into the distribution of the evidence';
const DRAW_BY_DRAW = 'once for each joint draw, with plain numbers, so that it may decide anything';
const OUTPUT = 'the output whose least value counts';
const ARGUMENTS = 'values that the output was computed from';
const MINIMIZING = 'where their values in that draw go';
const OBSERVATIONS = 'how many independent observations the evidence stands for';

/** Descriptions by the C name after `UxHwDouble` and `UxHwFloat`. */
export const FUNCTION_WORDS: Readonly<Record<string, FunctionWords>> = {
  DistFromSamples: {
    about: 'the empirical distribution of `n` numbers',
    parameters: { samples: SAMPLES, n: 'how many there are' },
  },
  DistFromWeightedSamples: {
    about:
      'the empirical distribution of `n` structures `WeightedTSample { sample, sampleWeight }`; the last argument may be left out',
    parameters: {
      samples: 'numbers, each with its weight',
      n: 'how many there are',
      unweightedCount: 'is not used, and may be left out',
    },
    aboutInFortran: 'the empirical distribution of numbers that have weights',
    fortran: [
      {
        call: 'ux_from_weighted_samples(samples, weights)',
        gives: 'real(K)',
        parameters: { samples: SAMPLES, weights: 'the weight of each' },
      },
    ],
  },
  DistFromMultidimensionalSamples: {
    about:
      'fills `dest` with `cardinality` values that are correlated as the columns of `samples` (`n` rows) are; cores with "+" and Joint cores',
    parameters: {
      dest: 'where the values go, one for each column',
      samples: 'the table, row by row',
      n: 'how many rows it has',
      cardinality: 'how many columns it has',
    },
    aboutInFortran: 'values that are correlated as the rows of `samples` are; cores with "+" and Joint cores',
    fortran: [
      {
        call: 'ux_from_multidimensional_samples(samples)',
        gives: 'real(K), dimension(size(samples, 1))',
        parameters: { samples: 'the table; its first dimension is that of the values' },
      },
    ],
  },
  Mixture: {
    about: '`d1` with probability `p`, else `d2`',
    parameters: { d1: 'one distribution', d2: 'the other', p: 'the probability of the first, from 0 to 1' },
  },
  GetIndependentCopy: {
    about: 'the distribution of `v` from a source of its own',
    parameters: { v: 'the value that is copied' },
  },
  GetIndependentJointMultidimensionalCopy: {
    about: 'copies `count` values: the copies depend on each other as the originals do, and on nothing else',
    parameters: { source: 'the values', destination: 'where the copies go', count: 'how many there are' },
    fortran: [
      {
        call: 'ux_independent_joint_copies(values)',
        gives: 'real(K), dimension(size(values))',
        parameters: { values: 'the values' },
      },
    ],
  },
  LimitDistributionSupport: {
    about: '`v`, given that it lies from `lo` to `hi`; NaN when nothing of it does',
    parameters: { v: 'the value', lo: 'the lowest that it may be', hi: 'the highest that it may be' },
  },
  NthMoment: {
    about: '1 for `n` = 0, the mean for 1, else the central moment, not normalised',
    parameters: { v: ASKED, n: 'which moment' },
  },
  NthMode: {
    about: 'where the `n`-th highest mode is, counted from 1; NaN when there are fewer',
    parameters: { v: ASKED, n: 'which mode, the highest being 1' },
  },
  Quantile: {
    about: 'the x with P(v < x) = `p`',
    parameters: { v: ASKED, p: 'the probability, from 0 to 1' },
  },
  ProbabilityGT: {
    about: 'P(v > `cutoff`)',
    parameters: { v: ASKED, cutoff: 'what it is to exceed' },
  },
  SupportMin: { about: 'the lower end of the support', parameters: { v: ASKED } },
  SupportMax: { about: 'the upper end of the support', parameters: { v: ASKED } },
  Sample: { about: 'one random draw', parameters: { v: 'the value that is drawn from' } },
  SampleBatch: {
    about: 'fills `dest` with `n` draws; without a `dest` it says so on stderr and writes nothing',
    parameters: {
      v: 'the value that is drawn from',
      dest: 'where the draws go',
      n: 'how many are wanted',
    },
    aboutInFortran: 'fills `samples` with draws',
    fortran: [
      {
        call: 'ux_sample_batch(v, samples)',
        parameters: { v: 'the value that is drawn from', samples: 'the array that is filled' },
      },
    ],
  },
  EvaluatePDF: { about: 'the density at `x`', parameters: { v: ASKED, x: 'where' } },
  MeanStandardError: {
    about: 'how far the mean may be off: one standard error; 0 where it is exact',
    parameters: { v: ASKED },
  },
  QuantileStandardError: {
    about: 'the same for the quantile of `p`',
    parameters: { v: ASKED, p: 'the probability, from 0 to 1' },
  },
  ProbabilityGTStandardError: {
    about: 'the same for P(v > `cutoff`)',
    parameters: { v: ASKED, cutoff: 'what it is to exceed' },
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
          observations: `${OBSERVATIONS}; may be left out`,
        },
      },
    ],
  },
  BayesLaplaceWithArguments: {
    about:
      'the posterior of `prior` by a model that gets `args` first; `observations` says how many independent ones the evidence stands for',
    parameters: {
      model: LIKELIHOOD,
      args: 'what the model gets first',
      prior: PRIOR,
      evidence: EVIDENCE,
      observations: OBSERVATIONS,
    },
  },
  PropagateFunction: {
    about: `calls \`function(argument, input, inputCount, output, outputCount)\` ${DRAW_BY_DRAW}; \`output\` gets the distributions`,
    parameters: {
      function: 'what turns inputs into outputs',
      argument: 'what it gets first',
      input: 'the uncertain inputs',
      inputCount: 'how many there are',
      output: 'where the outputs go',
      outputCount: 'how many there are',
    },
    aboutInFortran: `calls \`function(input, output)\` ${DRAW_BY_DRAW}; \`output\` gets the distributions`,
    fortran: [
      {
        call: 'ux_propagate_function(function, input, output)',
        parameters: {
          function: 'what turns inputs into outputs',
          input: 'the uncertain inputs',
          output: 'where the outputs go',
        },
      },
    ],
  },
  GeneratePath: {
    about: `calls \`step(parameters[i], results[i], index, stateCount)\` for each index, ${DRAW_BY_DRAW}; row \`index\` of \`results[i]\` gets the state after the step`,
    parameters: {
      parameters: 'what the steps get, one for each path',
      parameterCount: 'how many paths there are',
      pathLength: 'how many steps a path has',
      stateCount: 'how many numbers a state has',
      step: 'what computes the state of a step from the states before',
      results: 'where the paths go',
    },
    aboutInFortran: `calls \`step(path, index)\` for each index, ${DRAW_BY_DRAW}; column \`index\` of \`path\` gets the state after the step`,
    fortran: [
      {
        call: 'ux_generate_path(step, path)',
        parameters: {
          step: 'what computes the state of a step from the states before',
          path: 'where the path goes: a state in each column',
        },
      },
    ],
  },
  GenerateConvergingPath: {
    about:
      'the same until `step` answers true, at most `maxPathLength` steps; `results[i]` gets the last state',
    parameters: {
      parameters: 'what the steps get, one for each path',
      parameterCount: 'how many paths there are',
      maxPathLength: 'how many steps a path has at most',
      stateCount: 'how many numbers a state has',
      step: 'what computes a state, and answers whether it is the last',
      results: 'where the last states go',
    },
    aboutInFortran:
      'the same until `step` answers true, at most `max_length` steps; `state` gets the last state',
    fortran: [
      {
        call: 'ux_generate_converging_path(step, max_length, state)',
        parameters: {
          step: 'what computes a state, and answers whether it is the last',
          max_length: 'how many steps the path has at most',
          state: 'where the last state goes',
        },
      },
    ],
  },
  Argmin: {
    about: 'the least value of `functionOutput`, and the values of `arguments` in the draw where it is least',
    parameters: {
      functionOutput: OUTPUT,
      arguments: ARGUMENTS,
      count: 'how many there are',
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
      count: 'how many there are',
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
    about: 'writes `v` as Ux bytes and says how many; negative when they do not fit',
    parameters: { v: 'the value', buffer: 'where the bytes go', size: 'how many fit there' },
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
    about: 'how many bytes `v` takes as Ux bytes',
    parameters: { v: 'the value' },
  },
  ByteArrayToDistribution: {
    about: 'the value that `n` Ux bytes hold',
    parameters: { buffer: 'the bytes', n: 'how many there are' },
    aboutInFortran: 'the value that Ux bytes hold',
    fortran: [
      { call: 'ux_double_from_bytes(bytes)', gives: 'real(8)', parameters: { bytes: 'the bytes' } },
      { call: 'ux_float_from_bytes(bytes)', gives: 'real(4)', parameters: { bytes: 'the bytes' } },
    ],
  },
  Print: {
    about: 'prints as `printf("%lf")` does, without a line\'s end',
    parameters: { v: 'the value' },
  },
};

/** Fortran calls without a counterpart in C. */
export const FORTRAN_ONLY: readonly (FortranCall & { readonly about: string })[] = [
  {
    call: 'ux_particle(v)',
    gives: 'real(K)',
    about: 'the number that an ordinary processor would have computed',
    parameters: { v: 'the value' },
  },
];
