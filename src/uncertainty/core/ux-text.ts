// The `Ux` data format (text and bytes) for code that handles values outside a running program: the REST interface,
// the playground, the command line. The core itself also uses it to read and write values.

import { HazeError } from '../../errors/haze-error.ts';

/** A distribution as the format represents it. */
export interface UxValue {
  /** The decimal before `Ux`; undefined if there was none. */
  readonly particle: number | undefined;
  /** Representation type; 4 is Athens. */
  readonly type: number;
  /** Sample count: 1 for a distribution, 0 for a plain value. */
  readonly count: number;
  /** Mean, in the unit of the value. */
  readonly mean: number;
  /** Positions of the points, in the unit of the value. */
  readonly positions: Float64Array;
  /** Probabilities, as doubles. */
  readonly masses: Float64Array;
  /**
   * The masses as written, in units of 2^-63: high and low word of each. Doubles cannot represent all of them
   * exactly.
   */
  readonly massWords?: Uint32Array;
}

/** The Ux form of a plain number. */
export function plainUx(value: number): UxValue {
  const positions = Float64Array.of(value);
  return { particle: value, type: 4, count: 0, mean: value, positions, masses: Float64Array.of(1) };
}

/** A value found in a string, with its position. */
export interface FoundUx {
  /** Offset of the first character: the start of the decimal if there is one, otherwise the start of `Ux`. */
  readonly start: number;
  /** Offset after the last hexadecimal digit. */
  readonly end: number;
  /** The printed decimal; '' if there is none. */
  readonly decimal: string;
  /** The value. */
  readonly value: UxValue;
}

const READABLE_TYPES = [0, 4, 6, 7, 8, 9];
const MOST_DELTAS = 10_000;
const HEADER_DIGITS = 42;
/**
 * Decimals that C and Fortran print, for expressions that ignore case. Fortran also writes exponents with the letters D
 * and Q, and exponents of three digits without a letter.
 */
