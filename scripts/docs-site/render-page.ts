// Renders a Haze document as the article of its page: programs through our own plugin, links between pages, plots of
// distributions next to their functions, live requests, and the search index.
import { join, posix } from 'node:path';
import openMarkdown, { type MarkdownIt, type RendererRule, type Token } from 'markdown-it';
import { element, toHtml } from '../../src/docs/rendering/html-tree.ts';
import { hazeMarkdown } from '../../src/node/docs/markdown-it.ts';
import { drawFamily } from '../../src/ui/functions/family-picture.ts';
import { FAMILIES } from '../../src/uxhw/families.ts';
import { readCurlRequests } from './curl-requests.ts';
import type { SitePage } from './list-pages.ts';
import { slugOf } from './slug.ts';

export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

/** A heading with the text below it, for the search index. */
export interface Section extends Heading {
  body: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Links to other pages and within this page, as `path#fragment`, to be checked later. */
  readonly links: readonly string[];
}

type Environment = {
  readonly path: string;
  readonly page: SitePage;
  readonly sections: Section[];
  readonly links: string[];
};

const PICTURE = { width: 72, height: 28 };
const PICTURES = new Map<string, (typeof FAMILIES)[number]>(FAMILIES.map((family) => [family.name, family]));

/**
 * Creates a renderer; all its pages share the same compilers.
 * @param folder the static site, to which the programs' modules are written
 */
export function createPageRenderer(
  root: string,
  pages: readonly SitePage[],
  folder?: string,
): (page: SitePage) => RenderedPage {
  const bySource = new Map(pages.map(({ source, path }) => [source, path]));
  const md = openMarkdown({ html: true, typographer: false });
  md.core.ruler.push('sections', ({ tokens, env }) => readSections(tokens, env as unknown as Environment));
  md.core.ruler.push('links', ({ tokens, env }) => {
    for (const token of tokens)
      if (token.children) linkPages(token.children, env as unknown as Environment, bySource);
  });
  md.core.ruler.push('requests', ({ tokens }) => tokens.forEach(describeRequests));
  md.use(hazeMarkdown, folder === undefined ? {} : { folder });
  setLooks(md);
  return (page) => {
    const env: Environment = { path: join(root, page.source), page, sections: [], links: [] };
    const html = md.render(page.text, env);
    return { title: env.sections[0]?.text ?? page.name, html, sections: env.sections, links: env.links };
  };
}

/** Assigns the same heading IDs as the repository viewer, and collects the text below each heading. */
function readSections(tokens: readonly Token[], { sections }: Environment): void {
  const taken = new Map<string, number>();
  for (const [i, token] of tokens.entries()) {
    const content = token.type === 'inline' ? plainText(token) : token.type === 'fence' ? token.content : '';
    const opening = tokens[i - 1];
    if (opening?.type === 'heading_open') {
      const slug = slugOf(content);
      const count = taken.get(slug) ?? 0;
      taken.set(slug, count + 1);
      const id = count === 0 ? slug : `${slug}-${count}`;
      opening.attrSet('id', id);
      sections.push({ id, level: Number(opening.tag.slice(1)), text: content, body: '' });
    } else if (content !== '' && token.info !== 'output') {
      const section = sections.at(-1);
      if (section) section.body += ` ${content}`;
    }
  }
}

function plainText({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (/break$/.test(type) ? ' ' : type === 'html_inline' ? '' : content))
    .join('');
}

function linkPages(
  tokens: Token[],
  { page, links }: Environment,
  bySource: ReadonlyMap<string, string>,
): void {
  let isLost = false;
  for (const token of tokens) {
    if (token.type === 'link_close' && isLost) {
      token.type = 'html_inline';
      token.content = '</span>';
      isLost = false;
    }
    const href = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : '';
    if (href === '' || /^[a-z]+:/.test(href)) continue;
    const [file = '', fragment] = href.split('#', 2);
    const source = file === '' ? page.source : posix.join(posix.dirname(page.source), decodeURI(file));
    const path = bySource.get(source) ?? maybeExample(source);
    if (path === undefined) {
      // Files in the repository are named but not linked, because a reader may have access only to the site.
      isLost = true;
      token.type = 'html_inline';
      token.content = `<span class="file" title="${source}">`;
      continue;
    }
    const target = path.includes('#') || fragment === undefined ? path : `${path}#${fragment}`;
    links.push(target);
    token.attrSet('href', relativeTo(page.path, target));
  }
}

