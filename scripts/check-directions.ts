// Part of `npm run check`: folders in src/ import only from folders that the table in docs/components.md allows, and
// files never import each other in a cycle, not even for types. In the table, "and below" includes everything that the
// named components may import. A component inside a folder, such as `src/client/service`, may have its own row; the
// folder's row then applies to the files next to it. Folders must not contain too many files (full-folders.ts), and may
// import only from the folders listed above them in their component's README.md.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readDirections } from './directions-table.ts';
import { findFullFolders } from './full-folders.ts';
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|import\('(\.[^']+)'\)/g;

interface Import {
  readonly path: string;
  readonly names: readonly string[];
  /** True for a dynamic import, which creates no module cycle. */
  readonly isLater: boolean;
}

const root = findProjectRoot();
const files = listFiles('src')
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join(root, path));
const imports = new Map(files.map((file) => [file, listImports(file)]));
const table = readDirections();
const problems = [
  ...findStrangers(),
  ...findCircles(),
  ...findRaisers(),
  ...findArrowsUp(),
  ...findFullFolders(join(root, 'src')),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function listImports(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([statement, path, later]): Import[] => {
    const target = resolve(dirname(file), path ?? later ?? '');
    if (!target.endsWith('.ts') || !existsSync(target)) return [];
    const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? [];
    return [
      {
        path: target,
        names: names.map((name) => name.trim()),
        isLater: later !== undefined,
      },
    ];
  });
}

function findStrangers(): string[] {
  return files.flatMap((file) => {
    const row = table.rowOf(file).replace(/\.test\.ts$/, '.ts');
    const allowed = table.rows.get(row);
    if (!allowed) return [`docs/components.md has no row for src/${row}.`];
    return imports.get(file)!.flatMap(({ path }) => {
      const other = table.rowOf(path);
      const isHelper = file.endsWith('.test.ts') && other === '..';
      if (other === row || allowed.has(other) || isHelper) return [];
      return [
        `${relative(root, file)} imports ${relative(root, path)}: src/${row} may import only ${[...allowed].join(', ')}.`,
      ];
    });
  });
}

/** Errors for files in src/fortran/printing that can reject a program, which only the analysis may do. */
function findRaisers(): string[] {
  const room = join(root, 'src/fortran/printing/');
  const raiser = join(root, 'src/fortran/source/diagnostics.ts');
  return files.flatMap((file) => {
    const raises =
      file.startsWith(room) &&
      imports.get(file)!.some(({ path, names }) => path === raiser && names.includes('FortranError'));
    return raises
      ? [`${relative(root, file)} reports program errors: only src/fortran/analysis may do that.`]
      : [];
  });
}

/** Imports that violate the folder order in their component's README.md. */
function findArrowsUp(): string[] {
  const readmes = listFiles('src').filter((path) => path.endsWith('/README.md'));
  return readmes.flatMap((path) => {
    const room = join(root, dirname(path));
    const text = readFileSync(join(root, path), 'utf8');
    const folders = [...text.matchAll(/^- `([\w-]+)\/`:/gm)].map(([, name]) => name!);
    const gone = folders.filter((name) => !existsSync(join(room, name)));
    const rankOf = (file: string) => folders.indexOf(relative(room, file).split('/')[0]!);
    const up = files.flatMap((file) => {
      const rank = file.endsWith('.test.ts') ? -1 : rankOf(file);
      const higher = rank < 0 ? [] : imports.get(file)!.filter(({ path }) => rankOf(path) > rank);
      return higher.map(
        ({ path }) =>
          `${relative(root, file)} imports ${relative(root, path)}, which its component's README.md lists later.`,
      );
    });
    return [...gone.map((name) => `${path} lists ${name}/, which does not exist.`), ...up];
  });
}

/** Files that can reach each other (strongly connected components, found with Tarjan's algorithm). */
function findCircles(): string[] {
  const found: string[] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const { path: next, isLater } of imports.get(file) ?? []) {
      if (isLater) continue;
      const reached = order.has(next) ? (open.includes(next) ? order.get(next)! : number) : visit(next);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === number) {
      const circle = open.splice(open.indexOf(file)).map((name) => relative(root, name));
      if (circle.length > 1)
        found.push(`These files import each other in a cycle: ${circle.sort().join(', ')}.`);
    }
    return lowest.get(file)!;
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}
