// Writes the HTML tag that embeds a program (docs/embedding.md).

import { maybeProgramSeed } from '../../client/program/program-seed.ts';

/** The element that encloses the source. */
export type EmbedForm = 'script' | 'pre';

export interface EmbedOptions {
  /** Address of haze-program.js. */
  readonly script: string;
  readonly source: string;
  readonly language: string;
  /** Name of a default core. */
  readonly core: string;
  /** The label; '' if there is none. */
  readonly label: string;
  readonly arguments: string;
  readonly stdin: string;
  /** The seed; '' for the default. An invalid seed is omitted. */
  readonly seed: string;
  readonly editable: boolean;
  readonly controls: boolean;
  readonly compact: boolean;
  readonly margin: boolean;
  readonly form: EmbedForm;
}

/** Tests whether a string is a seed or empty. */
export function isSeed(text: string): boolean {
  return text === '' || maybeProgramSeed(text) !== undefined;
}

/**
 * Tests whether a source can be put into a <script>: some strings would close the script or change how it is parsed.
 */
export function fitsScript(source: string): boolean {
  return !/<\/script|<!--/i.test(source);
}

/** Writes the script tag and the element. A source that cannot be put into a <script> goes into a <pre>. */
export function writeEmbed(options: EmbedOptions): string {
  const { script, source } = options;
  const lines = source
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const isScript = options.form === 'script' && fitsScript(source);
  const content = isScript
    ? `<script type="text/plain">\n${lines}\n</script>`
    : `<pre>\n${escapeText(lines)}\n</pre>`;
  return `<script src="${escapeAttribute(script)}"></script>

<haze-program${writeAttributes(options)}>
${content}
</haze-program>
`;
}

function writeAttributes(options: EmbedOptions): string {
  const words = (['core', 'language', 'label', 'arguments', 'stdin'] as const).filter(
    (name) => options[name] !== '',
  );
  const switches = (['editable', 'controls', 'compact', 'margin'] as const).filter((name) => options[name]);
  return [
    ...words.map((name) => ` ${name}="${escapeAttribute(options[name])}"`),
    ...(options.seed !== '' && isSeed(options.seed) ? [` seed="${options.seed.trim()}"`] : []),
    ...switches.map((name) => ` ${name}`),
  ].join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\r', '&#13;');
}

export interface LeftOut {
  readonly isProject: boolean;
  readonly fileCount: number;
  readonly hasOwnFlags: boolean;
  /** Host of the page that writes the tag. */
  readonly hostName: string;
}

/** Sentences about parts that the tag omits, and about pages that cannot use the tag. */
export function describeLeftOut({ isProject, fileCount, hasOwnFlags, hostName }: LeftOut): readonly string[] {
  const told: string[] = [];
  if (isProject)
    told.push('An embedded program is a single file: the other files of this project are not included.');
  if (fileCount > 0) told.push('An embedded program has no files: its input files are not included.');
  if (hasOwnFlags)
    told.push('An embedded program is built without compiler flags: this program’s flags are not included.');
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostName)) {
    told.push(
      'The script’s URL points to this machine: put the site where your readers can reach it, and use that URL instead.',
    );
  }
  return told;
}
