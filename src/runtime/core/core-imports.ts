// Binds the guest runtime's imports (module `ux`, see wasm/guest/box.h) to a core. Handles are passed as integers and
// plain numbers as floats; boxes are never passed. Any error in a core stops the task through `stop`.
import { HazeError } from '../../errors/haze-error.ts';
import type { Choices, Core, Operand } from '../../uncertainty/core/core.ts';
import { BINARY_OPERATIONS, COMPARISONS, UNARY_OPERATIONS } from '../../uncertainty/core/operations.ts';
import { checkNumber } from '../../uncertainty/core/unknown-number.ts';
import { parseUx, uxFromBytes } from '../../uncertainty/core/ux-text.ts';
import { decode, encode } from '../output/bytes-as-text.ts';
import type { DecisionNotes } from './decision-notes.ts';
import type { PlaceNotes } from './place-notes.ts';
import { openMakers, type SourceMakers } from './source-gate.ts';

/** Length of the text that names a value: `<ValueID>val_`, 32 digits and `</ValueID>`. */
const VALUE_TEXT_LENGTH = 55;

const LOST_VALUE =
  'the bits of a value were changed or used in a computation, or were used after its distribution had been discarded; such bits count as a plain number. Only ' +
  'values whose bytes stay together keep their distribution.';

/** Calls that create a value and return its handle, in addition to the two arithmetic calls. */
const MAKERS = [
  'parametric',
  'from_samples',
  'from_weighted_samples',
  'mixture',
  'independent_copy',
  'limit_support',
  'bayes_laplace',
  'choose',
] as const;

/** Imports that concern all draws, even while a single draw is entered. */
const OF_DRAWS: ReadonlySet<string> = new Set(
  'mode joint_draws draw_of values_of_draws sweep lost to_text to_bytes'.split(' '),
);

const MODES = { bypass: 0, tracking: 1, reference: 2, lanes: 3 } as const;

/** Queries to a core about whole distributions. */
export type Questions = Pick<
  Core,
  'query' | 'sampleInto' | 'independentCopy' | 'independentCopies' | 'limitSupport'
>;

export interface GuestBinding {
  readonly core: Core;
  readonly memory: WebAssembly.Memory;
  /** The number mixed into boxes, so that a program cannot forge a box by guessing. */
  readonly salt: number;
  /** Stops the program; does not return. */
  readonly stop: (error: unknown) => never;
  /** Called when the heap cannot grow. Stops the program, unless no machine could satisfy the request. */
  readonly heapExhausted: (incrementBytes: number) => void;
  /**
   * Returns the number of records that may be created before the next collection, given the number of bytes that the
   * last collection searched.
   */
  readonly recordsUntilCollection: (searchedBytes: number) => number;
  /** Calls back into the program for the distribution of the evidence given a hypothesis. */
  readonly callLikelihood: (likelihood: number, hypothesis: number) => Operand;
  /** On Reference cores: returns a name for a value that is printed on this path and in this form. */
  readonly noteValue?: (path: number, form: number, value: number) => string;
  /** Same as `noteValue`, but for groups of lanes; receives the value itself instead of a number. */
  readonly noteLanes?: (path: number, form: number, value: Operand) => string;
  /**
   * Called when a value loses its distribution because the program uses its bits. If absent, a line is printed on
   * stderr.
   */
  readonly onLost?: () => void;
  /** Present in a traced run: receives the Ux text that the core is about to read, and then undefined. */
  readonly noteInput?: (text: string | undefined) => void;
  /** Present in a traced run: receives values whose Ux text is printed. */
  readonly notePrinted?: (value: Operand, text: string) => void;
  /** Present if line values are listed: records the values that the program creates. */
  readonly places?: PlaceNotes | undefined;
  /** Present if sources are listed or overridden: intercepts the calls that create sources in the core. */
  readonly sources?: SourceMakers;
  /** Answers queries about distributions. If absent, the core answers them. */
  readonly questions?: Questions | undefined;
  /** Collects reports of decisions on uncertain values. */
  readonly decisions?:
    | Pick<DecisionNotes, 'compared' | 'converted' | 'takenAsParameter' | 'expose'>
    | undefined;
  /** Lets each draw take its own branch where the program allows it. */
  readonly choices?: Choices | undefined;
  /** Shows a line of text to the user. */
  readonly notice?: (text: string) => void;
  /**
   * On Reference cores: reports a store of this many bytes that overlaps a watched variable, which begins at `start`.
   */
  readonly noteStore?: (variable: number, start: number, address: number, size: number) => void;
}

export interface CoreImports {
  readonly imports: WebAssembly.ModuleImports;
  /** Number of calls from the program into the core so far. */
  countCalls(): number;
}

