// Turns an article into a complete page of the site: adds the bar at the top, the list of pages, the page's headings,
// and links to the previous and next pages. The page works without scripts and from any folder; its content security
// policy allows only the site's own scripts.
import { escapeHtml } from '../../src/docs/rendering/html-tree.ts';
import type { PageGroup, SitePage } from './list-pages.ts';
import { type Heading, type RenderedPage, relativeTo } from './render-page.ts';

/** Content security policy: programs run as WebAssembly in workers, and images in responses are blobs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Minimum number of headings for which the list is shown. */
const FEWEST_HEADINGS = 3;

/** The page's HTML. */
export function framePage(page: SitePage, rendered: RenderedPage, groups: readonly PageGroup[]): string {
  const pages = groups.flatMap((group) => group.pages);
  const at = pages.indexOf(page);
  const own = (path: string) => relativeTo(page.path, path);
  const site = own('../index.html').replace(/index\.html$/, '');
  const { title, html, sections } = rendered;
  const full = page.path === 'index.html' ? 'Haze: documentation' : `${title} · Haze`;
  const about = (sections[0]?.body ?? '').trim().replace(/\s+/g, ' ').slice(0, 160);
  return `<!doctype html>
<html lang="en" data-site="${site}" data-docs="${own('index.html').replace(/index\.html$/, '') || './'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(about)}">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(full)}</title>
<link rel="icon" href="${own('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${own('documentation.css')}">
<link rel="stylesheet" href="${site}haze-docs.css">
<script type="module" blocking="render" src="${own('documentation.js')}"></script>
<script src="${site}haze-docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<button type="button" class="menu" popovertarget="pages">Pages</button>
<a class="home" href="${own('index.html')}">Haze</a>
<span class="tools"></span>
<a class="play" href="${site}index.html">Playground</a>
</header>
<div class="body">
<nav id="pages" class="pages" popover aria-label="Pages">
${groups.map((group) => frameGroup(group, page)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article>
${html.trim()}
</article>
<nav class="turn" aria-label="Previous and next page">
${frameTurn('prev', pages[at - 1], page)}
${frameTurn('next', pages[at + 1], page)}
</nav>
</main>
${frameContents(sections)}
</div>
</body>
</html>
`;
}

function frameGroup({ name, pages }: PageGroup, page: SitePage): string {
  const items = pages.map((one) => {
    const current = one === page ? ' aria-current="page"' : '';
    return `<li><a href="${relativeTo(page.path, one.path)}"${current}>${escapeHtml(one.name)}</a></li>`;
  });
  return `<h2>${escapeHtml(name)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function frameTurn(rel: 'prev' | 'next', page: SitePage | undefined, from: SitePage): string {
  if (!page) return '<span></span>';
  const label = rel === 'prev' ? '← ' : '';
  const end = rel === 'next' ? ' →' : '';
  return `<a rel="${rel}" href="${relativeTo(from.path, page.path)}">${label}${escapeHtml(page.name)}${end}</a>`;
}

function frameContents(sections: readonly Heading[]): string {
  const listed = sections.filter(({ level }) => level === 2);
  if (listed.length < FEWEST_HEADINGS) return '<div class="contents"></div>';
  const items = listed.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-labelledby="on-this-page">
<h2 id="on-this-page">On this page</h2>
<ul>
${items.join('\n')}
</ul>
</nav>`;
}
