// `haze/docs/markdown-it`: the plugin for markdown-it, which VitePress and Eleventy also use. Fences with `haze`
// after their language become programs with their outputs; the fence with a program's recorded output is not shown
// again.

import { isOutput, maybeSplitInfo } from '../../docs/finding/find-markdown.ts';
import { usageError } from '../../errors/haze-error.ts';
import { sharedPageWorker } from './page-worker.ts';
import type { HazeRemarkOptions } from './remark.ts';
import { describeFatal, type GivenProgram } from './render-page.ts';

/** Options for the plugin. */
export interface HazeMarkdownOptions extends Omit<HazeRemarkOptions, 'form'> {
  /** The pages' language, such as `de`; default: the environment's `lang`, or English. */
  readonly lang?: string;
}

/** The part of markdown-it's interface that is used here, declared so that its types need not be installed. */
interface MarkdownIt {
  readonly core: { readonly ruler: { push(name: string, rule: (state: State) => void): void } };
}

interface State {
  tokens: Token[];
  readonly env: unknown;
}

interface Token {
  type: string;
  tag: string;
  info: string;
  content: string;
  readonly map: [number, number] | null;
}

/**
 * Plugin for markdown-it: fences with `haze` after their language become programs with their outputs.
 *
 * @param md an instance of markdown-it
 * @param options language of the pages, and whether a failing program ends the build
 * @throws HazeError `usage` if the object is not a markdown-it instance. `render` throws an Error,
 *   `file:line: message`, for programs that fail or print a different output.
 * @example
 * ```ts
 * import { hazeMarkdown } from 'haze/docs/markdown-it';
 * import MarkdownIt from 'markdown-it';
 * const md = new MarkdownIt().use(hazeMarkdown);
 * const html = md.render('~~~c haze\nint main(void) { return 0; }\n~~~\n');
 * console.log(html.slice(0, 28)); // <figure class="haze-program"
 * ```
 */
// biome-ignore lint/suspicious/noExplicitAny: markdown-it's own type, in any version.
export function hazeMarkdown(md: any, options: HazeMarkdownOptions = {}): void {
  if (!md?.core?.ruler) {
    throw usageError('hazeMarkdown is a plugin: new MarkdownIt().use(hazeMarkdown).');
  }
  (md as MarkdownIt).core.ruler.push('haze', (state) => renderTokens(state, options));
}

function renderTokens(state: State, options: HazeMarkdownOptions): void {
  const { tokens } = state;
  const found = tokens.flatMap((token, i) => {
    const info = token.type === 'fence' ? maybeSplitInfo(token.info) : undefined;
    return info ? [{ token, info, output: maybeOutput(tokens[i + 1]) }] : [];
  });
  if (found.length === 0) return;
  const { file, lang } = describeEnvironment(state.env);
  const programs = found.map(
    ({ token, info, output }): GivenProgram => ({
      ...info,
      text: token.content,
      line: (token.map?.[0] ?? 0) + 1,
      ...(output && { output: output.content }),
    }),
  );
  const { continueOnError = false, folder } = options;
  const page = sharedPageWorker().renderAndWait({
    file,
    programs,
    lang: options.lang ?? lang,
    continueOnError,
    ...(folder !== undefined && { folder }),
  });
  if (page.problems.length > 0) throw new Error(describeFatal(page.problems));
  const warnings = page.programs.flatMap(({ problems }) => problems);
  if (warnings.length > 0) process.stderr.write(`${describeFatal(warnings)}\n`);
  for (const [i, { token }] of found.entries()) {
    token.type = 'html_block';
    token.tag = '';
    token.content = `${page.programs[i]!.html}\n`;
  }
  const outputs = new Set(found.map(({ output }) => output));
  state.tokens = tokens.filter((token) => !outputs.has(token));
}

function maybeOutput(token: Token | undefined): Token | undefined {
  return token?.type === 'fence' && isOutput(token.info) ? token : undefined;
}

/** File and language of the document, from the fields that VitePress or Eleventy sets. */
function describeEnvironment(env: unknown): { readonly file: string; readonly lang: string } {
  const { path, page, lang, frontmatter } = (env ?? {}) as {
    path?: unknown;
    page?: { inputPath?: unknown };
    lang?: unknown;
    frontmatter?: { lang?: unknown };
  };
  const file = [path, page?.inputPath].find((one) => typeof one === 'string') as string | undefined;
  const said = [frontmatter?.lang, lang].find((one) => typeof one === 'string') as string | undefined;
  return { file: file ?? 'document.md', lang: said ?? 'en' };
}
