// Fortran's syntax tree, which the parser builds and the analysis reads. Names are in lower case. A reference such as
// `a(1)%b(2:3)` remains a single node with parts and argument lists, because only the analysis can determine whether
// parentheses mean an element, a section, a substring, a call or a constructor.
import type { Position } from '../../source/diagnostics.ts';
import type { Directive } from './openmp-directives.ts';

export interface Argument {
  at: Position;
  keyword?: string | undefined;
  value?: Expression | undefined;
  /** `lo:hi:step`, with each part optional */
  range?: { low?: Expression; high?: Expression; step?: Expression | undefined };
  /** The label of an alternate return such as `*10`. */
  label?: number | undefined;
  /** written as %VAL(…) */
  byValue?: boolean;
}

export interface ReferencePart {
  name: string;
  at: Position;
  /** One argument list for each pair of parentheses. */
  lists: Argument[][];
  /** `[…]` after the name: cosubscripts, or cobounds in ALLOCATE */
  selector?: Bound[];
}

export type Expression =
  | { k: 'int'; at: Position; text: string; kind?: string | undefined; unsigned?: boolean }
  | { k: 'real'; at: Position; text: string; kind?: string | undefined }
  | { k: 'logical'; at: Position; value: boolean; kind?: string | undefined }
  | { k: 'string'; at: Position; text: string; kind?: string | undefined; hollerith?: boolean | undefined }
  /** `old`: written with X instead of Z, or with the letter after the digits */
  | { k: 'boz'; at: Position; digits: string; base: 2 | 8 | 16; old?: boolean }
  | { k: 'complex'; at: Position; re: Expression; im: Expression }
  | { k: 'ref'; at: Position; parts: ReferencePart[] }
  /** `bare`: written without parentheses after an operator */
  | { k: 'unary'; at: Position; op: string; operand: Expression; bare?: true | undefined }
  | { k: 'binary'; at: Position; op: string; left: Expression; right: Expression }
  | { k: 'paren'; at: Position; inner: Expression }
  /** `inElementOrder`: the values of an array of any rank, in sequence */
  | { k: 'array'; at: Position; type?: TypeSpec | undefined; items: Expression[]; inElementOrder?: boolean }
  | { k: 'implied-do'; at: Position; items: Expression[]; loop: LoopControl }
  /** `*` for an assumed format, unit or bound */
  | { k: 'star'; at: Position };

export type Reference = Extract<Expression, { k: 'ref' }>;

export interface LoopControl {
  variable: string;
  at: Position;
  type?: TypeSpec | undefined;
  first: Expression;
  last: Expression;
  step?: Expression | undefined;
}

export type CharLength = Expression | '*' | ':';

/** The value of a type parameter: `8`, `kind=8`, `n=*`, `:`. */
export interface TypeArgument {
  at: Position;
  keyword?: string | undefined;
  value: CharLength;
}

export type TypeSpec = { at: Position } & (
  | {
      k: 'intrinsic';
      base: 'integer' | 'unsigned' | 'real' | 'complex' | 'logical';
      kind?: Expression | undefined;
      bytes?: number;
      /** True if the type is written as TYPE(INTEGER) or the like. */
      asType?: boolean;
    }
  | { k: 'double'; complex: boolean }
  | { k: 'character'; length?: CharLength; kind?: Expression | undefined }
  | { k: 'derived'; name: string; polymorphic: boolean; parameters?: TypeArgument[] | undefined }
  /** CLASS(*), or the assumed type TYPE(*) */
  | { k: 'class-star'; assumed?: boolean }
);

export interface Bound {
  low?: Expression;
  high?: Expression | '*';
}

/** Bounds as written; `:` is a bound in which both parts are absent, and `..` is 'assumed-rank'. */
export type DimensionSpec = Bound[] | 'assumed-rank';

export interface Entity {
  name: string;
  at: Position;
  dimension?: DimensionSpec;
  codimension?: Bound[];
  length?: CharLength;
  initial?: Expression;
  /** True if the entity is initialised with `=>`. */
  pointer?: boolean;
  /** `/values/` after the name, as in old programs */
  data?: DataValue[];
}

export interface Attributes {
  dimension?: DimensionSpec;
  codimension?: Bound[];
  intent?: 'in' | 'out' | 'inout';
  bind?: Expression | true;
  access?: 'public' | 'private';
  /** The argument that receives the object, or false for NOPASS. */
  pass?: string | boolean;
  /** allocatable, pointer, target, optional, save, parameter, value, external, intrinsic, contiguous, … */
  words: Set<string>;
}

export interface DataValue {
  at: Position;
  repeat?: Expression;
  value: Expression;
}

export interface TypeComponent {
  at: Position;
  type?: TypeSpec | undefined;
  procedureInterface?: string | undefined;
  attributes: Attributes;
  entities: Entity[];
  /** For a component in a UNION: the numbers of the enclosing unions and maps, outermost first. */
  overlay?: readonly number[];
}

