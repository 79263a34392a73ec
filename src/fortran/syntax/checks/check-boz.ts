// Contexts in which BOZ constants, such as z'ff', are allowed: as DATA values and as arguments of a few intrinsic
// functions. Without -fallow-invalid-boz, GNU Fortran accepts them nowhere else.
import type { Position } from '../../source/diagnostics.ts';
import type { ProgramUnit } from '../tree/syntax-tree.ts';

export interface MisplacedBoz {
  readonly at: Position;
  readonly why: string;
}

/** Intrinsic functions that give a BOZ constant a type. */
const TAKERS = /^(u?int|real|dble|cmplx|dcmplx|iand|ior|ieor|and|or|xor|dshift[lr]|merge_bits|b[gl][et])$/;
const PLACE =
  'A BOZ constant has no type: it is allowed only in DATA or as an argument of INT, REAL, DBLE, CMPLX and bit functions. Wrap it in int(…).';

/** The BOZ constants of a unit and its nested units that are misplaced or written in an old notation. */
export function misplacedBoz(unit: ProgramUnit): MisplacedBoz[] {
  const found: MisplacedBoz[] = [];
  visit([unit.specifications, unit.body, unit.contains], false, found);
  return found;
}

type Node = { k?: string; at: Position } & Record<string, unknown>;

function visit(part: unknown, allowed: boolean, found: MisplacedBoz[]): void {
  if (Array.isArray(part)) {
    for (const one of part) visit(one, allowed, found);
    return;
  }
  if (typeof part !== 'object' || part === null || part instanceof Set) return;
  const node = part as Node;
  if (node.k === 'boz') {
    const why = node.old ? "This BOZ constant has an obsolete form: write it as z'ff'." : PLACE;
    if (node.old || !allowed) found.push({ at: node.at, why });
    return;
  }
  if (node.k === 'ref') {
    const { parts } = node as unknown as { parts: { name: string; lists: { value?: unknown }[][] }[] };
    for (const { name, lists } of parts)
      for (const list of lists)
        for (const argument of list) {
          const isDirect = parts.length === 1 && TAKERS.test(name);
          const { value, ...rest } = argument;
          visit(value, isDirect, found);
          visit(Object.values(rest), false, found);
        }
    return;
  }
  for (const [key, inner] of Object.entries(node))
    visit(inner, (node.k === 'data' && key === 'sets') || (allowed && isWithinData(key)), found);
}

// Tests whether a part lies on the path from a DATA statement to its values.
function isWithinData(key: string): boolean {
  return key === 'values' || key === 'value';
}
