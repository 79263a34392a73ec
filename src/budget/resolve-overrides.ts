// Finds a program's source from its name or location. The name is the variable, the call's text, the argument or the
// field, as shown in reports, with `#2` for the second source with the same name.
import { HazeError } from '../errors/haze-error.ts';
import { maybeNearest } from '../errors/nearest-name.ts';
import type { SourceKind } from '../uncertainty/sources/run-trace.ts';
import type { CreatedSource, SourceSetting } from '../uncertainty/sources/source-settings.ts';
import { readOverride, type SourceOverrides } from '../uncertainty/sources/source-value.ts';
import { nameSources, type RunInputs, type SourceName } from './name-sources.ts';
import type { Place } from './placed-trace.ts';

/** A program's source, as created by a run. */
export type ProgramSource = SourceName &
  Pick<CreatedSource, 'kind' | 'family' | 'parameters' | 'mean'> & {
    /** The source's unique name in overrides. */
    readonly key: string;
    /**
     * True if another distribution may replace the source; false if the program created it from samples or from other
     * values.
     */
    readonly isSettable: boolean;
  };

/** A created source whose calls are source lines, innermost first. */
export type PlacedCreation = CreatedSource & { readonly calls: readonly Place[] };

const SETTABLE: ReadonlySet<SourceKind> = new Set(['parametric', 'text']);
const MOST_PLACES = 5;

/**
 * Names the sources that a run has created.
 * @param sources contents of the program's files, by path
 */
export function listSources(
  created: readonly PlacedCreation[],
  sources: Readonly<Record<string, string>>,
  inputs: RunInputs,
): ProgramSource[] {
  const named = nameSources(
    created.map((source, number) => ({ ...source, number, columns: [] })),
    sources,
    inputs,
  );
  const counts = new Map<string, number>();
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return named.map((name, i) => {
    const { kind, family, parameters, mean } = created[i]!;
    const wishes = [
      ...(counts.get(name.name) === 1 ? [name.name] : [`${name.name}#${name.occurrence}`]),
      `${name.file}:${name.line}#${name.occurrence}`,
      `${name.file}:${name.line}:${name.column}#${name.occurrence}`,
    ];
    const isAlone = (key: string) =>
      !taken.has(key) && named.filter((other) => isMeant(key, other)).length === 1;
    // Without line information, only the order distinguishes sources with equal text.
    const key = wishes.find(isAlone) ?? `#${i + 1}`;
    taken.add(key);
    return {
      ...name,
      kind,
      ...(family ? { family } : {}),
      ...(parameters ? { parameters } : {}),
      ...(mean === undefined ? {} : { mean }),
      key,
      isSettable: SETTABLE.has(kind),
    };
  });
}

/**
 * Finds the sources to which overrides refer.
 * @param created in the order of `sources`
 * @throws HazeError `no-sources`, `unknown-source`, `ambiguous-source`, `fixed-source`, `invalid-source-value`
 */
export function resolveOverrides(
  overrides: SourceOverrides,
  sources: readonly ProgramSource[],
  created: readonly CreatedSource[],
): SourceSetting[] {
  const settings = Object.entries(overrides).map(([name, text]) => {
    const index = findSource(name, sources);
    const source = sources[index]!;
    if (!source.isSettable) refuseKind(name, source);
    return { name, site: siteOf(created[index]!), value: readOverride(name, text) };
  });
  const byIndex = new Map<string, string>();
  for (const { name, site } of settings) {
    const key = JSON.stringify(site);
    const other = byIndex.get(key);
    if (other !== undefined) {
      throw new HazeError(
        'ambiguous-source',
        `"${other}" and "${name}" are the same source. Set it only once.`,
      );
    }
    byIndex.set(key, name);
  }
  return settings;
}

function siteOf({ kind, frames, nth }: CreatedSource) {
  return { kind, frames, nth };
}

function findSource(wanted: string, sources: readonly ProgramSource[]): number {
  if (sources.length === 0) {
    throw new HazeError(
      'no-sources',
      `The program created no distributions in this run, so there is no source "${wanted}" to change. Make inputs uncertain, ` +
        'for example with double voltage = UxHwDoubleGaussDist(5, 0.02) from <uxhw.h> (in Fortran voltage = ux_gauss(5d0, 0.02d0) from module uxhw).',
    );
  }
  const byKey = sources.findIndex(({ key }) => key === wanted);
  if (byKey >= 0) return byKey;
  const meant = sources.flatMap((source, index) => (isMeant(wanted, source) ? [index] : []));
  if (meant.length === 1) return meant[0]!;
  if (meant.length > 1) {
    const places = meant.map((index) => describePlace(sources[index]!));
    throw new HazeError(
      'ambiguous-source',
      `"${wanted}" matches ${meant.length} sources: ${listSome(places)}. Specify one of them.`,
      { data: { source: wanted, keys: meant.map((index) => sources[index]!.key) } },
    );
  }
  const names = [...new Set(sources.map(({ key }) => key))];
  const near = maybeNearest(wanted, [...names, ...sources.map(({ name }) => name)]);
  const hint =
    near === undefined
      ? `Its sources are ${listSome(names.map((name) => `"${name}"`))}.`
      : `Did you mean "${near}"?`;
  throw new HazeError('unknown-source', `The program created no source "${wanted}". ${hint}`, {
    data: { source: wanted, ...(near === undefined ? {} : { nearest: near }) },
  });
}

/**
 * Tests whether a string refers to this source: by its name, or by a location such as `power.c:12` or
 * `power.c:12:20`, with or without `#2`.
 */
function isMeant(wanted: string, source: SourceName): boolean {
  const [, base = wanted, number] = /^(.+)#(\d+)$/.exec(wanted) ?? [];
  if (number !== undefined && Number(number) !== source.occurrence) return false;
  const { name, file, line, column, expression } = source;
  if (base === name || base === expression) return true;
  return file !== '' && (base === `${file}:${line}` || base === `${file}:${line}:${column}`);
}

function describePlace({ key, file, line, occurrence }: ProgramSource): string {
  const which = occurrence > 1 ? `, number ${occurrence} there` : '';
  return file === '' ? `"${key}"` : `"${key}" (${file}:${line}${which})`;
}

function listSome(items: readonly string[]): string {
  const shown = items.slice(0, MOST_PLACES).join(', ');
  return items.length > MOST_PLACES ? `${shown} and ${items.length - MOST_PLACES} more` : shown;
}

const KINDS: Readonly<Partial<Record<SourceKind, string>>> = {
  samples: 'was created from samples',
  'joint samples': 'was created from joint samples',
  mixture: 'selects a component of a mixture',
  copy: 'is an independent copy of another value',
  limits: 'replaces values outside the limits',
  posterior: 'is a posterior, computed from a prior and evidence',
};

function refuseKind(name: string, { kind, distribution }: ProgramSource): never {
  throw new HazeError(
    'fixed-source',
    `Source "${name}" (${distribution}) ${KINDS[kind] ?? 'cannot be replaced'}: only parametric distributions and Ux text that the program reads can be changed for a run.`,
    { data: { source: name, kind } },
  );
}
