// Pages of Haze's documentation site, by group and in order. If a document in docs/ does not belong to a group, the
// build fails.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeReference } from './reference/write-reference.ts';
import { writeExamplesPage } from './write-examples-page.ts';

export interface SitePage {
  /** The document's path in the project. */
  readonly source: string;
  /** The page's path in the site's folder, such as `decisions/003-no-algebra.html`. */
  readonly path: string;
  /** Name shown in the list of pages. */
  readonly name: string;
  /** Markdown. */
  readonly text: string;
}

export interface PageGroup {
  readonly name: string;
  readonly pages: readonly SitePage[];
}

type Row = readonly [source: string, path: string, name: string];

const doc = (file: string, name: string): Row => [`docs/${file}.md`, `${file}.html`, name];

const GROUPS: readonly (readonly [string, readonly Row[]])[] = [
  [
    'Start',
    [
      ['docs/start.md', 'index.html', 'Start'],
      doc('tutorial', 'Tutorial'),
      doc('command', 'Command'),
      doc('library', 'Library'),
      ['docs/examples.md', 'examples.html', 'Examples'],
    ],
  ],
  [
    'Programs',
    [
      doc('uxhw', 'Functions'),
      doc('fortran', 'Fortran'),
      doc('distributions', 'Distributions'),
      doc('cores', 'Cores'),
      doc('deciding', 'Programs that decide'),
      doc('deciding-measured', 'Programs that decide: measurements'),
      doc('reference-cores', 'Reference cores'),
      doc('budget', 'Uncertainty budgets'),
      doc('budget-examples', 'Budgets: examples'),
      doc('budget-method', 'Budgets: method'),
      doc('ux-format', 'Values as text'),
      doc('repositories', 'Repositories'),
    ],
  ],
  [
    'Pages',
    [
      doc('embedding', 'Programs in pages'),
      doc('embedding-reference', '<haze-program>'),
      doc('writing', 'Programs in documents'),
      doc('writing-attributes', 'Documents: attributes'),
    ],
  ],
  [
    'Service',
    [
      doc('rest', 'REST interface'),
      doc('testing', 'Testing clients'),
      doc('server-options', 'Options'),
      doc('recordings', 'Recordings'),
      doc('operating', 'Operating'),
      doc('monitoring', 'Monitoring'),
      doc('deploying', 'Deploying a server'),
      doc('servers', 'Several servers'),
      doc('task-processes', 'Isolation of tasks'),
      doc('hosting', 'Hosting the site'),
      doc('security', 'Security'),
      doc('security-programs', 'Security: programs'),
      doc('security-frames', 'Security: frames'),
      doc('security-attacks', 'Security: attacks'),
    ],
  ],
  [
    'Internals',
    [
      doc('architecture', 'Architecture'),
      doc('architecture-service', 'Architecture: service'),
      doc('architecture-pages', 'Architecture: pages'),
      doc('components', 'Components'),
      doc('glossary', 'Glossary'),
      ['CONTRIBUTING.md', 'contributing.html', 'Contributing'],
      ['CHANGELOG.md', 'changelog.html', 'Changelog'],
    ],
  ],
];

/** All pages by group. @throws Error that lists documents in docs/ without a group */
export function listPages(root: string): PageGroup[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const groups = GROUPS.map(([name, rows]) => ({
    name,
    pages: rows.map(([source, path, title]) => {
      const text = source === 'docs/examples.md' ? writeExamplesPage(root) : read(source);
      return { source, path, name: title, text };
    }),
  }));
  const decisions = readdirSync(join(root, 'docs/decisions')).sort();
  const decided = decisions.map((file): SitePage => {
    const text = read(`docs/decisions/${file}`);
    const [, title = file] = /^# (.*)$/m.exec(text) ?? [];
    return {
      source: `docs/decisions/${file}`,
      path: `decisions/${file.replace(/md$/, 'html')}`,
      name: title,
      text,
    };
  });
  const reference = writeReference(root).map(({ entry, file, text }) => {
    const path = `reference/${file}`;
    return { source: `docs/${path}.md`, path: `${path}.html`, name: entry, text };
  });
  const all = [
    ...groups.slice(0, -1),
    { name: 'Library reference', pages: reference },
    ...groups.slice(-1),
    { name: 'Decisions', pages: decided },
  ];
  const placed = new Set(all.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const lost = readdirSync(join(root, 'docs')).filter(
    (file) => file.endsWith('.md') && !placed.has(`docs/${file}`),
  );
  if (lost.length > 0)
    throw new Error(`scripts/docs-site/list-pages.ts does not list docs/${lost.join(', docs/')}`);
  return all;
}
