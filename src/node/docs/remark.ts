// `haze/docs/remark`: the plugin for remark, for sites built with Astro, Docusaurus, Next and other tools that read
// Markdown or MDX with unified. Fences with `haze` after their language become programs with their outputs.

import { isOutput, maybeSplitInfo } from '../../docs/finding/find-markdown.ts';
import { usageError } from '../../errors/haze-error.ts';
import { sharedPageWorker } from './page-worker.ts';
import { describeFatal, type GivenProgram, type RenderedProgram } from './render-page.ts';

/** Options for the plugin. */
export interface HazeRemarkOptions {
  /** The pages' language, such as `de`; default: English. */
  readonly lang?: string;
  /** Continues if programs fail: their errors appear in place of their outputs, and as warnings. */
  readonly continueOnError?: boolean;
  /** The folder that `haze init` writes to: pages run unedited programs from modules there, without a compiler. */
  readonly folder?: string;
  /**
   * Output form: `elements` are passed to rehype and MDX (default). `react` produces one React element with the figure
   * as its inner HTML. React sites need it: Docusaurus replaces `pre` and `code` with components; Next compares the
   * page with its own output, which lacks the buttons that a page's script adds.
   */
  readonly form?: 'elements' | 'react';
}

/** The part of an mdast node used here. */
interface MarkdownNode {
  type: string;
  lang?: string | null;
  meta?: string | null;
  value?: string;
  children?: MarkdownNode[];
  position?: { readonly start: { readonly line: number } } | undefined;
  data?: unknown;
}

interface MarkdownFile {
  readonly path?: string | undefined;
  message(reason: string, place?: unknown): unknown;
}

interface Found {
  readonly parent: MarkdownNode;
  readonly node: MarkdownNode;
  readonly output: MarkdownNode | undefined;
  readonly info: { readonly language: string; readonly attributes: string };
}

/**
 * Plugin for remark: fences with `haze` after their language become programs with their outputs.
 *
 * @param options language of the pages, form of the output, and whether a failing program ends the build
 * @returns a unified transformer
 * @throws HazeError `usage` for an unknown form. The transformer throws an Error, `file:line: message`, for programs
 *   that fail or print a different output.
 * @example
 * ```ts
 * import { remarkHaze } from 'haze/docs/remark';
 * const program = { type: 'code', lang: 'c', meta: 'haze', value: 'int main(void) { return 0; }' };
 * const tree = { type: 'root', children: [program] };
 * await remarkHaze()(tree, { path: 'page.md', message: console.warn });
 * console.log(tree.children[0].type); // hazeProgram
 * ```
 */
export function remarkHaze(options: HazeRemarkOptions = {}) {
  const { form = 'elements' } = options ?? {};
  if (form !== 'elements' && form !== 'react') {
    throw usageError(`remarkHaze: "form" must be "elements" or "react", not "${String(form)}".`);
  }
  return async (tree: unknown, file: MarkdownFile): Promise<void> => {
    const found = listFences(tree as MarkdownNode);
    if (found.length === 0) return;
    const programs = found.map(
      ({ node, info, output }): GivenProgram => ({
        ...info,
        text: `${node.value ?? ''}\n`,
        line: node.position?.start.line ?? 1,
        ...(output && { output: output.value ?? '' }),
      }),
    );
    const { lang = 'en', continueOnError = false, form = 'elements', folder } = options;
    const modules = folder === undefined ? {} : { folder };
    const request = { file: file.path ?? 'document.md', programs, lang, continueOnError, ...modules };
    const page = await sharedPageWorker().render(request);
    if (page.problems.length > 0) throw new Error(describeFatal(page.problems));
    for (const [i, { parent, node, output }] of found.entries()) {
      const rendered = page.programs[i]!;
      for (const problem of rendered.problems) file.message(describeFatal([problem]), node);
      const children = parent.children ?? [];
      if (output) children.splice(children.indexOf(output), 1);
      children.splice(children.indexOf(node), 1, ...describeNode(rendered, form));
    }
  };
}

/**
 * The same plugin as the default export, for Next, which looks up plugins by module:
 * `['haze/docs/remark', { form: 'react' }]`.
 */
export default remarkHaze;

function listFences(parent: MarkdownNode): Found[] {
  const children = parent.children ?? [];
  return children.flatMap((node, i): Found[] => {
    if (node.type !== 'code') return listFences(node);
    const info = maybeSplitInfo(`${node.lang ?? ''} ${node.meta ?? ''}`);
    const next = children[i + 1];
    const isRecorded = next?.type === 'code' && isOutput(next.lang ?? '');
    return info ? [{ parent, node, info, output: isRecorded ? next : undefined }] : [];
  });
}

function describeNode({ html, tree }: RenderedProgram, form: 'elements' | 'react'): MarkdownNode[] {
  if (!tree) return [];
  if (form === 'react') return [describeReact(html)];
  const { tagName: hName, properties: hProperties, children: hChildren } = tree;
  return [{ type: 'hazeProgram', children: [], data: { hName, hProperties, hChildren } }];
}

/** `<div dangerouslySetInnerHTML={{ __html: "…" }} />`, in the form produced by MDX's parser. */
function describeReact(html: string): MarkdownNode {
  const literal = { type: 'Literal', value: html, raw: JSON.stringify(html) };
  const key = { type: 'Identifier', name: '__html' };
  const property = {
    type: 'Property',
    kind: 'init',
    method: false,
    shorthand: false,
    computed: false,
    key,
    value: literal,
  };
  const expression = { type: 'ObjectExpression', properties: [property] };
  const body = [{ type: 'ExpressionStatement', expression }];
  const value = {
    type: 'mdxJsxAttributeValueExpression',
    value: `{ __html: ${JSON.stringify(html)} }`,
    data: { estree: { type: 'Program', sourceType: 'module', body, comments: [] } },
  };
  const attribute = { type: 'mdxJsxAttribute', name: 'dangerouslySetInnerHTML', value };
  // A page's script may run before React and add buttons, which React would report as a mismatch.
  const patience = { type: 'mdxJsxAttribute', name: 'suppressHydrationWarning', value: null };
  const attributes = [attribute, patience];
  const node = { type: 'mdxJsxFlowElement', name: 'div', attributes, children: [] };
  return { ...node, data: { _mdxExplicitJsx: true } } as MarkdownNode;
}
