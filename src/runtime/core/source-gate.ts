// Intercepts a program's calls that create distributions. The gate lists sources, and replaces selected ones with
// another distribution or a number. A run without such options has no gate.
import type { Core, Handle, Operand } from '../../uncertainty/core/core.ts';
import { PARAMETRIC_KINDS, SINGLE_PRECISION } from '../../uncertainty/core/operations.ts';
import type { UxValue } from '../../uncertainty/core/ux-text.ts';
import { describeParametric } from '../../uncertainty/dependent/source-trace.ts';
import { parametersOf } from '../../uncertainty/distributions/family-domains.ts';
import type { SourceKind } from '../../uncertainty/sources/run-trace.ts';
import type {
  CreatedSource,
  SourceReport,
  SourceSetting,
  SourceWish,
} from '../../uncertainty/sources/source-settings.ts';
import type { SourceValue } from '../../uncertainty/sources/source-value.ts';

/** Maximum number of listed sources. */
const MOST_LISTED = 10_000;

export class SourceGate {
  readonly #core: Core;
  readonly #frames: () => readonly number[];
  #isListing: boolean;
  readonly #settings = new Map<string, SourceSetting>();
  /** Kinds of sources that the gate must inspect when they are created. */
  readonly #kinds: ReadonlySet<SourceKind>;
  readonly #counts = new Map<string, number>();
  readonly #sources: CreatedSource[] = [];
  readonly #used = new Set<SourceSetting>();
  #leftOut = 0;
  /** True while a likelihood computes its prediction. Values created meanwhile are not sources. */
  #isPredicting = false;

  /** @param frames returns byte offsets of the program's active calls, innermost first */
  constructor(core: Core, { isListed, settings }: SourceWish, frames: () => readonly number[]) {
    this.#core = core;
    this.#frames = frames;
    this.#isListing = isListed;
    for (const setting of settings) {
      const { kind, frames: calls, nth } = setting.site;
      this.#settings.set(keyOf(kind, calls, nth), setting);
    }
    this.#kinds = new Set(settings.map(({ site }) => site.kind));
  }

  /** Begins a run on the same core; only the first run's sources are recorded. */
  restart(isFirst: boolean): void {
    this.#isListing &&= isFirst;
    this.#counts.clear();
    this.#used.clear();
  }

  parametric(kind: number, a: number, b: number, c: number): Handle {
    const core = this.#core;
    const make = () => core.parametric(kind, a, b, c);
    const family = PARAMETRIC_KINDS[kind & ~SINGLE_PRECISION];
    if (!family) return make();
    const meanOf = () => core.meanOfParametric(kind, a, b, c);
    const setting = this.#enter('parametric', () => {
      const parameters = [a, b, c].slice(0, parametersOf(family).length);
      return { text: describeParametric(family, parameters), family, parameters, mean: meanOf() };
    });
    return setting ? this.#make(setting.value, kind & SINGLE_PRECISION, make, meanOf) : make();
  }

  /**
   * @param input the text as shown in reports
   * @param read returns the Ux text or bytes that the program reads, as a value
   */
  text(input: string, read: () => UxValue, make: () => Handle): Handle {
    let value: UxValue | undefined;
    // The core reports malformed text.
    const readValue = () => {
      value ??= readOrNothing(read);
      return value;
    };
    const setting = this.#enter('text', () => {
      const known = readValue();
      // A plain number in the form of Ux text is not a source.
      if (!known || isPlain(known)) return undefined;
      return { text: 'Ux text', input, mean: known.mean };
    });
    return setting ? this.#make(setting.value, 0, make, () => readValue()?.mean ?? Number.NaN) : make();
  }

  /** Creates a source that cannot be replaced. */
  other<T>(kind: SourceKind, text: () => string, make: () => T): T {
    this.#enter(kind, () => ({ text: text() }));
    return make();
  }

  /** Creates values from draws that one of the program's functions generated. */
  drawn(text: () => string, make: () => Operand[]): Operand[] {
    return this.other('joint samples', text, make);
  }

  /** Creates a posterior. Values that its likelihood creates are not sources. */
  posterior(make: () => Handle): Handle {
    this.#enter('posterior', () => ({ text: 'posterior' }));
    const wasPredicting = this.#isPredicting;
    this.#isPredicting = true;
    try {
      return make();
    } finally {
      this.#isPredicting = wasPredicting;
    }
  }

  /** Reports the run's sources. The list is complete after the run. */
  report(): SourceReport {
    return { sources: this.#sources, leftOut: this.#leftOut };
  }

  /** Names of overridden sources that this run has not created. */
  missing(): string[] {
    return [...this.#settings.values()].filter((one) => !this.#used.has(one)).map(({ name }) => name);
  }

  /** Counts and lists a source before its creation. Returns the source's replacement, if any. */
  #enter(
    kind: SourceKind,
    describe: () => Omit<CreatedSource, 'kind' | 'frames' | 'nth'> | undefined,
  ): SourceSetting | undefined {
    if (this.#isPredicting || !(this.#isListing || this.#kinds.has(kind))) return undefined;
    if (this.#isListing && !this.#kinds.has(kind) && this.#sources.length >= MOST_LISTED) {
      this.#leftOut++;
      return undefined;
    }
    const described = describe();
    if (!described) return undefined;
    const frames = this.#frames();
    const place = keyOf(kind, frames, 0);
    const nth = this.#counts.get(place) ?? 0;
    this.#counts.set(place, nth + 1);
    if (this.#isListing) {
      if (this.#sources.length < MOST_LISTED) this.#sources.push({ kind, frames, nth, ...described });
      else this.#leftOut++;
    }
    const setting = this.#settings.get(keyOf(kind, frames, nth));
    if (setting) this.#used.add(setting);
    return setting;
  }

  /**
   * Makes a source's replacement. If the replacement is a number, the source is still created and then discarded. All
   * other sources then draw the same values as before, so results differ only because of the settings.
   */
  #make(value: SourceValue, single: number, make: () => Handle, meanOf: () => number): Handle {
    const core = this.#core;
    if (value.kind !== 'number' && value.kind !== 'fixed') {
      const [a = 0, b = 0, c = 0] = value.parameters;
      return core.parametric(PARAMETRIC_KINDS.indexOf(value.kind) + single, a, b, c);
    }
    const plain = value.kind === 'number' ? value.value : meanOf();
    const handle = make();
    if (handle !== 0) core.release(handle);
    return core.givePlain(single ? Math.fround(plain) : plain);
  }
}

/** A core's calls that create sources, either through a gate or directly. */
export interface SourceMakers {
  parametric(kind: number, a: number, b: number, c: number): Handle;
  text(input: string, read: () => UxValue, make: () => Handle): Handle;
  other<T>(kind: SourceKind, text: () => string, make: () => T): T;
  drawn(text: () => string, make: () => Operand[]): Operand[];
  posterior(make: () => Handle): Handle;
}

/** Creates sources in runs that neither list nor replace sources. */
export function openMakers(core: Core): SourceMakers {
  return {
    parametric: (kind, a, b, c) => core.parametric(kind, a, b, c),
    text: (_input, _read, make) => make(),
    other: (_kind, _text, make) => make(),
    drawn: (_text, make) => make(),
    posterior: (make) => make(),
  };
}

function keyOf(kind: SourceKind, frames: readonly number[], nth: number): string {
  return `${kind} ${nth} ${frames.join()}`;
}

function isPlain({ positions, count }: UxValue): boolean {
  return positions.length === 1 && count === 0;
}

function readOrNothing(read: () => UxValue): UxValue | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
