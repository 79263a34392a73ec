// Renders a program with its output as HTML that needs no script: the source with syntax highlighting, the output with
// a small density for every distribution, and a caption. `haze-docs.js` reads the attributes to run the program.
import { describeDistribution } from '../../plot/distributions/describe-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import type { Limits } from '../../plot/drawing/plot-limits.ts';
import { sparkPath } from '../../plot/drawing/spark-path.ts';
import { SparkScales } from '../../plot/drawing/spark-scales.ts';
import { type OutputPiece, splitOutput } from '../../plot/printed/output-pieces.ts';
import { nameBefore } from '../../uncertainty/core/name-printed.ts';
import { type DocProgram, filesBeside } from '../finding/doc-page.ts';
import { isWhole } from '../finding/page-program.ts';
import type { DocProblem } from '../finding/place.ts';
import { type CutOutput, cutOutput, cutText } from '../judging/cut-output.ts';
import type { ProgramOutcome } from '../judging/program-outcome.ts';
import { type Words, wordsOf } from '../words/words.ts';
import { highlight, splitLines } from './highlight.ts';
import { element, type HtmlElement, type HtmlNode, text } from './html-tree.ts';

const SPARK = { width: 64, height: 16 };

export interface Rendering {
  /** The page's language, such as `de`, for the labels around the program. */
  readonly lang?: string;
  /** Name of the program's module in the folder `programs` next to `haze-docs.js`. */
  readonly module?: string;
  /** False if the page cannot run the program; defaults to true. */
  readonly canRun?: boolean;
}

/**
 * Renders the program as a figure; undefined for a hidden program. If there are problems, they replace the output.
 * @param outcome absent if the program was not built
 */
export function maybeRenderProgram(
  program: DocProgram,
  outcome: ProgramOutcome | undefined,
  problems: readonly DocProblem[],
  { lang = 'en', module, canRun = true }: Rendering = {},
): HtmlElement | undefined {
  const { options, language, source, fileName, number } = program;
  if (options.hidden) return undefined;
  const words = wordsOf(lang);
  const label = options.caption || `${words.program} ${number}`;
  const own = isWhole(program) ? undefined : source;
  // The program has invalid attributes and was therefore not built.
  const isUnknown = outcome === undefined && problems.length > 0;
  const runs = canRun && !options.part && !options.norun && !isUnknown;
  const hasFiles = runs && program.shared.length > 0;
  const attributes = {
    class: 'haze-program',
    id: options.name === '' ? undefined : `haze-${options.name}`,
    'data-haze': runs ? 'runs' : 'shown',
    'data-language': language,
    'data-core': options.core,
    'data-seed': options.seed === 1 ? undefined : String(options.seed),
    'data-arguments': options.arguments || undefined,
    'data-stdin': options.stdin || undefined,
    'data-label': label,
    'data-editable': options.editable && 'true',
    'data-controls': options.controls && 'true',
    // The compiled text, if it contains more than the page shows.
    'data-source': own,
    'data-module': runs && module,
    'data-file': hasFiles && fileName,
    'data-inputs': runs && program.data.length > 0 && JSON.stringify(program.data),
    'data-files': hasFiles && JSON.stringify(filesBeside(program)),
    'data-shown-file': options.file === '' ? undefined : fileName,
  };
  const name = options.file === '' ? language : `${fileName} · ${language}`;
  return element(
    'figure',
    attributes,
    element(
      'div',
      { class: 'haze-bar' },
      // Written from left to right, even on right-to-left pages.
      element('span', { class: 'haze-facts' }, element('bdi', { dir: 'ltr' }, `${name} · ${options.core}`)),
    ),
    renderSource(program, `${label}: ${words.source}`),
    ...renderResult(program, outcome, problems, { words, label }),
    ...(options.caption === ''
      ? []
      : [
          element(
            'figcaption',
            {},
            element('span', { class: 'haze-number' }, `${words.program} ${number}:`),
            ` ${options.caption}`,
          ),
        ]),
  );
}

