// The module `uxhw`: the core's API for Fortran. Every function keeps its C names for double and single precision, and
// has a generic name that covers both, such as ux_gauss. The module is written in Fortran, and compiled with each
// program that uses it.
import type { FortranSource } from '../../fortran/source/options.ts';
import { nameIn, UXHW_FUNCTIONS } from '../../uxhw/functions.ts';

/** Generic name, middle part of the C name, and parameters: reals, with `n` for a count. */
const FUNCTIONS: readonly (readonly [generic: string, name: string, parameters: string])[] =
  UXHW_FUNCTIONS.flat().flatMap((one) =>
    one.fortran === 'none' || 'own' in one.fortran
      ? []
      : [[one.fortran[0], nameIn('double', one).slice('UxHwDouble'.length), one.fortran[1]] as const],
  );
const PRECISIONS = [
  { name: 'Double', kind: 'c_double' },
  { name: 'Float', kind: 'c_float' },
] as const;

/** The two forms of argmin: generic name, and end of the C name. */
const ARGMINS = [
  ['ux_argmin', 'Argmin'],
  ['ux_argmin_totally_correlated_inputs', 'ArgminTotallyCorrelatedInputs'],
] as const;

const ARGMIN = 'functionOutput arguments:in count:count minimizingArguments:out';
const PATH_COUNTS = 'stateCount:count step:function results:pointers';

/**
 * C functions with arguments other than numbers: end of the C name, parameters with their forms, and the form of the
 * result, which is a real unless the row says otherwise.
 */
const C_FUNCTIONS: readonly (readonly [name: string, parameters: string, result?: 'count' | 'none'])[] = [
  ['DistFromWeightedSamples', 'samples:weighted n unweightedCount:count'],
  ['DistFromMultidimensionalSamples', 'dest:out samples:in n cardinality:count', 'none'],
  ['SampleBatch', 'v dest:out n', 'none'],
  ['BayesLaplace', 'likelihood:ux_c_likelihood prior evidence'],
  ['BayesLaplaceWithArguments', 'model:ux_c_model arguments:pointer prior evidence observations:count'],
  ['GetIndependentJointMultidimensionalCopy', 'source:in destination:out count:count', 'none'],
  [
    'PropagateFunction',
    'function:ux_c_function argument:pointer input:in inputCount:count output:inout outputCount:count',
    'none',
  ],
  ['GeneratePath', `parameters:pointers parameterCount:count pathLength:count ${PATH_COUNTS}`, 'none'],
  [
    'GenerateConvergingPath',
    `parameters:pointers parameterCount:count maxPathLength:count ${PATH_COUNTS}`,
    'none',
  ],
  ...ARGMINS.map(([, name]) => [name, ARGMIN] as const),
  ['DistributionToByteArray', 'v buffer:bytes_out size:count', 'count'],
  ['GetSizeOfDistributionByteArrayInBytes', 'v', 'count'],
  ['ByteArrayToDistribution', 'buffer:bytes_in n'],
];

const C_NAMES = 'c_double, c_float, c_size_t, c_int8_t, c_ptr, c_funptr, c_loc, c_f_pointer';
/**
 * Generic names of procedures that the module itself defines, because they involve arrays, functions or bytes.
 */
const AGGREGATES = [
  'ux_from_weighted_samples',
  'ux_from_multidimensional_samples',
  'ux_sample_batch',
  'ux_bayes_laplace',
  'ux_independent_joint_copies',
  'ux_propagate_function',
  'ux_generate_path',
  'ux_generate_converging_path',
  ...ARGMINS.map(([fortran]) => fortran),
  'ux_to_bytes',
] as const;

