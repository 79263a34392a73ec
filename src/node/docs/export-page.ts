// One HTML file with a program that runs from the disk, without a network: source, recorded output, module, core, and
// the licences of all of it. Readers without scripts see source and output.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HazeError } from '../../errors/haze-error.ts';
import type { PageProgram } from '../../program/modules/page-sources.ts';
import { distUrl } from '../dist-url.ts';
import { ownSiteFolder } from '../folders/site-folder.ts';
import type { ProgramBench } from './program-bench.ts';
import { describeFatal, type GivenProgram, renderPage } from './render-page.ts';

export interface ExportedProgram extends PageProgram {
  /** Path of the source, for messages. */
  readonly path: string;
  readonly title: string;
  readonly core: string;
  readonly arguments: string;
  readonly stdin: string;
  readonly seed: string;
  /** Shows sliders for the program's inputs. */
  readonly controls: boolean;
  /** Address of a playground that opens the program; '' for none. */
  readonly playground: string;
}

const LANGUAGE_WORDS = { C: 'c', 'C++': 'cpp', Fortran: 'fortran' } as const;
const BEST = 9;

/**
 * The file as text.
 * @throws HazeError `not-built` for a program that does not build or end well, naming the line; `not-supported` for one
 * whose build reads the clock
 */
export async function exportPage(program: ExportedProgram, bench: ProgramBench): Promise<string> {
  const { language, source, files = {}, path } = program;
  const word = LANGUAGE_WORDS[language];
  const beside = Object.entries(files).map(
    ([name, text]): GivenProgram => ({
      ...{ language: word, text, line: 1 },
      attributes: `part hidden file="${name}"`,
    }),
  );
  const main = { language: word, attributes: describeAttributes(program), text: source, line: 1 };
  const page = await renderPage({ file: path, programs: [...beside, main] }, bench);
  if (page.problems.length > 0) throw new HazeError('build-failed', describeFatal(page.problems));
  const module = await bench.makeModule({ ...program, source: source.trim() });
  if (!module) {
    throw new HazeError(
      'not-supported',
      `${path} reads the time of its build (__DATE__ or __TIME__), so it has no module for a page.`,
    );
  }
  return framePage(program, page.programs.at(-1)!.html, module);
}

function describeAttributes(program: ExportedProgram): string {
  const { core, arguments: words, stdin, seed, controls, files = {} } = program;
  const quote = (text: string) => {
    const escaped = text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
    if (!escaped.includes('"')) return `"${escaped}"`;
    if (!escaped.includes("'")) return `'${escaped}'`;
    throw new HazeError('usage', 'Arguments and input of a page cannot have quotes of both kinds.');
  };
  return [
    `core=${quote(core)} seed=${quote(seed)}`,
    ...(words === '' ? [] : [`arguments=${quote(words)}`]),
    ...(stdin === '' ? [] : [`stdin=${quote(stdin)}`]),
    ...(controls ? ['controls'] : []),
    ...(Object.keys(files).length === 0 ? [] : [`with=${quote(Object.keys(files).join(' '))}`]),
  ].join(' ');
}

async function framePage(program: ExportedProgram, figure: string, module: Uint8Array): Promise<string> {
  const site = (path: string) => readFile(join(ownSiteFolder(), path));
  const [style, buttons, code, worker, licences, kernels] = await Promise.all([
    ...['haze-docs.css', 'haze-docs.js', 'assets/haze-one-file.js', 'assets/haze-one-file-worker.js'].map(
      site,
    ),
    site('licenses.txt'),
    readFile(distUrl('wasm/kernels.wasm')),
  ]);
  const pack = (bytes: Uint8Array) => gzipSync(bytes, { level: BEST });
  const part = (name: string, packed: Uint8Array) =>
    `<script type="text/haze" data-part="${name}">${Buffer.from(packed).toString('base64')}</script>`;
  const { title, playground } = program;
  const address = playground === '' ? '' : ` data-haze-playground="${escapeHtml(playground)}"`;
  return `<!doctype html>
<html lang="en"${address}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { max-inline-size: 60rem; margin: 2rem auto; padding-inline: 1rem; font-family: system-ui, sans-serif; }
${style!.toString('utf8')}
</style>
<h1>${escapeHtml(title)}</h1>
${figure}
<details id="licences"><summary>Licences of what is in this file</summary><pre></pre></details>
${part('kernels', pack(kernels!))}
${part('worker', pack(worker!))}
${part('module', module)}
${part('licences', pack(licences!))}
${part('code', pack(code!))}
<script>${LOADER}</script>
<script type="text/haze" data-part="buttons">${Buffer.from(pack(buttons!)).toString('base64')}</script>
</html>
`;
}

/** Unpacks the scripts, the element before the buttons that need it; the licences when somebody opens them. */
const LOADER = `
addEventListener('DOMContentLoaded', async () => {
  const read = async (name) => {
    const text = document.querySelector('script[data-part="' + name + '"]').textContent;
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).text();
  };
  document.querySelector('#licences').addEventListener('toggle', async ({ target }) => {
    target.querySelector('pre').textContent = await read('licences');
  }, { once: true });
  for (const name of ['code', 'buttons']) {
    const script = document.createElement('script');
    script.textContent = await read(name);
    document.head.append(script);
  }
});
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
