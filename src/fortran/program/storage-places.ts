// Where variables lie that share storage: COMMON and EQUIVALENCE.
import type { Sym } from './semantics.ts';

export interface CommonPlace {
  block: string;
  offset: number;
}

export interface EquivalencePlace {
  group: EquivalenceGroup;
  offset: number;
}

export interface EquivalenceGroup {
  cName: string;
  size: number;
  common?: string | undefined;
  members: Sym[];
}
