// Programs in HTML: `<haze-program>` with its source between the tags, or `<pre data-haze="c core=…">`; the recorded
// output is the next `<pre class="haze-output">`.
import { type Attribute, splitAttributes } from './fence-attributes.ts';
import { type FoundProgram, type RecordedOutput, readFound } from './found-program.ts';

/** Also matches scripts and similar elements, so that programs within their text are ignored. */
const ELEMENT = /<(haze-program|pre|script|style|template|textarea)(\s[^>]*)?>([\s\S]*?)<\/\1\s*>/g;
const OUTPUT = /^\s*<pre\s[^>]*class="[^"]*\bhaze-output\b[^"]*"[^>]*>([\s\S]*?)<\/pre\s*>/;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
/** Attributes of the HTML element that do not exist for fences. */
const ELEMENT_ONLY: ReadonlySet<string> = new Set([
  'id',
  'class',
  'style',
  'dir',
  'lang',
  'title',
  'slot',
  'part',
]);

/** Finds all programs in a document, in order. */
export function findHtmlPrograms(file: string, text: string): FoundProgram[] {
  // Replaces comments with spaces, preserving their line breaks.
  const page = text.replaceAll(/<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...page.matchAll(ELEMENT)].flatMap((match) => {
    const [whole, tag, words = '', inner = ''] = match;
    const split = splitAttributes(words);
    const attributes = split.attributes.map(({ name, value }) => ({
      name,
      value: value === undefined ? undefined : decode(value),
    }));
    const described =
      tag === 'haze-program' ? describeElement(attributes) : maybeDescribePre(tag, attributes);
    if (!described) return [];
    const start = match.index;
    const end = start + whole.length;
    const recorded = maybeRecorded(page, end);
    const { source, offset } = sourceOf(inner);
    const startOfText = start + whole.indexOf('>') + 1 + offset;
    const isOffByOne = source.startsWith('\n');
    return readFound({
      file,
      line: lineAt(page, start),
      ...described,
      problem: described.problem ?? split.problem,
      text: isOffByOne ? source.slice(1) : source,
      textLine: lineAt(page, startOfText) + Number(isOffByOne),
      lastLine: lineAt(page, end),
      recorded: recorded?.output,
      range: [start, recorded?.end ?? end],
    });
  });
}

function describeElement(attributes: readonly Attribute[]) {
  const language = attributes.find(({ name }) => name === 'language')?.value ?? 'C';
  const own = attributes.flatMap(({ name, value }): Attribute[] => {
    if (name === 'language' || ELEMENT_ONLY.has(name) || /^(data|aria)-/.test(name)) return [];
    if (name === 'label') return [{ name: 'caption', value }];
    return [{ name: name === 'src' ? 'file' : name, value }];
  });
  const property = own.some(({ name }) => name === 'with') ? 'files' : 'data';
  const isForFences = own.some(({ name }) => name === 'with' || name === 'data');
  const attribute = property === 'files' ? 'with' : 'data';
  const problem = isForFences
    ? `the attribute "${attribute}" is for <pre data-haze>, not <haze-program>: scripts set its property "${property}"`
    : undefined;
  return { language, attributes: own, problem };
}

function maybeDescribePre(tag: string | undefined, attributes: readonly Attribute[]) {
  if (tag !== 'pre') return undefined;
  const said = attributes.find(({ name }) => name === 'data-haze')?.value;
  if (said === undefined) return undefined;
  const [, language = '', rest = ''] = /^\s*(\S*)(.*)/s.exec(said) ?? [];
  const split = splitAttributes(rest);
  return { language, attributes: split.attributes, problem: split.problem };
}

/** Returns the source in an element or in the element nested there, and the source's offset. */
function sourceOf(inner: string): { readonly source: string; readonly offset: number } {
  const holder = /^\s*<(script|textarea|template|pre|code)(?:\s[^>]*)?>([\s\S]*?)<\/\1\s*>/.exec(inner);
  if (!holder) return { source: decode(inner), offset: 0 };
  const [whole, tag, text = ''] = holder;
  const offset = whole.indexOf('>') + 1;
  return { source: tag === 'script' ? text : decode(text), offset };
}

function maybeRecorded(
  page: string,
  from: number,
): { readonly output: RecordedOutput; readonly end: number } | undefined {
  const match = OUTPUT.exec(page.slice(from));
  if (!match) return undefined;
  const [whole, text = ''] = match;
  const first = from + whole.search(/\S/);
  const startOfText = from + whole.lastIndexOf('</') - text.length;
  const isOffByOne = text.startsWith('\n');
  const output: RecordedOutput = {
    text: decode(isOffByOne ? text.slice(1) : text),
    firstLine: lineAt(page, first),
    lastLine: lineAt(page, from + whole.length),
    textLine: lineAt(page, startOfText) + Number(isOffByOne),
    range: [startOfText, startOfText + text.length],
  };
  return { output, end: from + whole.length };
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined || hex !== undefined)
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole;
  });
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
