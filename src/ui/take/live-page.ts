// A single HTML file with the program of a run, in the format written by `haze export-page`. Does not use the DOM.
import type { PageEngine } from '../../client/program/page-engine.ts';
import { siteFolderUrl } from '../../client/program/site-files.ts';
import { openToolchainFiles } from '../../client/program/toolchain/page-toolchain.ts';
import { describeExported, type ExportedProgram } from '../../docs/exporting/exported-program.ts';
import {
  FIGURE_STYLE,
  type LiveParts,
  SITE_PARTS,
  writeHeading,
  writeLivePage,
} from '../../docs/exporting/one-file.ts';
import { listContents } from '../../docs/finding/data-file.ts';
import type { DocProgram } from '../../docs/finding/doc-page.ts';
import { pageProgramOf } from '../../docs/finding/page-program.ts';
import type { ProgramOutcome } from '../../docs/judging/program-outcome.ts';
import { toHtml } from '../../docs/rendering/html-tree.ts';
import { maybeRenderProgram } from '../../docs/rendering/render-program.ts';

export interface LivePageWish {
  readonly program: ExportedProgram;
  readonly title: string;
  /** URL of a site whose playground opens the program; '' if there is none. */
  readonly playground: string;
}

/** Maximum size of the output in the page, which is more than a reader needs. */
const OUTPUT_LIMIT_BYTES = 256 * 1024;

/**
 * Builds and runs the program, and writes the file.
 * @throws Error with a sentence if the program fails to build or is stopped, or if a part cannot be loaded
 */
export async function writeProgramPage(wish: LivePageWish, engine: PageEngine): Promise<string> {
  const { title, playground } = wish;
  const program = describeExported(wish.program);
  const [problem] = program.problems;
  if (problem) throw new Error(`${problem.message}.`);
  const [module, { parts, style }] = await Promise.all([makeModule(program, engine), loadParts()]);
  const outcome = await runOnce(program, engine);
  const figure = toHtml(maybeRenderProgram(program, outcome, [])!);
  const body = `${writeHeading(title)}\n${figure}`;
  return writeLivePage({ title, body, style, playground }, { ...parts, modules: [module] });
}

async function makeModule(program: DocProgram, engine: PageEngine): Promise<Uint8Array> {
  const made = await engine.makeModule!(pageProgramOf(program));
  if (!made.ok) throw new Error(`The program does not build: ${made.log.trim()}`);
  return pack(made.file);
}

/** Runs the module that has just been built. */
async function runOnce(program: DocProgram, engine: PageEngine): Promise<ProgramOutcome> {
  const { source, language } = pageProgramOf(program);
  const { core, seed, arguments: words, stdin } = program.options;
  const built = await engine.build(source, { language });
  if (!built.ok) throw new Error(`The program does not build: ${built.log.trim()}`);
  const { stdout, stderr, exitStatus, end } = await engine.run(built.module, {
    ...{ core, seed, arguments: words, stdin, outputLimitBytes: OUTPUT_LIMIT_BYTES },
    files: listContents(program.data),
  });
  if (end.kind === 'stopped') throw new Error(end.message);
  return { isBuilt: true, messages: [], log: built.log, stdout, stderr, exitStatus };
}

/** Loads all parts except the module, and the stylesheet for figures, from the site. */
async function loadParts(): Promise<{ parts: Omit<LiveParts, 'modules'>; style: string }> {
  const kernels = openToolchainFiles().use(
    'kernels.wasm',
    async (file) => new Uint8Array(await file.arrayBuffer()),
  );
  const packed = async (path: string) => pack(await loadFile(path));
  const [style, code, worker, buttons, licences] = await Promise.all([
    loadFile(FIGURE_STYLE),
    packed(SITE_PARTS.code),
    packed(SITE_PARTS.worker),
    packed(SITE_PARTS.buttons),
    packed(SITE_PARTS.licences),
  ]);
  const parts = { code, worker, buttons, licences, kernels: await pack(await kernels) };
  return { parts, style: new TextDecoder().decode(style) };
}

async function loadFile(path: string): Promise<Uint8Array> {
  const answer = await fetch(new URL(path, siteFolderUrl())).catch(() => undefined);
  if (!answer?.ok)
    throw new Error(`A part of the page, ${path}, could not be loaded. Check the network and try again.`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