/** Path of the example that a program comes from, or of the page with all examples. */
function maybeExample(source: string): string | undefined {
  if (/^examples\/?$/.test(source)) return 'examples.html';
  const [, name] = /^examples\/([\w-]+)\.(?:c|cpp|f|f90)$/.exec(source) ?? [];
  return name && `examples.html#haze-${name}`;
}

/** The relative URL from one page of the site to another. */
export function relativeTo(from: string, target: string): string {
  const [path = '', fragment] = target.split('#', 2);
  const address = path === from && fragment !== undefined ? '' : posix.relative(posix.dirname(from), path);
  return fragment === undefined ? address : `${address}#${fragment}`;
}

/** Turns marked shell lines into requests that readers can send. */
function describeRequests(token: Token): void {
  if (token.type !== 'fence' || !/^sh\s+requests$/.test(token.info.trim())) return;
  const figures = readCurlRequests(token.content).map(({ text, method, path, type, body }) =>
    toHtml(
      element(
        'figure',
        {
          class: 'request',
          'data-method': method,
          'data-path': path,
          'data-type': type,
          'data-body': body,
        },
        element('pre', { tabindex: '0' }, element('code', {}, text)),
      ),
    ),
  );
  token.type = 'html_block';
  token.content = figures.join('\n');
}

function setLooks(md: MarkdownIt): void {
  const { rules } = md.renderer;
  const plain: RendererRule = (tokens, i, options, _env, self) => self.renderToken(tokens, i, options);
  rules.heading_close = (tokens, i, options, env, self) => {
    const id = String(tokens[i - 2]?.attrGet('id') ?? '');
    const title = tokens[i - 1] ? plainText(tokens[i - 1]!).replaceAll('"', '&quot;') : '';
    const anchor =
      tokens[i]?.tag === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to “${title}”">#</a>`;
    return anchor + plain(tokens, i, options, env, self);
  };
  let tables = 0;
  rules.table_open = () => {
    tables += 1;
    return `<div class="scrolled" tabindex="0" role="region" aria-label="Table ${tables}"><table>\n`;
  };
  rules.table_close = () => '</table></div>\n';
  // Renders a header cell without text as an ordinary cell, because an empty header describes nothing.
  const emptyAsCell: RendererRule = (tokens, i, options, env, self) => {
    if (tokens[i]?.nesting === 1 ? tokens[i + 1]?.content === '' : tokens[i - 1]?.content === '')
      return tokens[i]!.nesting === 1 ? '<td>' : '</td>';
    return plain(tokens, i, options, env, self);
  };
  rules.th_open = emptyAsCell;
  rules.th_close = emptyAsCell;
  rules.td_open = (tokens, i, options, env, self) =>
    plain(tokens, i, options, env, self) + drawFunction(tokens[i + 1]);
  const { fence, code_block: block } = rules;
  const reachable = (html: string) => html.replace('<pre', '<pre tabindex="0"');
  rules.fence = (tokens, i, ...rest) => reachable(fence?.(tokens, i, ...rest) ?? '');
  rules.code_block = (tokens, i, ...rest) => reachable(block?.(tokens, i, ...rest) ?? '');
}

/** The density of the distribution described in a cell. */
function drawFunction(cell: Token | undefined): string {
  const [first] = cell?.children ?? [];
  const family = first?.type === 'code_inline' && PICTURES.get(/^\w+/.exec(first.content)?.[0] ?? '');
  if (!family) return '';
  const { width, height } = PICTURE;
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg class="density" ${size} aria-hidden="true"><path d="${drawFamily(family, width, height)}"/></svg>`;
}
