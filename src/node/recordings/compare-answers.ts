// Compares a response with the recorded response, field by field. Identifiers, times and URLs are compared by role, and
// printed distributions by distance.

import { compareOutput } from '../../docs/judging/compare-output.ts';
import { isObject } from '../../errors/is-object.ts';
import { findUx } from '../../uncertainty/core/ux-text.ts';
import { maybeJson, maybeUnpack, type RecordedBody } from './recording.ts';
import { type Bindings, isMeasured, timeUnitOf } from './roles.ts';

type DifferenceKind =
  | 'missing'
  | 'extra'
  | 'type'
  | 'unit'
  | 'value'
  | 'identifier'
  | 'order'
  | 'status'
  | 'header'
  | 'output';

export interface Difference {
  readonly kind: DifferenceKind;
  /** The place of the difference, such as `Stats.ProcessorTime`, `header content-type`, `line 3`. */
  readonly place: string;
  readonly recorded: string;
  readonly answered: string;
}

export interface ComparedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: RecordedBody;
}

export interface CompareOptions {
  readonly bindings: Bindings;
  /** Maximum distance between printed distributions, in standard deviations. */
  readonly distance: number;
  /** True for a compiler log, whose wording may differ. */
  readonly isLog: boolean;
}

/** Headers that clients read: some are compared by value, and others are only checked for presence. */
const HEADERS: Readonly<Record<string, 'value' | 'presence'>> = {
  'content-type': 'value',
  'access-control-allow-origin': 'value',
  location: 'presence',
  'retry-after': 'presence',
  'content-disposition': 'presence',
};
/** Final states of a build or task. */
const ENDED: ReadonlySet<unknown> = new Set(['Completed', 'Cancelled', 'Stopped']);
/** Fields that Haze adds; docs/recordings.md lists them. */
const ADDED: ReadonlySet<string> = new Set(['Arguments', 'ExitCode', 'Streams', 'code', 'issues']);
/** Sentences for users in error responses. */
const SENTENCES: ReadonlySet<string> = new Set(['message', 'Message', 'error']);
/** Relative tolerance for plain numbers: the recorded service rounds some means to floats. */
const PLAIN_TOLERANCE = 1e-6;
const LONGEST = 120;

type Fields = Readonly<Record<string, unknown>>;

/** Tests whether a build or task has finished. */
export function hasEnded(value: unknown): boolean {
  return ENDED.has(statusOf(value));
}

/** Status of a build or task. */
export function statusOf(value: unknown): unknown {
  return isObject(value) ? value.Status : undefined;
}

/** All differences between a response and the recorded response. */
export function compareAnswers(
  recorded: ComparedAnswer,
  answered: ComparedAnswer,
  options: CompareOptions,
): Difference[] {
  // If the statuses differ, the bodies are not comparable.
  if (recorded.status !== answered.status)
    return [{ kind: 'status', place: 'status', ...shown(recorded.status, answered.status) }];
  return [...compareHeaders(recorded, answered), ...compareBodies(recorded, answered, options)];
}

function compareHeaders(recorded: ComparedAnswer, answered: ComparedAnswer): Difference[] {
  return Object.entries(HEADERS).flatMap(([name, how]): Difference[] => {
    const read = (value: string | undefined) => {
      if (how === 'presence') return value === undefined ? 'absent' : 'present';
      return value === undefined ? 'absent' : (value.split(';')[0] ?? '').trim().toLowerCase();
    };
    const [a, b] = [read(recorded.headers[name]), read(answered.headers[name])];
    return a === b ? [] : [{ kind: 'header', place: `header ${name}`, recorded: a, answered: b }];
  });
}

function compareBodies(
  recorded: ComparedAnswer,
  answered: ComparedAnswer,
  options: CompareOptions,
): Difference[] {
  if (!recorded.body.bytes || !answered.body.bytes) return [];
  const [a, b] = [maybeJson(recorded.body), maybeJson(answered.body)];
  if (a !== undefined && b !== undefined)
    return new JsonComparison(options, recorded.status).compare(a, b, []);
  const [text, other] = [textOf(recorded.body.bytes), textOf(answered.body.bytes)];
  if (options.isLog || (text === undefined && other === undefined)) {
    const sizes = [recorded.body.bytes, answered.body.bytes].map(({ length }) =>
      length === 0 ? 'empty' : 'bytes',
    );
    return sizes[0] === sizes[1]
      ? []
      : [{ kind: 'output', place: 'body', recorded: sizes[0]!, answered: sizes[1]! }];
  }
  return compareTexts(text ?? '', other ?? '', options);
}

/** Text of a body, decompressed; undefined for images and other binary data. */
function textOf(bytes: Buffer): string | undefined {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = isPacked ? maybeUnpack(bytes) : bytes;
  try {
    return unpacked && new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
  } catch {
    return undefined;
  }
}