export interface Binding {
  at: Position;
  k: 'procedure' | 'generic' | 'final';
  name: string;
  targets: string[];
  interfaceName?: string | undefined;
  attributes: Attributes;
}

export interface UseItem {
  local: string;
  remote: string;
  at: Position;
}

export interface ProcedurePrefix {
  type?: TypeSpec | undefined;
  words: Set<string>;
  /** A word that occurs twice, for the error message. */
  repeated?: string;
}

export interface ProcedureHeading {
  at: Position;
  k: 'function' | 'subroutine' | 'module-procedure';
  name: string;
  /** The names of the arguments; `*` is an alternate return. */
  arguments: string[];
  prefix: ProcedurePrefix;
  result?: string;
  bind?: Expression | true;
}

export interface InterfaceBlock {
  abstract: boolean;
  /** name, `operator(+)`, `assignment(=)` */
  generic?: string;
  bodies: ProgramUnit[];
  /** `ofModule` if listed in MODULE PROCEDURE */
  procedures: { name: string; at: Position; ofModule?: boolean }[];
  /** PROCEDURE without MODULE */
  plain?: boolean;
  /** PROCEDURE or MODULE PROCEDURE is followed by `::` */
  separated?: boolean;
}

export type Control = { keyword?: string | undefined; value: Expression; at: Position };

interface Labelled {
  at: Position;
  label?: number | undefined;
}

/** The first line of a type definition. */
export interface TypeHeading {
  name: string;
  /** The names of the type parameters. */
  parameters?: string[];
  extends?: string;
  abstract: boolean;
  access?: 'public' | 'private';
  bind: boolean;
}

export type SpecificationStatement = Labelled &
  (
    | { k: 'declaration'; type: TypeSpec; attributes: Attributes; entities: Entity[] }
    | { k: 'attribute'; attributes: Attributes; entities: Entity[]; commons?: string[] }
    | {
        k: 'parameter';
        items: { name: string; at: Position; value: Expression }[];
        bare?: boolean | undefined;
      }
    | {
        k: 'implicit';
        none: boolean;
        rules: { type: TypeSpec; letters: [string, string][] }[];
        /** NONE is followed by a list */
        listed?: boolean;
        /** NONE(EXTERNAL): procedures must be declared as well */
        externals?: boolean | undefined;
      }
    | { k: 'data'; sets: { targets: Expression[]; values: DataValue[] }[] }
    | { k: 'common'; blocks: { name: string; entities: Entity[] }[] }
    | { k: 'equivalence'; groups: Expression[][] }
    | { k: 'namelist'; groups: { name: string; items: string[] }[] }
    | {
        k: 'use';
        module: string;
        moduleAt: Position;
        only: boolean;
        items: UseItem[];
        intrinsic?: boolean | undefined;
      }
    | { k: 'import'; names: string[]; access?: 'only' | 'none' | 'all' }
    | { k: 'interface'; block: InterfaceBlock }
    | (TypeHeading & {
        k: 'type-definition';
        sequence: boolean;
        privateComponents: boolean;
        privateBindings?: boolean;
        components: TypeComponent[];
        bindings: Binding[];
        /** True if the type was written as a STRUCTURE, in which case its name includes slashes. */
        structure?: boolean;
        /** Structures defined inside the type. */
        nested?: (SpecificationStatement & { k: 'type-definition' })[];
        contains?: boolean;
        /** True if a single PROCEDURE statement lists several bindings. */
        bindingList?: boolean;
      })
    | { k: 'enum'; items: { name: string; at: Position; value?: Expression | undefined }[] }
    | {
        k: 'procedure-declaration';
        interfaceName?: string | undefined;
        type?: TypeSpec | undefined;
        attributes: Attributes;
        entities: Entity[];
      }
    | { k: 'access'; access: 'public' | 'private'; names: string[] }
    | { k: 'bind'; bind: Expression | true; names: string[] }
    | { k: 'cray-pointer'; pairs: { pointer: string; pointee: Entity }[] }
    | { k: 'entry'; heading: ProcedureHeading }
    | { k: 'format'; text: string }
    /** An OpenMP directive without a region, among declarations or statements. */
    | { k: 'directive'; directive: Directive }
  );

export interface OpenMpData {
  /** Variables whose values are restored after the region. */
  privates: string[];
  /**
   * Variables that start with the neutral element of the operator, and whose result is added to the original variable
   * after the region.
   */
  sums: { name: string; operator: string }[];
  /** Names listed in clauses that determine their roles. */
  named: Set<string>;
  /** Variables that no clause lists but that are still private to the region. */
  implicit?: 'scalars' | 'all';
  /** True if the variables of the DO loops are private. */
  ownLoops: boolean;
  /** The variable of the loop that the region divides among threads. */
  loop?: string | undefined;
}

