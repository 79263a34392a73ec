// Script for the documentation pages: theme, search, buttons that send requests, offline access. The pages are readable
// without scripts.
import { readTheme, setTheme, THEMES, type Theme } from '../style/theme.ts';
import { openSearch } from './open-search.ts';
import { setUpRequests } from './requests.ts';
import { serviceBase } from './site-folders.ts';

const THEME_NAMES: Readonly<Record<Theme, string>> = { auto: 'System', light: 'Light', dark: 'Dark' };

setTheme(readTheme());

function start(): void {
  const tools = document.querySelector('.tools');
  if (!tools) return;
  tools.append(describeSearchButton());
  placeThemePicker(tools);
  document.addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isWriting(event);
    const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isSlash && !isK) return;
    event.preventDefault();
    void openSearch();
  });
  setUpMenu();
  setUpRequests();
  keepSite();
}

function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

function describeSearchButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'search';
  button.textContent = 'Search';
  button.title = 'Search (/ or Ctrl-K)';
  button.setAttribute('aria-keyshortcuts', '/ Control+K');
  button.addEventListener('click', () => void openSearch());
  return button;
}

function describeThemePicker(): HTMLElement {
  const select = document.createElement('select');
  select.setAttribute('aria-label', 'Theme');
  for (const theme of THEMES) select.append(new Option(THEME_NAMES[theme], theme));
  select.value = readTheme();
  select.addEventListener('change', () => setTheme(select.value as Theme));
  const name = document.createElement('span');
  name.textContent = 'Theme';
  // Hides the name, because the select element has the same label.
  name.ariaHidden = 'true';
  const picker = document.createElement('div');
  picker.className = 'theme';
  picker.append(name, select);
  return picker;
}

/** Places the picker above the text, or inside the page list if the window is narrow. */
function placeThemePicker(tools: Element): void {
  const picker = describeThemePicker();
  const pages = document.getElementById('pages');
  const narrow = matchMedia('(max-width: 30rem)');
  const place = () => {
    if (narrow.matches && pages) pages.prepend(picker);
    else tools.append(picker);
  };
  place();
  narrow.addEventListener('change', place);
}

/** Lets the site's service worker store all pages once the page is idle. */
function keepSite(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker || serviceWorker.controller) return;
  // Requests and the playground share this chunk. If loading fails, the next page retries it.
  const keep = () =>
    void import('../../client/index.ts')
      .then(({ connect }) => connect({ base: serviceBase().href, execute: false }))
      .catch(() => undefined);
  if (document.readyState === 'complete') keep();
  else addEventListener('load', keep, { once: true });
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

function setUpMenu(): void {
  const pages = document.getElementById('pages');
  const current = pages?.querySelector<HTMLElement>('[aria-current]');
  const show = () => {
    if (pages && current) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
  };
  show();
  pages?.addEventListener('toggle', show);
  markHeading();
}

function markHeading(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  if (links.size === 0) return;
  const headings = [...document.querySelectorAll<HTMLElement>('article h2[id]')];
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const [id, link] of links) link.classList.toggle('here', id === read?.id);
  };
  mark();
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' });
  for (const seen of [document.body, ...headings]) observer.observe(seen);
}