export const DECIMAL_PATTERN = String.raw`(?:\d+(?:\.\d*)?|\.\d+)(?:[edq][+-]?\d+|[+-]\d{3})?|nan|inf(?:inity)?`;
const DECIMAL = new RegExp(`^[+-]?(?:${DECIMAL_PATTERN})$`, 'i');
/** Output format of `%a`. */
const HEXADECIMAL = /^([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?\d+)$/i;
const DECIMAL_AT_END = new RegExp(
  String.raw`[+-]?(?:0x[0-9a-f]+(?:\.[0-9a-f]*)?p[+-]?\d+|(?<![\d.])(?:${DECIMAL_PATTERN}))$`,
  'i',
);
const DECIMAL_CHARACTERS = '0123456789.abcdefABCDEFxXpPqQ+-nNiItyTY';
/** The largest number has 309 digits before the decimal point, and formats may print hundreds of digits after it. */
const LONGEST_DECIMAL = 1100;
const HEX_DIGITS = new TextEncoder().encode('0123456789ABCDEF');

/**
 * Reads one value: an optional decimal, `Ux`, and exactly the digits that its number of deltas requires.
 *
 * @param text one value, without blanks
 * @throws HazeError `malformed-ux` with the fault and its character (`data.character`, 0-based)
 * @example
 * ```ts
 * import { parseUx } from 'haze/ux';
 * const text = '0.785398Ux0400000000000000003FE921FB54442D18000000013FE921FB54442D188000000000000000';
 * console.log(parseUx(text).mean === Math.PI / 4); // true
 * ```
 */
export function parseUx(text: string): UxValue {
  requireText(text);
  const at = text.indexOf('Ux');
  if (at < 0) malformed('there is no "Ux" in it', 0);
  const decimal = text.slice(0, at);
  if (decimal !== '' && !DECIMAL.test(decimal) && !HEXADECIMAL.test(decimal))
    malformed(`"${shorten(decimal)}" before Ux is not a number`, 0);
  return parseDigits(text, at + 2, decimal === '' ? undefined : parseDecimal(decimal));
}

/**
 * Finds the values in a program's output; skips malformed values.
 *
 * @param text stdout, for example
 * @throws HazeError `malformed-ux` for an argument that is not text
 * @example
 * ```ts
 * import { findUx } from 'haze/ux';
 * const stdout = 'area: 0.785398Ux0400000000000000003FE921FB54442D18000000013FE921FB54442D188000000000000000 m2';
 * const [{ start, decimal, value }] = findUx(stdout);
 * console.log(start, decimal, value.mean.toFixed(4)); // 6 0.785398 0.7854
 * ```
 */
export function findUx(text: string): FoundUx[] {
  requireText(text);
  return [...eachUx(text)];
}

/** The values of `findUx`, one at a time: parsing all values of a large output takes seconds. */
export function* eachUx(text: string): Generator<FoundUx> {
  let last = 0;
  for (const { index, 0: whole } of text.matchAll(/Ux[0-9A-Fa-f]{42,}/g)) {
    const digits = whole.slice(2);
    const decimal = withoutPrefix(findDecimalBefore(text, index, last), digits);
    const n = Number.parseInt(digits.slice(34, 42), 16);
    for (const perDelta of [32, 24]) {
      const length = HEADER_DIGITS + perDelta * n;
      const value =
        length <= digits.length ? maybeParse(`${decimal}Ux${digits.slice(0, length)}`) : undefined;
      if (!value) continue;
      last = index + 2 + length;
      yield { start: index - decimal.length, end: last, decimal, value };
      break;
    }
  }
}

/**
 * Finds the decimal that ends at `end`; '' if there is none. It searches backwards, because a string may consist
 * entirely of digits.
 */
function findDecimalBefore(text: string, end: number, from: number): string {
  let start = end;
  const least = Math.max(from, end - LONGEST_DECIMAL);
  while (start > least && DECIMAL_CHARACTERS.includes(text[start - 1]!)) start--;
  return DECIMAL_AT_END.exec(text.slice(start, end))?.[0] ?? '';
}

/** Magnitude of the binary exponent above which a mean may need three decimal digits in its exponent. */
const LARGE_EXPONENT = 300;

/**
 * Returns only the last term of a sum or range such as `0.5-100`, which looks like a decimal whose exponent has no
 * letter. The value's mean shows whether the exponent is plausible.
 * @param digits the value's digits
 */
function withoutPrefix(decimal: string, digits: string): string {
  const term = /(?<=[\d.])[+-]\d{3}$/.exec(decimal)?.[0];
  const exponent = (Number.parseInt(digits.slice(18, 21), 16) & 0x7ff) - 1023;
  return term && Math.abs(exponent) < LARGE_EXPONENT ? term : decimal;
}

/**
 * Writes a value as text, starting with `Ux`; the caller puts the particle's decimal before this text.
 *
 * @param value mean, positions and masses
 * @param single writes positions as binary32
 * @throws HazeError `malformed-ux` for an argument that is not a value
 * @example
 * ```ts
 * import { formatUx, parseUx } from 'haze/ux';
 * const value = {
 *   particle: 2, type: 4, count: 1, mean: 2,
 *   positions: Float64Array.of(1.5, 2.5), masses: Float64Array.of(0.5, 0.5),
 * };
 * console.log(parseUx(`2.0${formatUx(value)}`).particle); // 2
 * ```
 */
export function formatUx(value: Omit<UxValue, 'particle'>, single = false): string {
  const bytes = encode(value, single, false);
  const text = new Uint8Array(2 + 2 * bytes.length);
  text.set([85, 120]);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    text[2 * i + 2] = HEX_DIGITS[byte >> 4]!;
    text[2 * i + 3] = HEX_DIGITS[byte & 15]!;
  }
  return new TextDecoder().decode(text);
}

/**
 * Writes the binary form. If the value has no particle, the mean is used instead.
 *
 * @param value mean, positions and masses
 * @param single writes positions as binary32
 * @throws HazeError `malformed-ux` for an argument that is not a value
 * @example
 * ```ts
 * import { uxToBytes } from 'haze/ux';
 * const value = {
 *   particle: 2, type: 4, count: 1, mean: 2,
 *   positions: Float64Array.of(1.5, 2.5), masses: Float64Array.of(0.5, 0.5),
 * };
 * console.log(uxToBytes(value, false).length); // 61
 * ```
 */
