// A Fortran statement on its own, before blocks are built: the simple statements of the later tree, and the statements
// that open, divide and end blocks.

import type { Position } from '../../source/diagnostics.ts';
import type { Clause, Directive } from './openmp-directives.ts';
import type {
  Attributes,
  Binding,
  CaseRange,
  Entity,
  Expression,
  Locality,
  LoopControl,
  OpenMpData,
  ProcedureHeading,
  Statement,
  TypeHeading,
  TypeSpec,
} from './syntax-tree.ts';

type Opener =
  | { k: '+if'; condition: Expression; name?: string | undefined }
  | { k: '+elseif'; condition: Expression }
  | { k: '+else' }
  | {
      k: '+do';
      loop?: LoopControl | undefined;
      condition?: Expression | undefined;
      concurrent?: { loops: LoopControl[]; mask?: Expression | undefined; locality?: Locality | undefined };
      endLabel?: number | undefined;
      name?: string | undefined;
    }
  | { k: '+select-case'; value: Expression; name?: string | undefined }
  | { k: '+select-type'; associate?: string | undefined; value: Expression; name?: string | undefined }
  | { k: '+select-rank'; associate?: string | undefined; value: Expression; name?: string | undefined }
  | { k: '+rank'; rank: Expression | '*' | 'default' }
  | { k: '+case'; ranges?: CaseRange[] | undefined }
  | { k: '+guard'; guard: 'type' | 'class' | 'default'; type?: TypeSpec }
  | { k: '+where'; mask: Expression }
  | { k: '+elsewhere'; mask?: Expression | undefined }
  | { k: '+forall'; loops: LoopControl[]; mask?: Expression | undefined }
  | { k: '+associate'; items: { name: string; value: Expression }[]; name?: string | undefined }
  | { k: '+block'; name?: string | undefined }
  | { k: '+openmp'; directive: Directive; data: OpenMpData }
  | { k: '+critical' | '+change-team'; enter: Statement; name?: string | undefined }
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