// biome-ignore lint/suspicious/noExplicitAny: imports of every signature pass through the same guard
type Import = (...args: any[]) => unknown;

/** Returns the imports of module `ux` for one run. */
export function bindCore(binding: GuestBinding): CoreImports {
  const { core, places } = binding;
  let calls = 0;
  const guarded = (call: Import): Import =>
    function guardedImport(...args) {
      calls++;
      try {
        return call(...args);
      } catch (error) {
        return binding.stop(error);
      }
    };
  // The two calls on hot paths are written out in full, to avoid argument lists and closures.
  const unary = (operation: number, handle: number, particle: number): number => {
    calls++;
    try {
      checkNumber('function', operation, UNARY_OPERATIONS);
      const made = core.unary(operation, handle, particle);
      places?.note(made, particle);
      return made;
    } catch (error) {
      return binding.stop(error);
    }
  };
  const binary = (
    operation: number,
    a: number,
    pa: number,
    b: number,
    pb: number,
    particle: number,
  ): number => {
    calls++;
    try {
      checkNumber('operation', operation, BINARY_OPERATIONS);
      const made = core.binary(operation, a, pa, b, pb, particle);
      places?.note(made, particle);
      return made;
    } catch (error) {
      return binding.stop(error);
    }
  };
  const others = { ...valueImports(binding), ...textImports(binding) };
  if (places) for (const name of MAKERS) others[name] = noteMade(others[name]!, core, places);
  // While a draw is entered, another core, which represents distributions as plain numbers, creates and queries them.
  let entered: Record<string, Import> | undefined;
  let entrance: { readonly core: Core; readonly imports: Record<string, Import> } | undefined;
  const enter = (draw: number): void => {
    if (draw < 0) {
      entered = undefined;
      return;
    }
    const plain = core.draws.enter(draw);
    if (entrance?.core !== plain) {
      const { sources: _, questions: __, notePrinted: ___, ...rest } = binding;
      const within = { ...rest, core: plain };
      entrance = { core: plain, imports: { ...valueImports(within), ...textImports(within) } };
    }
    entered = entrance.imports;
  };
  const imports = Object.fromEntries(
    Object.entries(others).map(([name, call]) => [
      name,
      guarded(OF_DRAWS.has(name) ? call : (...args) => (entered?.[name] ?? call)(...args)),
    ]),
  );
  return { imports: { ...imports, enter_draw: guarded(enter), unary, binary }, countCalls: () => calls };
}

/** Wraps a call that creates a value, and records the value. The program may be called back before the call returns. */
function noteMade(call: Import, core: Core, places: PlaceNotes): Import {
  return (...args) => {
    const place = places.begin();
    const made = call(...args) as number;
    if (place) places.note(made, core.resultParticle, place);
    return made;
  };
}