export function uxToBytes(value: UxValue, single: boolean): Uint8Array {
  requireValue(value);
  const body = encode(value, single, true);
  const bytes = new Uint8Array(8 + body.length);
  new DataView(bytes.buffer).setFloat64(0, value.particle ?? value.mean, true);
  bytes.set(body, 8);
  return bytes;
}

/**
 * Reads the binary form.
 *
 * @param bytes one value
 * @throws HazeError `malformed-ux` with the fault and its byte (`data.character`, 0-based)
 * @example
 * ```ts
 * import { uxFromBytes, uxToBytes } from 'haze/ux';
 * const value = {
 *   particle: 2, type: 4, count: 1, mean: 2,
 *   positions: Float64Array.of(1.5, 2.5), masses: Float64Array.of(0.5, 0.5),
 * };
 * console.log(uxFromBytes(uxToBytes(value, true)).mean); // 2
 * ```
 */
export function uxFromBytes(bytes: Uint8Array): UxValue {
  if (!ArrayBuffer.isView(bytes)) malformed('it is not a Uint8Array', 0);
  if (bytes.length < 29) malformed(`it has ${bytes.length} bytes, but its header alone takes 29`, 0);
  const particle = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
  return decode(bytes.subarray(8), true, particle, (byte) => byte + 8);
}

function maybeParse(text: string): UxValue | undefined {
  try {
    return parseUx(text);
  } catch {
    return undefined;
  }
}

function parseDecimal(text: string): number {
  const [, sign, whole, fraction = '', exponent] = HEXADECIMAL.exec(text) ?? [];
  if (exponent !== undefined) {
    const value = scale(Number.parseInt(`0${whole}${fraction}`, 16), Number(exponent) - 4 * fraction.length);
    return sign === '-' ? -value : value;
  }
  const lower = text.toLowerCase().replace(/^\+/, '');
  if (lower.endsWith('nan')) return Number.NaN;
  if (lower.includes('inf')) return lower.startsWith('-') ? -Infinity : Infinity;
  return Number(lower.replace(/^([+-]?[\d.]+)(?:[dq]|(?=[+-]))/, '$1e'));
}

// Scales in steps, because 2 raised to the exponent of a subnormal number underflows to zero.
function scale(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

function parseDigits(text: string, from: number, particle: number | undefined): UxValue {
  const length = text.length - from;
  for (let i = from; i < text.length; i++) {
    if (Number.isNaN(hexDigit(text.charCodeAt(i)))) malformed(`"${text[i]}" is not a hexadecimal digit`, i);
  }
  if (length < HEADER_DIGITS)
    malformed(`it ends after ${length} of the ${HEADER_DIGITS} digits of its header`, text.length);
  if (length % 2) malformed(`it has an odd number of digits (${length})`, text.length);
  const bytes = new Uint8Array(length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const at = from + 2 * i;
    bytes[i] = hexDigit(text.charCodeAt(at)) * 16 + hexDigit(text.charCodeAt(at + 1));
  }
  return decode(bytes, false, particle, (byte) => from + 2 * byte);
}

/** Reads type, count, mean, N and deltas. `place` maps a byte index to a position in the input. */
function decode(
  bytes: Uint8Array,
  little: boolean,
  particle: number | undefined,
  place: (byte: number) => number,
): UxValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = view.getUint8(0);
  if (!READABLE_TYPES.includes(type))
    malformed(`representation type ${type} is not one of ${READABLE_TYPES.join(', ')}`, place(0));
  const n = view.getUint32(17, little);
  if (n > MOST_DELTAS)
    malformed(`it declares ${n} deltas, but at most ${MOST_DELTAS} are allowed`, place(17));
  if (n === 0) malformed('it has no deltas', place(17));
  const body = bytes.length - 21;
  const single = body === 12 * n;
  if (!single && body !== 16 * n) {
    const unit = little ? 1 : 2;
    malformed(
      `${n} deltas need ${16 * n * unit} ${unit === 2 ? 'digits' : 'bytes'} (or ${12 * n * unit} in single ` +
        `precision), but ${body * unit} follow`,
      place(bytes.length),
    );
  }
  const deltas = decodeDeltas(view, n, single, little);
  checkMasses(deltas.masses, (i) => place(21 + i * (single ? 12 : 16) + (single ? 4 : 8)));
  return {
    particle,
    type,
    count: view.getUint32(little ? 1 : 5, little),
    mean: view.getFloat64(9, little),
    ...deltas,
  };
}

