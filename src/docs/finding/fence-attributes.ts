// The attributes after a fence's language: `haze core="C0-L+" editable stdin="3 4"`. A single table defines the
// attributes and their values; docs/writing-attributes.md lists them.
import { maybeNearest } from '../../errors/nearest-name.ts';
import { DEFAULT_CORES } from '../../uncertainty/core/core-spec.ts';
import { DEFAULT_CORE } from '../../uncertainty/core/default-core.ts';

/** A program's options, with defaults for omitted attributes. */
export class FenceOptions {
  /** Name of a default core. */
  readonly core: string = DEFAULT_CORE;
  /** A bigint if a number cannot represent the seed exactly. */
  readonly seed: number | bigint = 1;
  readonly arguments: string = '';
  readonly stdin: string = '';
  /** The source's name; for an empty fence, the file that contains the text. */
  readonly file: string = '';
  readonly name: string = '';
  readonly caption: string = '';
  /** Name of the program that this program continues; '' for the previous program; undefined for none. */
  readonly continues: string | undefined;
  /** Names or files of programs in the document whose files are built with this program, separated by spaces. */
  readonly with: string = '';
  /** Data files that the program reads, by path relative to the document, separated by spaces. */
  readonly data: string = '';
  /** Seconds. */
  readonly timeout: number = 20;
  /** Relative tolerance for plain numbers. */
  readonly tolerance: number = 1e-6;
  /** Maximum distance between distributions, in standard deviations. */
  readonly distance: number = 0.1;
  /** Expected failure of the program; undefined if it must not fail. */
  readonly fails: string | undefined;
  readonly exit: number = 0;
  /** Lines of the text to hide, such as `1-3 7`. */
  readonly hide: string = '';
  readonly editable: boolean = false;
  readonly controls: boolean = false;
  readonly hidden: boolean = false;
  readonly part: boolean = false;
  readonly norun: boolean = false;
  readonly 'continue-on-error': boolean = false;
}

const LAST_SEED = 2n ** 64n - 1n;

type Kind = 'text' | 'number' | 'seed' | 'flag' | 'text or flag';

const KINDS: Readonly<Record<keyof FenceOptions, Kind>> = {
  core: 'text',
  seed: 'seed',
  arguments: 'text',
  stdin: 'text',
  file: 'text',
  name: 'text',
  caption: 'text',
  continues: 'text or flag',
  with: 'text',
  data: 'text',
  timeout: 'number',
  tolerance: 'number',
  distance: 'number',
  fails: 'text',
  exit: 'number',
  hide: 'text',
  editable: 'flag',
  controls: 'flag',
  hidden: 'flag',
  part: 'flag',
  norun: 'flag',
  'continue-on-error': 'flag',
};

/** All attributes, for messages and documentation. */
const ATTRIBUTE_NAMES = Object.keys(KINDS) as (keyof FenceOptions)[];

export interface Attribute {
  readonly name: string;
  /** The attribute's value; undefined for an attribute without one. */
  readonly value: string | undefined;
}