/** The module's source, if any of the given sources uses it and none of them defines it. */
export function maybeUxhwModule(texts: readonly string[]): FortranSource | undefined {
  const isUsed = texts.some((text) =>
    /^[^!\r\n\u2028\u2029'"]*\buse\b(\s*,\s*\w+\s*::|\s*::|\s)\s*uxhw\b/im.test(text),
  );
  const isDefined = texts.some((text) => /^[ \t]*module[ \t]+uxhw[ \t]*$/im.test(text));
  return isUsed && !isDefined
    ? { path: 'uxhw.f90', text: uxhwModule(), form: 'free', languageKinds: true }
    : undefined;
}

function uxhwModule(): string {
  const generics = FUNCTIONS.map(([generic, name, parameters]) => {
    const procedures = PRECISIONS.map((precision) => `UxHw${precision.name}${name}`);
    if (takesCount(parameters)) procedures.push(...PRECISIONS.map((precision) => longName(precision, name)));
    return `  interface ${generic}\n    procedure :: ${procedures.join(', ')}\n  end interface\n`;
  });
  const long = FUNCTIONS.filter(([, , parameters]) => takesCount(parameters));
  const bodies = FUNCTIONS.flatMap(([, name, parameters]) =>
    PRECISIONS.map((precision) => interfaceBody(`UxHw${precision.name}${name}`, parameters, precision)),
  );
  return [
    `module uxhw\n  use, intrinsic :: iso_c_binding, only: ${C_NAMES}\n  implicit none\n  public\n`,
    `  private :: ${C_NAMES}\n  interface\n`,
    ...bodies,
    // Functions that return the particle. They belong to the Fortran library, not to the C API.
    interfaceBody('fortran_ux_particle', 'v', PRECISIONS[0], { name: 'ux_particle_of_double' }),
    interfaceBody('fortran_ux_particle_single', 'v', PRECISIONS[1], { name: 'ux_particle_of_float' }),
    '  end interface\n',
    ...generics,
    '  interface ux_particle\n    procedure :: ux_particle_of_double, ux_particle_of_float\n  end interface\n',
    ...PRECISIONS.map(aggregateDeclarations),
    ...AGGREGATES.map(aggregateGeneric),
    'contains\n',
    ...PRECISIONS.map(aggregateProcedures),
    ...long.flatMap(([, name, parameters]) =>
      PRECISIONS.map((precision) => longCountProcedure(precision, name, parameters)),
    ),
    'end module uxhw\n',
  ].join('');
}

function takesCount(parameters: string): boolean {
  return parameters.split(' ').includes('n');
}

function longName({ name }: Precision, function_: string): string {
  return `ux_long_${name}${function_}`;
}

// Version for counts of type INTEGER(8), the kind that -fdefault-integer-8 gives to all integers without an explicit
// kind.
function longCountProcedure(precision: Precision, name: string, parameters: string): string {
  const passed = parameters.replaceAll('(*)', '').split(' ');
  const answer = `UxHw${precision.name}${name}`;
  const declarations = parameters
    .split(' ')
    .filter((parameter) => parameter !== 'n')
    .map((parameter) => `    real(${precision.kind}), intent(in) :: ${parameter}\n`);
  return [
    `  function ${longName(precision, name)}(${passed.join(', ')}) result(answer)\n`,
    ...declarations,
    `    integer(8), intent(in) :: n\n    real(${precision.kind}) :: answer\n`,
    `    answer = ${answer}(${passed.map((p) => (p === 'n' ? 'int(n, c_size_t)' : p)).join(', ')})\n`,
    '  end function\n',
  ].join('');
}

// The interface of a C function.
function interfaceBody(
  symbol: string,
  parameters: string,
  precision: Precision,
  { name = symbol, result }: { name?: string; result?: 'count' | 'none' | undefined } = {},
): string {
  const given = parameters.split(' ').map((parameter) => {
    const [word = '', form = word === 'n' ? 'count' : 'value'] = parameter.replace('(*)', ':in').split(':');
    return { word, form };
  });
  const answer = result === 'count' ? 'integer(c_size_t)' : `real(${precision.kind})`;
  const kind = result === 'none' ? 'subroutine' : 'function';
  return [
    `    ${kind} ${name}(${given.map(({ word }) => word).join(', ')}) bind(c, name="${symbol}")`,
    result === 'none' ? '\n      import\n' : ' result(answer)\n      import\n',
    ...given.map(({ word, form }) => `      ${declaration(word, form, precision)}\n`),
    result === 'none' ? '' : `      ${answer} :: answer\n`,
    `    end ${kind}\n`,
  ].join('');
}

function declaration(parameter: string, form: string, { name, kind }: Precision): string {
  switch (form) {
    case 'value':
      return `real(${kind}), value :: ${parameter}`;
    case 'in':
    case 'out':
    case 'inout':
      return `real(${kind}), intent(${form}) :: ${parameter}(*)`;
    case 'count':
      return `integer(c_size_t), value :: ${parameter}`;
    case 'pointer':
      return `type(c_ptr), value :: ${parameter}`;
    case 'pointers':
      return `type(c_ptr), intent(in) :: ${parameter}(*)`;
    case 'function':
      return `type(c_funptr), value :: ${parameter}`;
    case 'weighted':
      return `type(Weighted${name}Sample), intent(in) :: ${parameter}(*)`;
    case 'bytes_in':
    case 'bytes_out':
      return `integer(c_int8_t), intent(${form.slice(6)}) :: ${parameter}(*)`;
    default:
      return `procedure(${form}_${name}) :: ${parameter}`;
  }
}

type Precision = (typeof PRECISIONS)[number];

// Types and interfaces, in one precision, for functions that have arguments other than numbers.
function aggregateDeclarations(precision: Precision): string {
  const { name, kind } = precision;
  const bodies = C_FUNCTIONS.map(([end, parameters, result]) =>
    interfaceBody(`UxHw${name}${end}`, parameters, precision, { result }),
  );
  return `
  type, bind(c) :: Weighted${name}Sample
    real(${kind}) :: sample, sampleWeight
  end type
  abstract interface
    function ux_likelihood_${name}(hypothesis) result(evidence)
      import :: ${kind}
      real(${kind}), intent(in) :: hypothesis
      real(${kind}) :: evidence
    end function
    function ux_c_likelihood_${name}(hypothesis) bind(c) result(evidence)
      import :: ${kind}
      real(${kind}), value :: hypothesis
      real(${kind}) :: evidence
    end function
    function ux_c_model_${name}(arguments, hypothesis) bind(c) result(evidence)
      import :: ${kind}, c_ptr
      type(c_ptr), value :: arguments
      real(${kind}), value :: hypothesis
      real(${kind}) :: evidence
    end function
    subroutine ux_function_${name}(input, output)
      import :: ${kind}
      real(${kind}), intent(in) :: input(:)
      real(${kind}), intent(inout) :: output(:)
    end subroutine
    subroutine ux_step_${name}(path, index)
      import :: ${kind}
      real(${kind}), intent(inout) :: path(:, :)
      integer, intent(in) :: index
    end subroutine
    function ux_last_step_${name}(path, index) result(is_last)
      import :: ${kind}
      real(${kind}), intent(inout) :: path(:, :)
      integer, intent(in) :: index
      logical :: is_last
    end function
    subroutine ux_c_function_${name}(argument, input, input_count, output, output_count) bind(c)
      import :: ${kind}, c_size_t, c_ptr
      type(c_ptr), value :: argument
      integer(c_size_t), value :: input_count, output_count
      real(${kind}), intent(in) :: input(input_count)
      real(${kind}), intent(inout) :: output(output_count)
    end subroutine
  end interface
  type ux_holder_${name}
    procedure(ux_likelihood_${name}), pointer, nopass :: likelihood => null()
    procedure(ux_function_${name}), pointer, nopass :: function => null()
    procedure(ux_step_${name}), pointer, nopass :: step => null()
    procedure(ux_last_step_${name}), pointer, nopass :: last_step => null()
    integer :: states = 0, length = 0
  end type
  private :: ux_holder_${name}, ux_call_${name}, ux_call_function_${name}, ux_call_steps_${name}
  interface
${bodies.join('')}  end interface
`;
}

function argminProcedure(procedure: string, symbol: string, kind: string): string {
  return `  function ${procedure}(output, arguments, minimizing) result(answer)
    real(${kind}), intent(in) :: output, arguments(:)
    real(${kind}), intent(out) :: minimizing(:)
    real(${kind}) :: answer, values(size(arguments))
    answer = ${symbol}(output, arguments, size(arguments), values)
    minimizing = values
  end function
`;
}

function aggregateGeneric(generic: string): string {
  const procedures = PRECISIONS.map(({ name }) => `${generic}_${name}`).join(', ');
  return `  interface ${generic}\n    module procedure ${procedures}\n  end interface\n`;
}

// The same functions for Fortran programs, with arrays that carry their sizes and ordinary functions as arguments.
function aggregateProcedures({ name, kind }: Precision): string {
  return `
  function ux_from_weighted_samples_${name}(samples, weights) result(answer)
    real(${kind}), intent(in) :: samples(:), weights(:)
    real(${kind}) :: answer
    type(Weighted${name}Sample) :: both(size(samples))
    both%sample = samples
    both%sampleWeight = weights
    answer = UxHw${name}DistFromWeightedSamples(both, size(samples), 0)
  end function
  function ux_from_multidimensional_samples_${name}(samples) result(answer)
    real(${kind}), intent(in) :: samples(:, :)
    real(${kind}) :: answer(size(samples, 1))
    call UxHw${name}DistFromMultidimensionalSamples(answer, samples, size(samples, 2), size(samples, 1))
  end function
  subroutine ux_sample_batch_${name}(v, samples)
    real(${kind}), intent(in) :: v
    real(${kind}), intent(out) :: samples(:)
    real(${kind}) :: drawn(size(samples))
    call UxHw${name}SampleBatch(v, drawn, size(samples))
    samples = drawn
  end subroutine
  function ux_bayes_laplace_${name}(likelihood, prior, evidence, observations) result(answer)
    procedure(ux_likelihood_${name}) :: likelihood
    real(${kind}), intent(in) :: prior, evidence
    integer, intent(in), optional :: observations
    real(${kind}) :: answer
    type(ux_holder_${name}), target :: holder
    integer :: count
    count = 1
    if (present(observations)) count = observations
    holder%likelihood => likelihood
    answer = UxHw${name}BayesLaplaceWithArguments(ux_call_${name}, c_loc(holder), prior, evidence, count)
  end function
  function ux_call_${name}(arguments, hypothesis) bind(c, name="fortran_ux_call_${name}") result(evidence)
    type(c_ptr), value :: arguments
    real(${kind}), value :: hypothesis
    real(${kind}) :: evidence
    type(ux_holder_${name}), pointer :: holder
    call c_f_pointer(arguments, holder)
    evidence = holder%likelihood(hypothesis)
  end function
  function ux_independent_joint_copies_${name}(values) result(copies)
    real(${kind}), intent(in) :: values(:)
    real(${kind}) :: copies(size(values))
    call UxHw${name}GetIndependentJointMultidimensionalCopy(values, copies, size(values))
  end function
  subroutine ux_propagate_function_${name}(function, input, output)
    procedure(ux_function_${name}) :: function
    real(${kind}), intent(in) :: input(:)
    real(${kind}), intent(inout) :: output(:)
    real(${kind}) :: values(size(output))
    type(ux_holder_${name}), target :: holder
    holder%function => function
    values = output
    call UxHw${name}PropagateFunction(ux_call_function_${name}, c_loc(holder), input, size(input), values, size(values))
    output = values
  end subroutine
  subroutine ux_call_function_${name}(argument, input, input_count, output, output_count) bind(c, name="fortran_ux_call_function_${name}")
    type(c_ptr), value :: argument
    integer(c_size_t), value :: input_count, output_count
    real(${kind}), intent(in) :: input(input_count)
    real(${kind}), intent(inout) :: output(output_count)
    type(ux_holder_${name}), pointer :: holder
    call c_f_pointer(argument, holder)
    call holder%function(input, output)
  end subroutine
  subroutine ux_generate_path_${name}(step, path)
    procedure(ux_step_${name}) :: step
    real(${kind}), intent(inout) :: path(:, :)
    real(${kind}) :: values(size(path)), start(size(path))
    type(ux_holder_${name}), target :: holder
    holder%step => step
    holder%states = size(path, 1)
    holder%length = size(path, 2)
    start = reshape(path, [size(path)])
    values = start
    call UxHw${name}PropagateFunction(ux_call_steps_${name}, c_loc(holder), start, size(start), values, size(values))
    path = reshape(values, shape(path))
  end subroutine
  subroutine ux_generate_converging_path_${name}(step, max_length, state)
    procedure(ux_last_step_${name}) :: step
    integer, intent(in) :: max_length
    real(${kind}), intent(inout) :: state(:)
    real(${kind}) :: values(size(state)), start(size(state))
    type(ux_holder_${name}), target :: holder
    holder%last_step => step
    holder%states = size(state)
    holder%length = max_length
    start = state
    values = start
    call UxHw${name}PropagateFunction(ux_call_steps_${name}, c_loc(holder), start, size(start), values, size(values))
    state = values
  end subroutine
  subroutine ux_call_steps_${name}(argument, input, input_count, output, output_count) bind(c, name="fortran_ux_call_steps_${name}")
    type(c_ptr), value :: argument
    integer(c_size_t), value :: input_count, output_count
    real(${kind}), intent(in) :: input(input_count)
    real(${kind}), intent(inout) :: output(output_count)
    type(ux_holder_${name}), pointer :: holder
    real(${kind}), allocatable :: path(:, :)
    integer :: index
    call c_f_pointer(argument, holder)
    allocate (path(holder%states, holder%length))
    path = 0
    if (associated(holder%step)) then
      path = reshape(input, shape(path))
      do index = 1, holder%length
        call holder%step(path, index)
      end do
      output = reshape(path, [size(path)])
    else
      do index = 1, holder%length
        if (holder%last_step(path, index)) exit
      end do
      output = path(:, min(index, holder%length))
    end if
  end subroutine
${ARGMINS.map(([fortran, c]) => argminProcedure(`${fortran}_${name}`, `UxHw${name}${c}`, kind)).join('')}  function ux_to_bytes_${name}(v) result(bytes)
    real(${kind}), intent(in) :: v
    integer(c_int8_t), allocatable :: bytes(:)
    integer(c_size_t) :: n
    allocate (bytes(UxHw${name}GetSizeOfDistributionByteArrayInBytes(v)))
    n = UxHw${name}DistributionToByteArray(v, bytes, size(bytes))
  end function
  function ux_${name.toLowerCase()}_from_bytes(bytes) result(answer)
    integer(c_int8_t), intent(in) :: bytes(:)
    real(${kind}) :: answer
    answer = UxHw${name}ByteArrayToDistribution(bytes, size(bytes))
  end function
`;
}