function valueImports(binding: GuestBinding): Record<string, Import> {
  const { core, memory } = binding;
  const { sources = openMakers(core), questions = core } = binding;
  let hasLost = false;
  const operand = (handle: number, particle: number): Operand => ({ handle, particle });
  const read = (at: number, count: number, single: number): Float64Array =>
    single
      ? Float64Array.from(readArray(memory, Float32Array, at, count))
      : readArray(memory, Float64Array, at, count);
  const writeOperands = (handles: number, particles: number, values: readonly Operand[]): void => {
    const view = new DataView(memory.buffer);
    values.forEach(({ handle, particle }, i) => {
      view.setUint32(handles + 4 * i, handle, true);
      view.setFloat64(particles + 8 * i, particle, true);
    });
  };
  return {
    mode: () => MODES[core.mode],
    salt: () => binding.salt | 0,
    result_particle: () => core.resultParticle,
    parametric: (kind: number, a: number, b: number, c: number) => sources.parametric(kind, a, b, c),
    from_samples: (at: number, count: number, single: number) =>
      sources.other(
        'samples',
        () => `${count} samples`,
        () => core.fromSamples(read(at, count, single)),
      ),
    from_weighted_samples(at: number, count: number, single: number): number {
      const pairs = read(at, 2 * count, single);
      const samples = Float64Array.from({ length: count }, (_, i) => pairs[2 * i]!);
      const weights = Float64Array.from({ length: count }, (_, i) => pairs[2 * i + 1]!);
      return sources.other(
        'samples',
        () => `${count} samples`,
        () => core.fromWeightedSamples(samples, weights),
      );
    },
    from_multidimensional_samples(
      handles: number,
      particles: number,
      at: number,
      count: number,
      cardinality: number,
      single: number,
    ): void {
      const values = sources.other(
        'joint samples',
        () => `${count} joint samples of ${cardinality} values`,
        () => core.fromMultidimensionalSamples(read(at, count * cardinality, single), cardinality),
      );
      writeOperands(handles, particles, values);
    },
    mixture: (a: number, pa: number, b: number, pb: number, weight: number) =>
      sources.other(
        'mixture',
        () => `choice between mixture components, ${weight} for the first`,
        () => core.mixture(operand(a, pa), operand(b, pb), weight),
      ),
    independent_copy: (handle: number, particle: number) =>
      sources.other(
        'copy',
        () => 'independent copy',
        () => questions.independentCopy(operand(handle, particle)),
      ),
    independent_copies(handles: number, particles: number, count: number): void {
      const view = new DataView(memory.buffer);
      const originals = Array.from({ length: count >>> 0 }, (_, i) =>
        operand(view.getUint32(handles + 4 * i, true), view.getFloat64(particles + 8 * i, true)),
      );
      const copies = sources.other(
        'copy',
        () => `joint independent copy of ${originals.length} values`,
        () => questions.independentCopies(originals),
      );
      writeOperands(handles, particles, copies);
    },
    joint_draws: () => (core.draws.keepsJoint ? core.draws.count : -core.draws.count),
    draw_of: (handle: number, particle: number) => core.draws.drawOf(operand(handle, particle)),
    values_of_draws(handles: number, particles: number, rows: number, cardinality: number): void {
      const count = core.draws.count * (cardinality >>> 0);
      const made = sources.drawn(
        () => `${cardinality >>> 0} values of a function, draw by draw`,
        () => core.draws.valuesOf(read(rows, count, 0), cardinality >>> 0),
      );
      writeOperands(handles, particles, made);
    },
    limit_support: (handle: number, particle: number, low: number, high: number) =>
      sources.other(
        'limits',
        () => `replacement for values outside ${low} to ${high}`,
        () => questions.limitSupport(operand(handle, particle), low, high),
      ),
    bayes_laplace: (
      likelihood: number,
      prior: number,
      priorParticle: number,
      evidence: number,
      evidenceParticle: number,
      observations: number,
    ) =>
      sources.posterior(() =>
        core.bayesLaplace(
          (hypothesis) => binding.callLikelihood(likelihood, hypothesis),
          operand(prior, priorParticle),
          operand(evidence, evidenceParticle),
          observations,
        ),
      ),
    query: (query: number, handle: number, particle: number, argument: number) =>
      questions.query(query, operand(handle, particle), argument),
    sample_into(handle: number, particle: number, at: number, count: number, single: number): void {
      checkRange(memory, at, count, single ? 4 : 8);
      const draws = new Float64Array(count >>> 0);
      questions.sampleInto(operand(handle, particle), draws);
      const view = new DataView(memory.buffer);
      draws.forEach((draw, i) => {
        if (single) view.setFloat32(at + 4 * i, draw, true);
        else view.setFloat64(at + 8 * i, draw, true);
      });
    },
    sweep(at: number, words: number, searched: number): number {
      const marks = new Uint32Array(memory.buffer, at, words);
      core.sweep(binding.places?.hold(marks) ?? marks);
      return binding.recordsUntilCollection(searched);
    },
    lost(): void {
      binding.onLost?.();
      if (!hasLost) binding.notice?.(LOST_VALUE);
      hasLost = true;
    },
    stored: (variable: number, start: number, address: number, size: number) =>
      binding.noteStore?.(variable, start >>> 0, address >>> 0, size >>> 0),
    heap_exhausted: (increment: number) => binding.heapExhausted(increment >>> 0),
    watches_decisions: () => (binding.decisions ? 1 : 0) + (binding.choices ? 2 : 0),
    bounds(handle: number, particle: number, at: number): void {
      const { low, high } = core.decisions!.boundsOf(operand(handle, particle));
      const view = new DataView(memory.buffer);
      view.setFloat64(at, low, true);
      view.setFloat64(at + 8, high, true);
    },
    compared: (comparison: number, a: number, pa: number, b: number, pb: number, site: number) =>
      Number(binding.decisions!.compared(comparison, operand(a, pa), operand(b, pb), site)),
    holds(comparison: number, a: number, pa: number, b: number, pb: number): number {
      checkNumber('comparison', comparison, COMPARISONS);
      return binding.choices!.holds(COMPARISONS[comparison]!, operand(a, pa), operand(b, pb));
    },
    choose: (condition: number, a: number, pa: number, b: number, pb: number, particle: number) =>
      binding.choices!.choose(condition, operand(a, pa), operand(b, pb), particle),
    parameter: (handle: number, particle: number) =>
      binding.decisions!.takenAsParameter(operand(handle, particle)),
    exposed: (handle: number, particle: number) => binding.decisions!.expose({ handle, particle }),
    converted: (rounding: number, handle: number, particle: number, site: number) =>
      Number(binding.decisions!.converted(rounding, operand(handle, particle), site)),
  };
}

