// Haze's own documentation site, in the docs/ folder of the static site: writes the documents as pages, along with the
// search index. The build runs the programs on the pages. A broken link makes the build fail.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type SearchedSection } from '../../src/ui/documentation/search-options.ts';
import { declareTokens } from '../../src/ui/style/tokens.ts';
import { framePage } from './frame-page.ts';
import { listPages, type SitePage } from './list-pages.ts';
import { createPageRenderer, type RenderedPage } from './render-page.ts';

/** Length of the excerpt shown below a search result. */
const EXCERPT_LENGTH = 160;

/** @param site the static site, whose docs/documentation.js must exist */
export async function writeDocsSite(root: string, site: string): Promise<void> {
  const folder = join(site, 'docs');
  const groups = listPages(root);
  const pages = groups.flatMap((group) => group.pages);
  const render = createPageRenderer(root, pages, site);
  const rendered = new Map(pages.map((page) => [page, render(page)]));
  checkLinks(rendered);
  for (const [page, article] of rendered) {
    const file = join(folder, page.path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, framePage(page, article, groups));
  }
  const read = (name: string) => readFile(join(root, 'src/ui/documentation', name), 'utf8');
  const style = (await read('documentation.css')) + (await read('finder.css'));
  await writeFile(join(folder, 'documentation.css'), `:root {\n${declareTokens()}\n}\n${style}`);
  await copyFile(join(root, 'src/ui/playground/icon.svg'), join(folder, 'icon.svg'));
  await writeFile(join(folder, 'search.json'), JSON.stringify(indexSections(rendered)));
}

/** @throws Error that lists every link to a missing page or heading */
function checkLinks(rendered: ReadonlyMap<SitePage, RenderedPage>): void {
  const places = new Map(
    [...rendered].map(([{ path }, { sections, html }]) => {
      const figures = [...html.matchAll(/<figure[^>]* id="([^"]+)"/g)].map(([, id = '']) => id);
      return [path, new Set([...sections.map(({ id }) => id), ...figures])] as const;
    }),
  );
  const lost = [...rendered].flatMap(([{ source }, { links }]) =>
    links.flatMap((link) => {
      const [path = '', fragment] = link.split('#', 2);
      const isThere = fragment === undefined || places.get(path)?.has(fragment);
      return isThere ? [] : [`${source}: no place ${link}`];
    }),
  );
  if (lost.length > 0) throw new Error(`broken links in the documentation:\n${lost.join('\n')}`);
}

function indexSections(rendered: ReadonlyMap<SitePage, RenderedPage>): unknown {
  const index = new MiniSearch<SearchedSection>(SEARCH_OPTIONS);
  for (const [page, { sections, title }] of rendered) {
    for (const { id, text, body, level } of sections) {
      const words = body.trim().replace(/\s+/g, ' ');
      const excerpt = words.length > EXCERPT_LENGTH ? `${words.slice(0, EXCERPT_LENGTH)}…` : words;
      const address = level === 1 ? page.path : `${page.path}#${id}`;
      index.add({ id: address, heading: text, page: title, body: words, excerpt });
    }
  }
  return index;
}
