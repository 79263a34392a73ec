// The tag that puts a program into somebody's page (docs/embedding.md), as text of HTML.

import { maybeProgramSeed } from '../../client/program/program-seed.ts';

/** Where the source stands inside of the element. */
export type EmbedForm = 'script' | 'pre';

export interface EmbedOptions {
  /** Address of haze-program.js. */
  readonly script: string;
  readonly source: string;
  readonly language: string;
  /** A default core, by name. */
  readonly core: string;
  /** '' for none. */
  readonly label: string;
  readonly arguments: string;
  readonly stdin: string;
  /** '' for that of every program; one that is none is left out. */
  readonly seed: string;
  readonly editable: boolean;
  readonly controls: boolean;
  readonly compact: boolean;
  readonly form: EmbedForm;
}

/** Whether text is a seed, or none is chosen. */
export function isSeed(text: string): boolean {
  return text === '' || maybeProgramSeed(text) !== undefined;
}

/** Whether a source can stand in a <script>, of which these would be the end, or the beginning of another kind of text. */
export function fitsScript(source: string): boolean {
  return !/<\/script|<!--/i.test(source);
}

/** The script tag and the element. A source that does not fit into a <script> stands in a <pre>. */
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
  const switches = (['editable', 'controls', 'compact'] as const).filter((name) => options[name]);
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
  /** Of the page that writes the tag. */
  readonly hostName: string;
}

/** What the tag does not hold, or who cannot use it, in sentences. */
export function describeLeftOut({ isProject, fileCount, hasOwnFlags, hostName }: LeftOut): readonly string[] {
  const told: string[] = [];
  if (isProject) told.push('An embedded program is one file: the other files of this project are not in it.');
  if (fileCount > 0) told.push('An embedded program has no files: its input files are not in it.');
  if (hasOwnFlags)
    told.push('An embedded program is built without flags of its own: those of this program are not in it.');
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostName)) {
    told.push(
      'The address of the script is of this machine: put the site where your readers reach it, and write that address in its place.',
    );
  }
  return told;
}