function decodeDeltas(view: DataView, n: number, single: boolean, little: boolean) {
  const positions = new Float64Array(n);
  const masses = new Float64Array(n);
  const massWords = new Uint32Array(2 * n);
  const size = single ? 4 : 8;
  for (let i = 0, at = 21; i < n; i++, at += size + 8) {
    positions[i] = single ? view.getFloat32(at, little) : view.getFloat64(at, little);
    const high = view.getUint32(at + size + (little ? 4 : 0), little);
    const low = view.getUint32(at + size + (little ? 0 : 4), little);
    massWords[2 * i] = high;
    massWords[2 * i + 1] = low;
    masses[i] = high / 2 ** 31 + low / 2 ** 63;
  }
  return { positions, masses, massWords };
}

function checkMasses(masses: Float64Array, place: (i: number) => number): void {
  let sum = 0;
  for (let i = 0; i < masses.length; i++) {
    const mass = masses[i]!;
    if (mass > 1) malformed(`the mass of delta ${i + 1} is ${mass}, more than 1`, place(i));
    sum += mass;
  }
  if (Math.abs(sum - 1) > 1e-3) malformed(`the masses add up to ${sum}, not to 1`, place(0));
}

// JavaScript callers have no type checks.
function requireText(text: unknown): void {
  if (typeof text !== 'string') malformed(`it is not text, but of type ${typeof text}`, 0);
}

/** @throws HazeError `malformed-ux` for an object that does not have the form of a value */
export function requireValue(value: Omit<UxValue, 'particle'>): void {
  const { positions, masses, massWords } = value ?? {};
  const n = positions?.length;
  if (!n || masses?.length !== n || (massWords && massWords.length !== 2 * n)) {
    malformed('it is not a value as returned by parseUx: as many positions as masses, and at least one', 0);
  }
}

function encode(value: Omit<UxValue, 'particle'>, single: boolean, little: boolean): Uint8Array {
  requireValue(value);
  if (!READABLE_TYPES.includes(value.type))
    malformed(`representation type ${value.type} is not one of ${READABLE_TYPES.join(', ')}`, 0);
  const n = value.positions.length;
  const size = single ? 4 : 8;
  const bytes = new Uint8Array(21 + n * (size + 8));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, value.type);
  view.setUint32(little ? 1 : 5, value.count, little);
  setDouble(view, 9, value.mean, little);
  view.setUint32(17, n, little);
  for (let i = 0, at = 21; i < n; i++, at += size + 8) {
    const position = value.positions[i]!;
    if (single) setFloat(view, at, position, little);
    else setDouble(view, at, position, little);
    const mass = value.masses[i]!;
    if (!(mass >= 0)) malformed(`the mass of delta ${i + 1} is ${mass}`, 0);
    // Sums of masses may exceed 1 because of rounding.
    const scaled = Math.min(1, mass) * 2 ** 31;
    let high = value.massWords?.[2 * i] ?? Math.floor(scaled);
    let low = value.massWords?.[2 * i + 1] ?? Math.round((scaled - high) * 2 ** 32);
    if (low === 2 ** 32) {
      high++;
      low = 0;
    }
    view.setUint32(at + size + (little ? 4 : 0), high, little);
    view.setUint32(at + size + (little ? 0 : 4), low, little);
  }
  return bytes;
}

// Writes NaN with the payload that the format prescribes, not the engine's.
function setDouble(view: DataView, at: number, value: number, little: boolean): void {
  view.setFloat64(at, value, little);
  if (!Number.isNaN(value)) return;
  view.setUint32(at + (little ? 4 : 0), 0x7ff80000, little);
  view.setUint32(at + (little ? 0 : 4), 0, little);
}

function setFloat(view: DataView, at: number, value: number, little: boolean): void {
  if (!Number.isNaN(value)) view.setFloat32(at, value, little);
  else view.setUint32(at, 0x7fc00000, little);
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function malformed(reason: string, character: number): never {
  throw new HazeError('malformed-ux', `Malformed Ux value: ${reason} (at character ${character + 1}).`, {
    data: { reason, character },
  });
}