function textImports(binding: GuestBinding): Record<string, Import> {
  const { core, memory } = binding;
  const { sources = openMakers(core) } = binding;
  let lastError = '';
  const bytesAt = (at: number, length: number) => new Uint8Array(memory.buffer, at, length);
  const writeWhenItFits = (bytes: Uint8Array, at: number, size: number): number => {
    if (bytes.length <= size >>> 0) bytesAt(at, bytes.length).set(bytes);
    return bytes.length;
  };
  const reading = <T>(text: () => string, read: () => T): T => {
    if (!binding.noteInput) return read();
    binding.noteInput(text());
    try {
      return read();
    } finally {
      binding.noteInput(undefined);
    }
  };
  // Returns results through pointers, or 0 and a reason if the core rejects the input.
  const readValue = (make: () => number, handleAt: number, particleAt: number): number => {
    try {
      const handle = make();
      binding.places?.note(handle, core.resultParticle);
      const view = new DataView(memory.buffer);
      view.setUint32(handleAt, handle, true);
      view.setFloat64(particleAt, core.resultParticle, true);
      return 1;
    } catch (error) {
      if (!(error instanceof HazeError) || error.code !== 'malformed-ux') throw error;
      lastError = error.message;
      return 0;
    }
  };
  return {
    to_text(handle: number, particle: number, at: number, size: number): number {
      const text = core.toText({ handle, particle });
      if (text.length <= size >>> 0) binding.notePrinted?.({ handle, particle }, text);
      return writeWhenItFits(encode(text), at, size);
    },
    // The guest retries if the text does not fit, so text counts as printed only once it has been written.
    printed(path: number, form: number, value: number, at: number, size: number): number {
      if (size >>> 0 < VALUE_TEXT_LENGTH) return VALUE_TEXT_LENGTH;
      return writeWhenItFits(encode(binding.noteValue!(path >>> 0, form >>> 0, value)), at, size);
    },
    printed_lanes(
      path: number,
      form: number,
      handle: number,
      particle: number,
      at: number,
      size: number,
    ): number {
      if (size >>> 0 < VALUE_TEXT_LENGTH) return VALUE_TEXT_LENGTH;
      const text = binding.noteLanes!(path >>> 0, form >>> 0, { handle, particle });
      return writeWhenItFits(encode(text), at, size);
    },
    from_text: (
      at: number,
      length: number,
      hasParticle: number,
      particle: number,
      handleAt: number,
      particleAt: number,
    ) =>
      readValue(
        () => {
          const text = decode(bytesAt(at, length));
          return reading(
            () => text,
            () =>
              sources.text(
                text,
                () => parseUx(text),
                () => core.fromText(text, hasParticle ? particle : undefined),
              ),
          );
        },
        handleAt,
        particleAt,
      ),
    last_error(at: number, size: number): number {
      const bytes = new TextEncoder().encode(lastError);
      if (size > 0) {
        const shown = bytes.subarray(0, size - 1);
        bytesAt(at, shown.length + 1).set([...shown, 0]);
      }
      return bytes.length;
    },
    to_bytes: (handle: number, particle: number, single: number, at: number, size: number) =>
      writeWhenItFits(core.toBytes({ handle, particle }, single !== 0), at, size),
    from_bytes: (at: number, length: number, handleAt: number, particleAt: number) =>
      readValue(
        () => {
          const bytes = bytesAt(at, length).slice();
          return reading(
            () => 'bytes',
            () =>
              sources.text(
                'bytes',
                () => uxFromBytes(bytes),
                () => core.fromBytes(bytes),
              ),
          );
        },
        handleAt,
        particleAt,
      ),
    fatal(at: number, length: number): void {
      binding.stop(new HazeError('malformed-ux', new TextDecoder().decode(bytesAt(at, length))));
    },
  };
}

function readArray<T extends Float32Array | Float64Array>(
  memory: WebAssembly.Memory,
  type: { new (buffer: ArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  at: number,
  count: number,
): T {
  checkRange(memory, at, count, type.BYTES_PER_ELEMENT);
  const start = at >>> 0;
  return new type(
    (memory.buffer as ArrayBuffer).slice(start, start + (count >>> 0) * type.BYTES_PER_ELEMENT),
  );
}

// Traps as the program's own instructions would, before memory of this size is allocated.
function checkRange(memory: WebAssembly.Memory, at: number, count: number, elementBytes: number): void {
  if ((at >>> 0) + (count >>> 0) * elementBytes <= memory.buffer.byteLength) return;
  throw new WebAssembly.RuntimeError('memory access out of bounds');
}