function renderSource({ shown, language }: DocProgram, label: string): HtmlElement {
  const lines = splitLines(highlight(shown, language));
  const children = lines.flatMap((tokens, i): HtmlNode[] => [
    ...tokens.map(({ kind, text: word }) =>
      kind === 'plain' ? text(word) : element('span', { class: `haze-${kind}` }, word),
    ),
    ...(i === lines.length - 1 ? [] : [text('\n')]),
  ]);
  return element(
    'pre',
    { class: 'haze-source', tabindex: '0', role: 'region', 'aria-label': label },
    // Prevents other highlighters from changing the source: they select a language class or, like Astro's, any <pre>
    // whose only child is <code>. The line break after the <code> element is invisible.
    element('code', { translate: 'no' }, ...children),
    '\n',
  );
}

function renderResult(
  { options }: DocProgram,
  outcome: ProgramOutcome | undefined,
  problems: readonly DocProblem[],
  { words, label }: { readonly words: Words; readonly label: string },
): HtmlElement[] {
  const region = (name: string) => ({ tabindex: '0', role: 'region', 'aria-label': `${label}: ${name}` });
  const parts: HtmlElement[] = [];
  if (problems.length > 0) {
    const list = problems.map(({ line, message }) => element('li', {}, `${line}: ${message}`));
    parts.push(
      element(
        'div',
        { class: 'haze-problems' },
        element('p', { dir: 'auto' }, words.failed),
        // Locations and compiler messages are in English on every page.
        element('ul', { dir: 'ltr' }, ...list),
      ),
    );
  }
  if (!outcome) return parts;
  const add = (name: string, label: string, { pieces, hidden }: CutOutput) => {
    parts.push(element('pre', { class: name, ...region(label) }, ...renderPieces(pieces)));
    if (hidden > 0) parts.push(renderStatus(`${label}: ${words.cut.replace('{count}', String(hidden))}`));
  };
  if (options.fails !== undefined && problems.length === 0)
    add('haze-messages', words.errorOutput, cutText(describeFailure(outcome)));
  if (outcome.stdout.trim() !== '')
    add('haze-output', words.output, cutOutput(splitOutput(outcome.stdout.trimEnd())));
  if (outcome.isBuilt && outcome.stderr.trim() !== '' && options.fails === undefined)
    add('haze-stderr', words.errorOutput, cutText(outcome.stderr.trimEnd()));
  if (outcome.isBuilt && outcome.exitStatus !== 0 && problems.length === 0)
    parts.push(renderStatus(`${words.status} ${outcome.exitStatus}`));
  return parts;
}

/**
 * Renders a sentence from Haze in the text direction of the sentence's language, because the table may lack the page's
 * language.
 */
function renderStatus(sentence: string): HtmlElement {
  return element('p', { class: 'haze-status', dir: 'auto' }, sentence);
}

/** Message for a program that is meant to fail. */
function describeFailure({ messages, log, stderr, stop }: ProgramOutcome): string {
  const told = messages.filter(({ severity }) => severity !== 'note');
  if (told.length > 0)
    return told
      .map(({ file, line, severity, message }) => {
        const place = file === undefined ? `${line ?? ''}` : `${file}:${line ?? ''}`;
        return `${place}: ${severity}: ${message}`;
      })
      .join('\n');
  return (stderr || stop?.message || log).trimEnd();
}

/** Output with a number and a density for each printed distribution, without the digits of the Ux text. */
function renderPieces(pieces: readonly OutputPiece[]): HtmlNode[] {
  const scales = new SparkScales();
  for (const piece of pieces) scales.read(piece);
  const limits = scales.finish();
  let before = '';
  return pieces.map((piece) => {
    const node = renderPiece(piece, before, limits.get(piece));
    before += piece.text;
    return node;
  });
}

function renderPiece(piece: OutputPiece, before: string, limits: Limits | undefined): HtmlNode {
  if (piece.kind === 'text') return text(piece.text);
  if (!piece.isSpread) return text(piece.shown);
  const distribution = distributionOfUx(piece.value);
  const sentence = describeDistribution(distribution, nameBefore(before, before.length));
  const { width, height } = SPARK;
  const path = sparkPath(distribution, width, height, limits);
  const svg = element(
    'svg',
    {
      class: 'haze-density',
      viewBox: `0 0 ${width} ${height}`,
      width: String(width),
      height: String(height),
      role: 'img',
      'aria-label': sentence,
    },
    element('title', {}, sentence),
    element('path', { d: path, fill: 'currentColor' }),
  );
  return element('span', { class: 'haze-value' }, `${piece.shown} `, svg);
}