export type CaseRange = { low?: Expression; high?: Expression; single?: Expression };

/** A construct, or a statement that refers to a construct by its name. */
export interface Named {
  name?: string | undefined;
}

export interface DoHead extends Named {
  loop?: LoopControl | undefined;
  condition?: Expression | undefined;
  endLabel?: number | undefined;
}

/** Indices of FORALL or DO CONCURRENT. */
export interface Indices {
  loops: LoopControl[];
  mask?: Expression | undefined;
}

/** Head of SELECT TYPE or SELECT RANK. */
export interface Selection extends Named {
  associate?: string | undefined;
  value: Expression;
}

export interface Associations extends Named {
  items: { name: string; value: Expression }[];
}

export type CaseHead = { ranges?: CaseRange[] | undefined };
export type TypeGuard = { guard: 'type' | 'class' | 'default'; type?: TypeSpec | undefined };
export type RankCase = { rank: Expression | '*' | 'default' };

/** Statements that a construct executes under a condition. */
export type Branch<Head> = Head & { at: Position; body: Statement[] };

export type ExecutableStatement = Labelled &
  (
    | { k: 'assignment'; target: Expression; value: Expression }
    | { k: 'pointer-assignment'; target: Expression; value: Expression }
    | { k: 'call'; target: Reference }
    | (Named & { k: 'if'; branches: Branch<{ condition?: Expression | undefined }>[] })
    | { k: 'arithmetic-if'; value: Expression; labels: [number, number, number] }
    | (DoHead & { k: 'do'; body: Statement[] })
    | (Indices & Named & { k: 'do-concurrent'; body: Statement[] })
    | (Named & { k: 'cycle' | 'exit' })
    | { k: 'goto'; to: number }
    | { k: 'computed-goto'; labels: number[]; value: Expression }
    | { k: 'assigned-goto'; variable: string; labels: number[] }
    | { k: 'assign-label'; to: number; variable: string }
    | { k: 'continue' }
    | { k: 'stop'; error: boolean; pause?: boolean; code?: Expression | undefined; quiet?: Expression }
    | { k: 'return'; value?: Expression | undefined }
    | (Named & { k: 'select-case'; value: Expression; cases: Branch<CaseHead>[] })
    | (Selection & { k: 'select-type'; cases: Branch<TypeGuard>[] })
    | (Selection & { k: 'select-rank'; cases: Branch<RankCase>[] })
    | (Associations & { k: 'associate'; body: Statement[] })
    | (Named & {
        k: 'block';
        specifications: SpecificationStatement[];
        body: Statement[];
        /** for CRITICAL and CHANGE TEAM, which no branch may leave */
        closed?: 'CRITICAL' | 'CHANGE TEAM';
        /** variables in the body of DO CONCURRENT */
        locality?: Locality;
      })
    | { k: 'openmp'; directive: Directive; data: OpenMpData; body: Statement[] }
    | { k: 'where'; branches: Branch<{ mask?: Expression | undefined }>[] }
    | (Indices & { k: 'forall'; body: Statement[] })
    | { k: 'allocate'; type?: TypeSpec | undefined; items: Reference[]; controls: Control[] }
    | { k: 'deallocate'; items: Reference[]; controls: Control[] }
    | { k: 'nullify'; items: Reference[] }
    | {
        k: 'io';
        verb:
          | 'read'
          | 'write'
          | 'print'
          | 'open'
          | 'close'
          | 'inquire'
          | 'rewind'
          | 'backspace'
          | 'endfile'
          | 'flush'
          | 'wait';
        controls: Control[];
        items: Expression[];
      }
  );

export type Statement = SpecificationStatement | ExecutableStatement;

export interface ProgramUnit {
  at: Position;
  k: 'program' | 'module' | 'submodule' | 'procedure' | 'block-data';
  name: string;
  /** For a submodule: its ancestor and, if it has one, its parent. */
  parent?: { ancestor: string; parent?: string } | undefined;
  heading?: ProcedureHeading;
  specifications: SpecificationStatement[];
  body: Statement[];
  contains: ProgramUnit[];
  /** Position of a CONTAINS that is not followed by any procedure. */
  emptyContainsAt?: Position;
  /** True if the source uses the kinds defined by the language, regardless of the flags. */
  languageKinds?: boolean;
  endAt: Position;
}

/** A variable that is named in a LOCAL or LOCAL_INIT locality spec of DO CONCURRENT. */
export interface LocalVariable {
  readonly at: Position;
  readonly name: string;
  readonly isInitial: boolean;
}

/** The roles that DO CONCURRENT gives to variables in its body. */
export interface Locality {
  locals: LocalVariable[];
  /** SHARED variables, as well as REDUCE variables with their operators. */
  shared: { at: Position; name: string; operator?: string }[];
  /** Position of DEFAULT(NONE), which requires that each variable has a role. */
  noneAt?: Position;
}
