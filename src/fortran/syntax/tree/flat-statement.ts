// A Fortran statement on its own, before blocks are built: the simple statements of the later tree, and the statements
// that open, divide and end blocks.

import type { Position } from '../../source/diagnostics.ts';
import type { Clause, Directive } from './openmp-directives.ts';
import type {
  Associations,
  Attributes,
  Binding,
  CaseHead,
  DoHead,
  Entity,
  Expression,
  Indices,
  Locality,
  Named,
  OpenMpData,
  ProcedureHeading,
  RankCase,
  Selection,
  Statement,
  TypeGuard,
  TypeHeading,
} from './syntax-tree.ts';

type Opener =
  | (Named & { k: '+if'; condition: Expression })
  | { k: '+elseif'; condition: Expression }
  | { k: '+else' }
  | (DoHead & {
      k: '+do';
      concurrent?: (Indices & { locality?: Locality | undefined }) | undefined;
    })
  | (Named & { k: '+select-case'; value: Expression })
  | (Selection & { k: '+select-type' })
  | (Selection & { k: '+select-rank' })
  | (RankCase & { k: '+rank' })
  | (CaseHead & { k: '+case' })
  | (TypeGuard & { k: '+guard' })
  | { k: '+where'; mask: Expression }
  | { k: '+elsewhere'; mask?: Expression | undefined }
  | (Indices & { k: '+forall' })
  | (Associations & { k: '+associate' })
  | (Named & { k: '+block' })
  | { k: '+openmp'; directive: Directive; data: OpenMpData }
  | (Named & { k: '+critical' | '+change-team'; enter: Statement })
  | { k: '+interface'; abstract: boolean; generic?: string }
  | ({ k: '+type' } & TypeHeading)
  | { k: '+structure'; name?: string | undefined; entities: Entity[] }
  | { k: '+union' | '+map' }
  | { k: '+enum' }
  | { k: '+enumerator'; items: { name: string; at: Position; value?: Expression }[] }
  | { k: '+bindings'; bindings: Binding[] }
  | { k: '+component-procedure'; interfaceName?: string; attributes: Attributes; entities: Entity[] }
  | { k: '+module-procedure'; names: { name: string; at: Position }[]; prefixed: boolean; separated: boolean }
  | { k: '+sequence' }
  | { k: '+contains' }
  | { k: '+program'; name: string }
  | { k: '+module'; name: string }
  | { k: '+submodule'; name: string; parent: { ancestor: string; parent?: string } }
  | { k: '+block-data'; name: string }
  | { k: '+procedure'; heading: ProcedureHeading }
  | { k: '+end'; what: string; name?: string | undefined; leave?: Statement; clauses?: Clause[] };

/** One parsed line. */
export type FlatStatement = Statement | (Opener & { at: Position; label?: number });
