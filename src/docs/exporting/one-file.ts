// A single HTML file with live programs: figures, kernels, modules, scripts, and all their licences. The file needs
// neither a site nor a network.
import { escapeHtml } from '../rendering/html-tree.ts';

/** Site files that a live page needs, by part name. */
export const SITE_PARTS = {
  code: 'assets/haze-one-file.js',
  worker: 'assets/haze-one-file-worker.js',
  buttons: 'haze-docs.js',
  licences: 'licenses.txt',
} as const;

/** Name of the figures' stylesheet in the site's folder. */
export const FIGURE_STYLE = 'haze-docs.css';

export interface LiveParts extends Readonly<Record<keyof typeof SITE_PARTS | 'kernels', Uint8Array>> {
  /** The programs' modules. Like all parts, they are compressed with gzip. */
  readonly modules: readonly Uint8Array[];
}

export interface LivePage {
  readonly title: string;
  readonly lang?: string;
  /** Figures and the rest of the document as HTML. */
  readonly body: string;
  /** The stylesheet's text. */
  readonly style: string;
  /** URL of a site whose playground opens the programs; '' for none. */
  readonly playground: string;
}

/** Writes the file for a page that has only a title and its programs. */
export function writeLivePage(page: LivePage, parts: LiveParts): string {
  const { title, lang = 'en', body, style } = page;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { max-inline-size: 60rem; margin: 2rem auto; padding-inline: 1rem; font-family: system-ui, sans-serif; }
${style}
</style>
${body}
${writeLiveEnd(page, parts)}
</html>
`;
}

/** Writes the end of a page's body, which starts the live figures. */
export function writeLiveEnd({ playground }: Pick<LivePage, 'playground'>, parts: LiveParts): string {
  const { modules, code, buttons, ...others } = parts;
  const address = playground === '' ? '' : ` data-playground="${escapeHtml(playground)}"`;
  return `<details id="haze-licences"><summary>Licences of what is in this file</summary><pre></pre></details>
${Object.entries(others)
  .map(([name, part]) => writePart(name, part))
  .join('\n')}
${modules.map((module) => writePart('module', module)).join('\n')}
${writePart('code', code)}
<script id="haze-loader"${address}>${LOADER}</script>
${writePart('buttons', buttons)}`;
}

/** Writes a heading. */
export function writeHeading(title: string): string {
  return `<h1>${escapeHtml(title)}</h1>`;
}

function writePart(name: string, packed: Uint8Array): string {
  return `<script type="text/haze" data-part="${name}">${encodeBase64(packed)}</script>`;
}

/** Maximum number of bytes per call, because engines limit the number of arguments. */
const CHUNK = 0x8000;

function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/**
 * Unpacks the scripts, starting with the element's script, because the buttons need it. Unpacks the licences only when
 * a reader opens them.
 */
const LOADER = `
addEventListener('DOMContentLoaded', async () => {
  const read = async (name) => {
    const text = document.querySelector('script[data-part="' + name + '"]').textContent;
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).text();
  };
  document.querySelector('#haze-licences').addEventListener('toggle', async ({ target }) => {
    target.querySelector('pre').textContent = await read('licences');
  }, { once: true });
  const { playground } = document.querySelector('#haze-loader').dataset;
  if (playground !== undefined) document.documentElement.dataset.hazePlayground = playground;
  for (const name of ['code', 'buttons']) {
    const script = document.createElement('script');
    script.textContent = await read(name);
    document.head.append(script);
  }
});
`;
