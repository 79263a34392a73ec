// The private variables of an OpenMP region, as listed in its clauses.
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Clause, Directive } from '../tree/openmp-directives.ts';
import type { OpenMpData } from '../tree/syntax-tree.ts';

/** Clauses that name shared variables, or variables whose values are used after the region. */
const SHARED_CLAUSE =
  /^(?:shared|lastprivate|linear|map|reduction|in_reduction|is_device_ptr|has_device_addr|use_device_ptr|copyin|copyprivate|uniform|aligned|depend)$/;
/** REDUCTION operators for which the variable has a different initial value inside the region. */
const SUMS = new Set(['+', '-', '*']);

/** Reads the private variables of a region. */
export function readData({ name, clauses }: Directive, at: Position): OpenMpData {
  const data: OpenMpData = {
    privates: [],
    sums: [],
    named: new Set(),
    ownLoops: /parallel|task(?!group)|teams/.test(name),
  };
  // Scalars that a TARGET region does not map are private to it.
  if (name.startsWith('target') && name !== 'target data') data.implicit = 'scalars';
  const handedOn = new Set<string>();
  for (const clause of clauses) takeClause(data, clause, handedOn, at);
  data.privates = data.privates.filter((one) => !handedOn.has(one));
  return data;
}

/** True if a region has private variables and must therefore be a block. */
export function hasOwnData(data: OpenMpData): boolean {
  const { privates, sums, implicit, ownLoops, loop } = data;
  return privates.length + sums.length > 0 || implicit !== undefined || ownLoops || loop !== undefined;
}

function takeClause(
  data: OpenMpData,
  { name: word, text: list = '' }: Clause,
  handedOn: Set<string>,
  at: Position,
): void {
  const operator = word === 'reduction' ? /^(?:default,|task,)?([^:]+):/.exec(list)?.[1] : undefined;
  if (/^inscan,/.test(list) && word === 'reduction')
    refuse(at, 'The OpenMP modifier INSCAN is not supported.');
  const names = namesIn(list.replace(/^[^:()]*:(?!:)/, ''));
  if (word === 'private' || word === 'firstprivate') {
    if (/\//.test(list))
      refuse(at, `A COMMON block in ${word.toUpperCase()} is not supported: name its variables.`);
    data.privates.push(...names);
  } else if (word === 'default') {
    if (list === 'private' || list === 'firstprivate') data.implicit = 'all';
  } else if (word === 'lastprivate' || word === 'linear') for (const name of names) handedOn.add(name);
  if (operator !== undefined && SUMS.has(operator))
    for (const name of names) data.sums.push({ name, operator: operator === '-' ? '+' : operator });
  if (SHARED_CLAUSE.test(word) || word.includes('private'))
    for (const name of [...names, ...namesIn(list)]) data.named.add(name);
}

// The names of whole variables in a list; parts of arrays are not private to the region.
function namesIn(list: string): string[] {
  return list
    .replace(/\([^()]*\)/g, '(')
    .split(/[,:]/)
    .filter((word) => /^[a-z_][a-z0-9_$]*$/.test(word));
}
