// Compares a program's output with the output recorded in a document. Text must be identical. Numbers must agree within
// a relative tolerance or to the recorded digits. The distance between distributions, in standard deviations, must not
// exceed a limit. Documents record a distribution as `haze run --human` prints it (mean ± standard deviation and a
// small density), or as Ux text.
import type { Distribution } from '../../plot/distributions/distribution.ts';
import { shortenUx } from '../../plot/distributions/shorten-ux.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { wassersteinDistance } from '../../plot/distributions/wasserstein.ts';
import { findUx } from '../../uncertainty/core/ux-text.ts';
import { sketchDistance } from './sketch-distance.ts';

export interface Tolerances {
  /** Relative tolerance for plain numbers. */
  readonly tolerance: number;
  /** Maximum distance between distributions, in standard deviations. */
  readonly distance: number;
}

export interface OutputDifference {
  /** Line of the recorded text (1-based). */
  readonly line: number;
  readonly message: string;
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | {
      readonly kind: 'spread';
      readonly text: string;
      readonly mean: string;
      readonly deviation: string;
      readonly sketch: string;
    }
  | { readonly kind: 'ux'; readonly text: string; readonly distribution: Distribution };

const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`;
const TOKEN = new RegExp(
  String.raw`(?<![\w.])(${NUMBER}) ± (${NUMBER})(?: ([ ▁▂▃▄▅▆▇█]*[▁▂▃▄▅▆▇█]))?|(?<![\w.])(${NUMBER})(?![\w])`,
  'g',
);
const LONGEST_QUOTE = 80;

/**
 * Converts output to the form in which it is recorded: with shortened distributions, and without trailing spaces or
 * surrounding empty lines.
 */
export function recordedForm(stdout: string): string {
  return trimLines(shortenUx(stdout)).join('\n');
}

/** Returns the lines that differ. */
export function compareOutput(recorded: string, stdout: string, tolerances: Tolerances): OutputDifference[] {
  const printed = trimLines(stdout);
  const wanted = trimLines(recorded);
  const lead = recorded.split('\n').findIndex((line) => line.trim() !== '');
  const offset = Math.max(0, lead) + 1;
  const differences = wanted.flatMap((line, i): OutputDifference[] => {
    const other = printed[i];
    const at = i + offset;
    if (other === undefined) return [{ line: at, message: `the program does not print ${quote(line)}` }];
    const why = maybeDifference(readTokens(line), readTokens(other), tolerances);
    if (why === undefined) return [];
    const both = `the program prints ${quote(shortenUx(other))}, but ${quote(shortenUx(line))} is recorded`;
    return [{ line: at, message: why === '' ? both : `${both}: ${why}` }];
  });
  if (printed.length > wanted.length) {
    const [first = ''] = printed.slice(wanted.length);
    const count = printed.length - wanted.length;
    const more = count === 1 ? 'one more line' : `${count} more lines`;
    const message = `the program prints ${more} than recorded; the first is ${quote(shortenUx(first))}`;
    differences.push({ line: wanted.length + offset, message });
  }
  return differences;
}

function trimLines(text: string): string[] {
  const whole = text
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return whole === '' ? [] : whole.split('\n').map((line) => line.trimEnd());
}

function quote(line: string): string {
  return `"${line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line}"`;
}

function readTokens(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const { start, end, decimal, value } of findUx(line)) {
    readPlain(line.slice(at, start), tokens);
    const distribution = distributionOfUx(value);
    const text = line.slice(start, end);
    if (distribution.isPlain) tokens.push({ kind: 'number', text: decimal || String(value.mean) });
    else tokens.push({ kind: 'ux', text, distribution });
    at = end;
  }
  readPlain(line.slice(at), tokens);
  return tokens;
}

/**
 * Appends the tokens of text without Ux values; passing a huge number of tokens as arguments would overflow the stack.
 */
function readPlain(text: string, tokens: Token[]): void {
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, mean, deviation = '', sketch = '', number] = match;
    pushText(tokens, text.slice(at, match.index));
    if (mean === undefined) tokens.push({ kind: 'number', text: number ?? '' });
    else tokens.push({ kind: 'spread', text: whole, mean, deviation, sketch });
    at = match.index + whole.length;
  }
  pushText(tokens, text.slice(at));
}

// The number of spaces between words may differ, because numbers of different widths shift the words.
function pushText(tokens: Token[], text: string): void {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (words !== '') tokens.push({ kind: 'text', text: words });
}

/** Difference between two lines; '' if it is apparent from the lines themselves; undefined if they agree. */
function maybeDifference(
  wanted: readonly Token[],
  printed: readonly Token[],
  tolerances: Tolerances,
): string | undefined {
  if (wanted.length !== printed.length) return '';
  for (const [i, token] of wanted.entries()) {
    const why = maybeTokenDifference(token, printed[i]!, tolerances);
    if (why !== undefined) return why;
  }
  return undefined;
}

function maybeTokenDifference(wanted: Token, printed: Token, tolerances: Tolerances): string | undefined {
  const { tolerance, distance } = tolerances;
  if (wanted.kind === 'text' || printed.kind === 'text') return wanted.text === printed.text ? undefined : '';
  if (wanted.kind === 'number') {
    if (printed.kind !== 'number') return 'a distribution is printed where a number is recorded';
    return isNear(wanted.text, printed.text, tolerance)
      ? undefined
      : `${printed.text} is not within ${tolerance} of ${wanted.text}`;
  }
  if (printed.kind === 'spread') return wanted.text === printed.text ? undefined : '';
  if (printed.kind !== 'ux') return 'a number is printed where a distribution is recorded';
  const apart = wanted.kind === 'ux' ? distanceOf(wanted, printed) : spreadDistance(wanted, printed);
  if (apart.by <= distance) return undefined;
  return `${apart.what} is ${Number(apart.by.toPrecision(2))} standard deviations away, but only ${distance} is allowed`;
}

function isNear(wanted: string, printed: string, tolerance: number): boolean {
  if (wanted === printed) return true;
  const [a, b] = [Number(wanted), Number(printed)];
  return Math.abs(a - b) <= Math.max(tolerance * Math.abs(a), halfUnit(wanted));
}

/** Half a unit in the last digit of a recorded number; 0 for whole numbers, which are exact. */
function halfUnit(text: string): number {
  const [, fraction, exponent = '0'] = /^[-+]?\d*(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  if (fraction === undefined) return 0;
  return 0.500001 * 10 ** (Number(exponent) - fraction.length);
}

interface Apart {
  readonly what: string;
  /** Distance in standard deviations. */
  readonly by: number;
}

function distanceOf(wanted: Extract<Token, { kind: 'ux' }>, printed: Extract<Token, { kind: 'ux' }>): Apart {
  const { deviation } = wanted.distribution;
  const by = wassersteinDistance(wanted.distribution, printed.distribution) / deviation;
  // If the distance is undefined, the text must be identical.
  const isSame = wanted.text === printed.text;
  return { what: 'the distribution', by: Number.isNaN(by) ? (isSame ? 0 : Infinity) : by };
}

function spreadDistance(
  wanted: Extract<Token, { kind: 'spread' }>,
  printed: Extract<Token, { kind: 'ux' }>,
): Apart {
  const { mean, deviation } = printed.distribution;
  const unit = Number(wanted.deviation);
  const slack = (text: string) => halfUnit(text) / unit;
  const parts: Apart[] = [
    { what: 'the mean', by: Math.abs(mean - Number(wanted.mean)) / unit - slack(wanted.mean) },
    { what: 'the standard deviation', by: Math.abs(deviation - unit) / unit - slack(wanted.deviation) },
  ];
  const [, , , sketch = ''] = new RegExp(TOKEN.source).exec(shortenUx(printed.text)) ?? [];
  if (wanted.sketch !== '') parts.push({ what: 'the shape', by: sketchDistance(wanted.sketch, sketch) });
  return parts.reduce((most, one) => (one.by > most.by || Number.isNaN(one.by) ? one : most));
}