const WORD = /\s*(?:([^\s="']+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?)(?=\s|$)/y;

/** Splits a fence's attributes; if the rest of the text cannot be split, `problem` is a message that contains it. */
export function splitAttributes(text: string): {
  readonly attributes: readonly Attribute[];
  readonly problem?: string;
} {
  const attributes: Attribute[] = [];
  const words = new RegExp(WORD);
  const all = text.trimEnd();
  while (words.lastIndex < all.length) {
    const from = words.lastIndex;
    const match = words.exec(all);
    if (!match)
      return {
        attributes,
        problem: `cannot be read from here on: ${all.slice(from).trim()}. Write name="value", with a quote at both ends`,
      };
    const [, name = '', double, single, bare] = match;
    attributes.push({ name, value: double ?? single ?? bare });
  }
  return { attributes };
}

export interface ReadOptions {
  readonly options: FenceOptions;
  readonly problems: readonly string[];
}

/** Interprets attributes according to the table. Ignores invalid attributes, and reports each as a sentence. */
export function readFenceOptions(attributes: readonly Attribute[]): ReadOptions {
  const problems: string[] = [];
  const given: Record<string, unknown> = {};
  for (const { name, value } of attributes) {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof FenceOptions] : undefined;
    if (kind === undefined) problems.push(unknownAttribute(name));
    else if (name in given) problems.push(`the attribute "${name}" appears twice`);
    else {
      const read = readValue(kind, value);
      if (read === undefined) problems.push(`the attribute "${name}" takes ${sayKind(kind)}`);
      else given[name] = read;
    }
  }
  const options: FenceOptions = { ...new FenceOptions(), ...given };
  problems.push(...checkOptions(options));
  return { options, problems };
}

function unknownAttribute(name: string): string {
  const nearest = maybeNearest(name, ATTRIBUTE_NAMES);
  const guess = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `unknown attribute "${name}".${guess} Attributes: ${ATTRIBUTE_NAMES.join(', ')}`;
}

function readValue(kind: Kind, value: string | undefined): unknown {
  switch (kind) {
    case 'flag':
      return value === undefined || value === '' || value === 'true' ? true : undefined;
    case 'text or flag':
      return value ?? '';
    case 'number': {
      const number = Number(value);
      return value !== undefined && value.trim() !== '' && Number.isFinite(number) && number >= 0
        ? number
        : undefined;
    }
    case 'seed': {
      const seed =
        value !== undefined && /^(?:\d{1,20}|0x[\da-f]{1,16})$/i.test(value) ? BigInt(value) : undefined;
      if (seed === undefined || seed > LAST_SEED) return undefined;
      return seed <= Number.MAX_SAFE_INTEGER ? Number(seed) : seed;
    }
    case 'text':
      // A fence's attributes are on one line, so \n and \t represent a line break and a tab.
      return value?.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
  }
}

function sayKind(kind: Kind): string {
  if (kind === 'flag') return 'no value';
  if (kind === 'seed') return 'a whole number from 0 to 2⁶⁴ − 1';
  return kind === 'number' ? 'a non-negative number' : 'a value, in quotes';
}

function checkOptions(options: FenceOptions): string[] {
  const problems: string[] = [];
  const core = DEFAULT_CORES.find(({ Name }) => Name.toLowerCase() === options.core.toLowerCase());
  const names = DEFAULT_CORES.filter(
    ({ Class, Microarchitecture }) => Class === 'C0' && Microarchitecture !== 'Reference',
  );
  if (!core)
    problems.push(`there is no core "${options.core}". Cores: ${names.map(({ Name }) => Name).join(', ')}`);
  else if (core.Microarchitecture === 'Reference')
    problems.push(
      `${core.Name} runs a program thousands of times, which is too slow for a page: use "haze compare"`,
    );
  if (!Number.isSafeInteger(options.exit) || options.exit > 255)
    problems.push('the attribute "exit" needs an exit status, a whole number up to 255');
  if (/\s/.test(options.name)) problems.push('the attribute "name" must be a single word');
  if (options.timeout === 0 || options.timeout > 600)
    problems.push('the attribute "timeout" needs a number of seconds, at most 600');
  if (maybeLineRanges(options.hide) === undefined)
    problems.push('the attribute "hide" needs line numbers or ranges, such as "1-3 7"');
  if (options.fails === '') problems.push('the attribute "fails" needs some words of the error message');
  return problems;
}

/** First and last line of every range, as in `1-3 7`; undefined for invalid text. */
export function maybeLineRanges(text: string): readonly (readonly [number, number])[] | undefined {
  const ranges: (readonly [number, number])[] = [];
  for (const word of text.split(/[\s,]+/).filter((one) => one !== '')) {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? [];
    if (first === undefined || Number(first) < 1 || Number(first) > Number(last)) return undefined;
    ranges.push([Number(first), Number(last)]);
  }
  return ranges;
}
