// Chooses the site file for a module that several files need. By default, the bundler creates one file for each set of
// files that share modules: about sixty files, most of them a few hundred bytes long. With six connections per host, a
// browser needs several round trips to fetch so many files. Modules that pages load when they open are therefore
// grouped by page; the bundler places all other modules.

/** The part of a bundler's plugin context that describes modules. */
export interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Modules that load when a page opens, and modules that the page then waits for; each entry lists the path suffixes
 * of its root modules.
 */
const OPENINGS: readonly (readonly [name: string, roots: readonly string[]])[] = [
  ['page', ['src/ui/main.ts']],
  ['service', ['src/client/connecting.ts']],
  ['library', ['src/client/index.ts']],
  ['element', ['src/ui/program/element.ts', 'src/client/program/program-runner.ts']],
  ['docs', ['src/ui/documentation/main.ts']],
  ['work', ['src/jobs/executing/job-work.ts', 'src/client/service/page/page-api.ts']],
  ['run', ['src/client/service/page/ready-builder.ts', 'src/ui/value/haze-value-viewer.ts']],
];

/** Openings whose own modules are not grouped: the library is a single script. */
const APART = ['library'];
/** Openings that load together with the service, and share its group. */
const WITH_SERVICE = ['work'];
/** The first run in a page. It needs some of the element's modules, which are put into a separate file. */
const RUN = 'run';

/** A module and everything that it imports statically. */
function listClosure(root: string, graph: ModuleGraph): Set<string> {
  const closure = new Set<string>();
  const waiting = [root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (closure.has(id)) continue;
    closure.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return closure;
}

/**
 * Groups for the bundler; each group includes its modules' dependencies. Modules shared by most openings come first.
 */
export function groupChunks(
  root: string,
): { readonly name: (id: string, graph: ModuleGraph) => string | null }[] {
  let openings: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const nameOf = (id: string, graph: ModuleGraph): string | undefined => {
    openings ??= new Map(
      OPENINGS.map(([name, roots]) => {
        const closures = roots.map((path) => listClosure(`${root}/${path}`, graph));
        return [name, new Set(closures.flatMap((closure) => [...closure]))];
      }),
    );
    // Root modules are left to the bundler, which creates a script for each.
    if (OPENINGS.some(([, roots]) => roots.some((path) => id === `${root}/${path}`))) return undefined;
    const found = [...openings].filter(([, closure]) => closure.has(id)).map(([name]) => name);
    const all = found.filter((name) => name !== RUN);
    const names = all.includes('service') ? all.filter((name) => !WITH_SERVICE.includes(name)) : all;
    const isApart = names.length === 0 || (names.length === 1 && APART.includes(names[0]!));
    if (isApart) return undefined;
    const group = nameGroup(names, id.includes('/node_modules/'));
    return found.includes(RUN) && WITHOUT_PAGE.includes(group) ? nameRunPart(group) : group;
  };
  return listGroups().map((group) => ({
    name: (id, graph) => (nameOf(id, graph) === group ? group : null),
  }));
}

/** Modules that at least this many openings need share one file, instead of many small ones. */
const MANY = 3;
const SHARED = 'shared';
/** An opening that needs only a few modules, most of which it shares with other openings. */
const SMALL = 'docs';

/** Groups that a page does not load until the user touches it. The modules of a first run are separate. */
const WITHOUT_PAGE = ['element', 'element-packages', 'library-element', 'work', 'work-packages'];

function nameRunPart(group: string): string {
  return `${group}-${RUN}`;
}

/** Separates a page's large packages, which change less often than the page. */
function nameGroup(openings: readonly string[], isPackage: boolean): string {
  if (openings.length > 1 && openings.includes(SMALL)) return `${SHARED}-${SMALL}`;
  if (openings.length >= MANY) return SHARED;
  return openings.join('-') + (isPackage && openings.length === 1 ? '-packages' : '');
}

/** Names of all sets of openings, larger sets before their subsets; the first name is the set of all openings. */
function listGroups(): string[] {
  const names = OPENINGS.map(([name]) => name).filter((name) => name !== RUN);
  const sets = Array.from({ length: 2 ** names.length - 1 }, (_, index) =>
    names.filter((_name, bit) => ((index + 1) >> bit) & 1),
  );
  sets.sort((one, other) => other.length - one.length);
  const groups = [...new Set(sets.flatMap((set) => [nameGroup(set, true), nameGroup(set, false)]))];
  return groups.flatMap((group) => (WITHOUT_PAGE.includes(group) ? [nameRunPart(group), group] : [group]));
}
