// List of pages. In a small window, the browser itself opens it when its button is pressed. The script scrolls to the
// current page, and marks the current heading in the table of contents.

export function setUpMenu(): void {
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
  new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' }).observe(document.body);
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' });
  for (const heading of headings) observer.observe(heading);
}