/** Compares printed text: words and digits exactly, distributions by distance, and values by their identifiers. */
function compareTexts(
  recorded: string,
  answered: string,
  { bindings, distance }: CompareOptions,
): Difference[] {
  if (recorded === answered) return [];
  const lines = answered.split('\n');
  const named = recorded.split('\n').map((line, i) =>
    // Replaces lines that differ only in corresponding identifiers with the new lines.
    bindings.maybeDifference(line, lines[i] ?? '', '') === undefined ? (lines[i] ?? '') : line,
  );
  if (named.join('\n') === answered) return [];
  const far = compareOutput(named.join('\n'), answered, { tolerance: 0, distance });
  if (far.length > 0)
    return far.map(({ line, message }) => ({
      kind: 'output',
      place: `line ${line}`,
      recorded: cut(named[line - 1] ?? ''),
      answered: message,
    }));
  const count = Math.max(named.length, lines.length);
  for (let i = 0; i < count; i++) {
    const [a, b] = [named[i], lines[i]];
    const [form, other] = [maybeFormOf(a), maybeFormOf(b)];
    const place = `line ${i + 1}`;
    if (form !== other)
      return [{ kind: 'output', place, recorded: cut(form ?? 'the end'), answered: cut(other ?? 'the end') }];
    if (!arePlainSame(a!, b!)) return [{ kind: 'output', place, recorded: cut(a!), answered: cut(b!) }];
  }
  return [];
}

/** Tests whether the plain numbers in two lines agree in their printed decimals, within a float's precision. */
function arePlainSame(recorded: string, answered: string): boolean {
  const plain = (line: string) => [...findUx(line)].filter(({ value }) => value.positions.length < 2);
  const others = plain(answered);
  return plain(recorded).every(({ value: { mean } }, i) => {
    const other = others[i]?.value.mean ?? Number.NaN;
    return Object.is(mean, other) || Math.abs(mean - other) <= PLAIN_TOLERANCE * Math.abs(mean);
  });
}

/** The pattern of a printed line, without its values: its words, its spaces, and the number of decimals. */
function maybeFormOf(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  let form = '';
  let at = 0;
  for (const { start, end, decimal, value } of findUx(line)) {
    const digits = decimal.replaceAll(/\d+/g, (run, place: number) =>
      place === 0 || decimal[place - 1] !== '.' ? '0' : '0'.repeat(run.length),
    );
    form += `${line.slice(at, start)}${digits.replace(/^[-+]/, '')}Ux of type ${value.type}`;
    at = end;
  }
  return form + line.slice(at);
}

class JsonComparison {
  readonly #options: CompareOptions;
  readonly #isError: boolean;

  constructor(options: CompareOptions, status: number) {
    this.#options = options;
    this.#isError = status >= 400;
  }

