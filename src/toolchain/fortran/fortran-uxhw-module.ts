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
    PRECISIONS.map((precision) => functionBody(`UxHw${precision.name}${name}`, parameters, precision.kind)),
  );
  return [
    `module uxhw\n  use, intrinsic :: iso_c_binding, only: ${C_NAMES}\n  implicit none\n  public\n`,
    `  private :: ${C_NAMES}\n  interface\n`,
    ...bodies,
    // Functions that return the particle. They belong to the Fortran library, not to the C API.
    functionBody('ux_particle_of_double', 'v', 'c_double', 'fortran_ux_particle'),
    functionBody('ux_particle_of_float', 'v', 'c_float', 'fortran_ux_particle_single'),
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

type Precision = (typeof PRECISIONS)[number];

// Types and interfaces, in one precision, for functions that have arguments other than numbers.
function aggregateDeclarations({ name, kind }: Precision): string {
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
    function UxHw${name}DistFromWeightedSamples(samples, n, unweightedCount) bind(c, name="UxHw${name}DistFromWeightedSamples") result(answer)
      import :: ${kind}, c_size_t, Weighted${name}Sample
      type(Weighted${name}Sample), intent(in) :: samples(*)
      integer(c_size_t), value :: n, unweightedCount
      real(${kind}) :: answer
    end function
    subroutine UxHw${name}DistFromMultidimensionalSamples(dest, samples, n, cardinality) bind(c, name="UxHw${name}DistFromMultidimensionalSamples")
      import :: ${kind}, c_size_t
      real(${kind}), intent(out) :: dest(*)
      real(${kind}), intent(in) :: samples(*)
      integer(c_size_t), value :: n, cardinality
    end subroutine
    subroutine UxHw${name}SampleBatch(v, dest, n) bind(c, name="UxHw${name}SampleBatch")
      import :: ${kind}, c_size_t
      real(${kind}), value :: v
      real(${kind}), intent(out) :: dest(*)
      integer(c_size_t), value :: n
    end subroutine
    function UxHw${name}BayesLaplace(likelihood, prior, evidence) bind(c, name="UxHw${name}BayesLaplace") result(answer)
      import :: ${kind}, ux_c_likelihood_${name}
      procedure(ux_c_likelihood_${name}) :: likelihood
      real(${kind}), value :: prior, evidence
      real(${kind}) :: answer
    end function
    function UxHw${name}BayesLaplaceWithArguments(model, arguments, prior, evidence, observations) bind(c, name="UxHw${name}BayesLaplaceWithArguments") result(answer)
      import :: ${kind}, c_size_t, c_ptr, ux_c_model_${name}
      procedure(ux_c_model_${name}) :: model
      type(c_ptr), value :: arguments
      real(${kind}), value :: prior, evidence
      integer(c_size_t), value :: observations
      real(${kind}) :: answer
    end function
    subroutine UxHw${name}GetIndependentJointMultidimensionalCopy(source, destination, count) bind(c, name="UxHw${name}GetIndependentJointMultidimensionalCopy")
      import :: ${kind}, c_size_t
      real(${kind}), intent(in) :: source(*)
      real(${kind}), intent(out) :: destination(*)
      integer(c_size_t), value :: count
    end subroutine
    subroutine UxHw${name}PropagateFunction(function, argument, input, inputCount, output, outputCount) bind(c, name="UxHw${name}PropagateFunction")
      import :: ${kind}, c_size_t, c_ptr, ux_c_function_${name}
      procedure(ux_c_function_${name}) :: function
      type(c_ptr), value :: argument
      real(${kind}), intent(in) :: input(*)
      real(${kind}), intent(inout) :: output(*)
      integer(c_size_t), value :: inputCount, outputCount
    end subroutine
    subroutine UxHw${name}GeneratePath(parameters, parameterCount, pathLength, stateCount, step, results) bind(c, name="UxHw${name}GeneratePath")
      import :: c_size_t, c_ptr, c_funptr
      type(c_ptr), intent(in) :: parameters(*), results(*)
      integer(c_size_t), value :: parameterCount, pathLength, stateCount
      type(c_funptr), value :: step
    end subroutine
    subroutine UxHw${name}GenerateConvergingPath(parameters, parameterCount, maxPathLength, stateCount, step, results) bind(c, name="UxHw${name}GenerateConvergingPath")
      import :: c_size_t, c_ptr, c_funptr
      type(c_ptr), intent(in) :: parameters(*), results(*)
      integer(c_size_t), value :: parameterCount, maxPathLength, stateCount
      type(c_funptr), value :: step
    end subroutine
${ARGMINS.map(([, c]) => argminInterface(`UxHw${name}${c}`, kind)).join('')}    function UxHw${name}DistributionToByteArray(v, buffer, size) bind(c, name="UxHw${name}DistributionToByteArray") result(answer)
      import :: ${kind}, c_size_t, c_int8_t
      real(${kind}), value :: v
      integer(c_int8_t), intent(out) :: buffer(*)
      integer(c_size_t), value :: size
      integer(c_size_t) :: answer
    end function
    function UxHw${name}GetSizeOfDistributionByteArrayInBytes(v) bind(c, name="UxHw${name}GetSizeOfDistributionByteArrayInBytes") result(answer)
      import :: ${kind}, c_size_t
      real(${kind}), value :: v
      integer(c_size_t) :: answer
    end function
    function UxHw${name}ByteArrayToDistribution(buffer, n) bind(c, name="UxHw${name}ByteArrayToDistribution") result(answer)
      import :: ${kind}, c_size_t, c_int8_t
      integer(c_int8_t), intent(in) :: buffer(*)
      integer(c_size_t), value :: n
      real(${kind}) :: answer
    end function
  end interface
`;
}

function argminInterface(symbol: string, kind: string): string {
  return `    function ${symbol}(functionOutput, arguments, count, minimizingArguments) bind(c, name="${symbol}") result(answer)
      import :: ${kind}, c_size_t
      real(${kind}), value :: functionOutput
      real(${kind}), intent(in) :: arguments(*)
      integer(c_size_t), value :: count
      real(${kind}), intent(out) :: minimizingArguments(*)
      real(${kind}) :: answer
    end function
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
