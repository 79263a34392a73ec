// The site with Haze's own documentation, without its programs: links, IDs, images and requests.
import { expect, test } from 'vitest';
import { readCurlRequests } from '../../scripts/docs-site/curl-requests.ts';
import type { SitePage } from '../../scripts/docs-site/list-pages.ts';
import { createPageRenderer, relativeTo } from '../../scripts/docs-site/render-page.ts';

const page = (source: string, path: string, text: string): SitePage => ({ source, path, name: path, text });

test('links to documents lead to their pages, and links to other repository files become plain names', () => {
  const first = page(
    'docs/a.md',
    'a.html',
    '# A\n\n[b](decisions/b.md#then), [lift](../examples/lift.c), [code](../src/x.ts), [out](https://x.example/).\n',
  );
  const second = page(
    'docs/decisions/b.md',
    'decisions/b.html',
    '# B\n\n## Then\n\n## Then\n\n[a](../a.md)\n',
  );
  const render = createPageRenderer('/project', [first, second]);
  const { html, links, title } = render(first);
  expect(title).toBe('A');
  expect(html).toContain('<a href="decisions/b.html#then">b</a>');
  expect(html).toContain('<a href="examples.html#haze-lift">lift</a>');
  expect(html).toContain('<span class="file" title="src/x.ts">code</span>');
  expect(html).toContain('<a href="https://x.example/">out</a>');
  expect(links).toEqual(['decisions/b.html#then', 'examples.html#haze-lift']);
  const other = render(second);
  expect(other.html).toContain('<a href="../a.html">a</a>');
  expect(other.sections.map(({ id }) => id)).toEqual(['b', 'then', 'then-1']);
  expect(relativeTo('a.html', 'a.html#b')).toBe('#b');
});

test('a function that creates a distribution has a picture, and tables and code can be reached by keyboard', () => {
  const text =
    '| function | what |\n|---|---|\n| `GaussDist(mean, stddev)` | normal |\n| `Sample(v)` | one |\n\n    code\n';
  const { html } = createPageRenderer('/project', [])(page('docs/a.md', 'a.html', text));
  expect(html.match(/<svg class="density"/g)).toHaveLength(1);
  expect(html).toMatch(/<div class="scrolled" tabindex="0" role="region" aria-label="Table 1"><table>/);
  expect(html).toContain('<pre tabindex="0"><code>code');
});

test('requests in the form of curl commands are read as data', () => {
  const block = [
    'curl -s $BASE/sourcecode/builds -H "Authorization: $KEY" -H \'Content-Type: application/json\' \\',
    '  -d \'{"Code": "a\\n"}\'',
    '# {"BuildID": …}',
    'curl -s "$BASE/plot?x=1" -X POST -H "Authorization: $KEY"      # a picture',
    'curl -s $BASE/builds/bld_… -H "Authorization: $KEY"',
  ].join('\n');
  expect(readCurlRequests(`${block}\n`)).toMatchObject([
    { method: 'POST', path: '/sourcecode/builds', type: 'application/json', body: '{"Code": "a\\n"}' },
    { method: 'POST', path: '/plot?x=1' },
    { method: 'GET', path: '/builds/bld_…' },
  ]);
  expect(() => readCurlRequests('curl --retry 3 $BASE/builds')).toThrow('"--retry", which is not supported');
});