  /**
   * Compares two values.
   * @param path names of the enclosing fields
   * @param isPassing true within records of a transient state, in which later fields are optional
   */
  compare(recorded: unknown, answered: unknown, path: readonly string[], isPassing = false): Difference[] {
    const place = path.join('.');
    const name = path.at(-1) ?? '';
    const different = (kind: DifferenceKind) => [{ kind, place, ...shown(recorded, answered) }];
    const [unit, other] = [timeUnitOf(recorded, name), timeUnitOf(answered, name)];
    if (unit !== undefined && other !== undefined) return unit === other ? [] : different('unit');
    if (typeOf(recorded) !== typeOf(answered)) {
      const isLater = isPassing && (recorded === null || answered === null);
      return isLater ? [] : different('type');
    }
    if (Array.isArray(recorded)) return this.#compareLists(recorded, answered as unknown[], path, isPassing);
    if (isObject(recorded)) return this.#compareFields(recorded, answered as Fields, path, isPassing);
    if (typeof recorded === 'string') {
      if (this.#isError && SENTENCES.has(name)) return [];
      const kind = this.#options.bindings.maybeDifference(recorded, answered as string, name);
      if (kind === undefined || isMeasured(path)) return [];
      return kind === 'value' && /Ux[0-9a-f]{4}/i.test(recorded)
        ? compareTexts(recorded, answered as string, this.#options).map((one) => ({ ...one, place }))
        : different(kind);
    }
    // Until the job has finished, flags may change and numbers may grow.
    return recorded === answered || isPassing || isMeasured(path) ? [] : different('value');
  }

  #compareFields(
    recorded: Fields,
    answered: Fields,
    path: readonly string[],
    isWithin: boolean,
  ): Difference[] {
    const [status, other] = [statusOf(recorded), statusOf(answered)];
    const isEnded = ENDED.has(status) && ENDED.has(other);
    // A poll may observe a job in any state before it finishes.
    const isPassing = isWithin || (status !== other && typeof status === 'string' && !isEnded);
    const isList = hasUnknownItems(recorded, answered, this.#options.bindings);
    return [...new Set([...Object.keys(recorded), ...Object.keys(answered)])].flatMap(
      (name): Difference[] => {
        const place = [...path, name].join('.');
        const [a, b] = [own(recorded, name), own(answered, name)];
        if (isPassing && (name === 'Status' || name === 'StatusTransitions')) return [];
        if (isList && /^(?:Count|ContinuationKey)$/.test(name)) return [];
        if (a === undefined || b === undefined) {
          if (isPassing || (a === undefined && ADDED.has(name))) return [];
          if (this.#isError && SENTENCES.has(name)) return [];
          return [{ kind: a === undefined ? 'extra' : 'missing', place, ...shown(a, b) }];
        }
        if (name === 'StatusTransitions' && Array.isArray(a) && Array.isArray(b))
          return this.#compareStates(a, b, [...path, name]);
        return this.compare(a, b, [...path, name], isPassing);
      },
    );
  }

  /** Compares the steps of a job: their names, their order, and each step with the step of the same name. */
  #compareStates(recorded: unknown[], answered: unknown[], path: readonly string[]): Difference[] {
    const [names, others] = [recorded.map(statusOf), answered.map(statusOf)];
    const place = path.join('.');
    const lost = names.filter((name) => !others.includes(name));
    const added = others.filter((name) => !names.includes(name));
    const found: Difference[] = [
      ...lost.map((name) => ({ kind: 'missing' as const, place, ...shown(name, undefined) })),
      ...added.map((name) => ({ kind: 'extra' as const, place, ...shown(undefined, name) })),
    ];
    if (found.length === 0 && names.join() !== others.join())
      found.push({ kind: 'order', place, recorded: names.join(', '), answered: others.join(', ') });
    const same = recorded.flatMap((step, i): Difference[] => {
      const index = others.indexOf(names[i]);
      return index < 0 ? [] : this.compare(step, answered[index], [...path, String(names[i])]);
    });
    return [...found, ...same];
  }

  #compareLists(
    recorded: unknown[],
    answered: unknown[],
    path: readonly string[],
    isPassing: boolean,
  ): Difference[] {
    const { bindings } = this.#options;
    const listName = path.at(-1) ?? '';
    const id = maybeIdField(recorded, listName);
    // A new account has no resources yet, while another account may have some.
    if (recorded.length === 0 && maybeIdField(answered, listName) !== undefined) return [];
    if (id !== undefined) {
      // An account may have more resources than were recorded, and in a different order.
      return recorded.flatMap((item): Difference[] => {
        const known = bindings.get((item as Fields)[id] as string);
        const other = answered.find((one) => isObject(one) && known !== undefined && one[id] === known);
        if (other !== undefined) return this.compare(item, other, [...path, '*'], isPassing);
        return known === undefined
          ? []
          : [{ kind: 'missing', place: path.join('.'), ...shown(known, undefined) }];
      });
    }
    const place = path.join('.');
    const isCut = path.at(-1) === 'StdoutChunks';
    return Array.from({ length: Math.max(recorded.length, answered.length) }, (_, i): Difference[] => {
      const inner = [...path, String(i)];
      if (i < Math.min(recorded.length, answered.length))
        return this.compare(recorded[i], answered[i], inner, isPassing);
      if (isPassing || isCut) return [];
      const kind = i < recorded.length ? 'missing' : 'extra';
      return [{ kind, place: `${place}.${i}`, ...shown(recorded[i], answered[i]) }];
    }).flat();
  }
}

/** Tests whether a list contains items that the other side does not have. */
function hasUnknownItems(recorded: Fields, answered: Fields, bindings: Bindings): boolean {
  return Object.entries(recorded).some(([name, list]) => {
    if (!Array.isArray(list)) return false;
    const other = own(answered, name);
    const id = maybeIdField(list, name) ?? (Array.isArray(other) ? maybeIdField(other, name) : undefined);
    if (id === undefined || !Array.isArray(other)) return false;
    return (
      list.length !== other.length ||
      list.some((item) => bindings.get((item as Fields)[id] as string) === undefined)
    );
  });
}

/** The field that identifies the items in a list of resources, such as `TaskID`. */
function maybeIdField(list: readonly unknown[], name: string): string | undefined {
  const [first] = list;
  if (!isObject(first)) return undefined;
  const isOwn = (field: string) => /I[Dd]$/.test(field) && name.startsWith(field.slice(0, 4));
  return Object.keys(first).find(
    (field) =>
      isOwn(field) && new Set(list.map((item) => isObject(item) && item[field])).size === list.length,
  );
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function shown(recorded: unknown, answered: unknown): { recorded: string; answered: string } {
  const show = (value: unknown) => (value === undefined ? 'absent' : cut(JSON.stringify(value)));
  return { recorded: show(recorded), answered: show(answered) };
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
