// The state of printing: one Printer for the C file, and one Emitter for each C function.

import type { ArrayValue, Layout } from '../../program/c/c-arrays.ts';
import type { CharactersC } from '../../program/c/c-text.ts';
import { freshNumber } from '../../program/symbols/names.ts';
import type {
  EquivalenceGroup,
  MaybeTyped,
  Node,
  Procedure,
  Program,
  Scope,
  Sym,
  Typed,
} from '../../program/symbols/semantics.ts';
import type { Construct, TypedBody, TypedStatement } from '../../program/walking/typed-statements.ts';
import type { Position } from '../../source/diagnostics.ts';
import { fileOf, lineOf } from '../../source/diagnostics.ts';
import { type Arena, type Block, type Branch, type CNode, linesOf, newBlock } from './c-tree.ts';

/** A variable or constant that is declared outside functions. */
export interface Memory {
  /** The declaration, including its storage class, such as `static int32_t K3[2]`. */
  readonly declaration: string;
  /** Text after the `=`. */
  readonly value?: string | undefined;
  /**
   * For a pointer to a frame: the structure that the pointer needs, and the names through which functions access its
   * members.
   */
  readonly frame?:
    | { readonly before: readonly string[]; readonly macros: ReadonlyMap<string, string> }
    | undefined;
}

/** Collects the parts of the C file in the order that C requires. */
export class Printer {
  readonly program: Program;
  readonly types: string[] = [];
  readonly prototypes: string[] = [];
  /** Declarations outside functions; each may use only earlier ones. */
  readonly memory: Memory[] = [];
  /** The lines of each function. */
  readonly functions: string[][] = [];
  /** The names of functions that initialise static data before the program starts. */
  readonly initialisers: string[] = [];
  /** Functions that compute constants. They run before all others, because initial values are built from constants. */
  readonly constantInitialisers: string[] = [];
  /** Functions for DATA, which run last. */
  readonly dataInitialisers: string[] = [];
  /** The C names of variables and constants used so far. */
  readonly names = new Map<Sym, string>();
  /** Variables declared outside their C function because internal procedures also use them. */
  readonly shared = new Set<Sym>();
  /** The static memory of EQUIVALENCE groups that are not in COMMON. */
  readonly groups = new Map<EquivalenceGroup, string>();
  /** Structures that are given the initial values of their types before the DATA values. */
  readonly begun = new Set<Sym>();
  /** Character variables that DATA sets only partially. */
  readonly blanked = new Set<Sym>();
  readonly declared = new Set<string>();
  readonly wrappers = new Map<string, string>();
  /**
   * For BIND(C) procedures whose arguments C and Fortran pass differently: the functions through which they are called.
   */
  readonly passages = new Map<Procedure, string>();
  /** For procedures with frames: the C names of those internal procedures that are passed on. */
  readonly closures = new Map<Procedure, Set<string>>();
  /**
   * True if a TRANSFER reads a polymorphic value, in which case each type needs a function that omits the pointers to
   * tables.
   */
  stripsAny = false;
  /** True if the main program is in Fortran. */
  hasMain = false;
  /** Rows of the variables table. */
  readonly variables: PrintedVariable[] = [];

  /** Program units and procedures, without their declarations. */
  readonly bodies: ReadonlyMap<Scope, TypedBody>;
  /** Printers for expressions, which may contain expressions, and for statements, which constructs contain. */
  readonly expressions: Expressions;

  constructor(program: Program, bodies: ReadonlyMap<Scope, TypedBody>, expressions: Expressions) {
    this.program = program;
    this.bodies = bodies;
    this.expressions = expressions;
  }

  /** Returns a new, unique name. */
  fresh(prefix = 'T'): string {
    return `${prefix}${freshNumber(this.program)}`;
  }

  /** Adds a variable or constant outside functions. */
  keep(declaration: string, value?: string, frame?: Memory['frame']): void {
    this.memory.push({ declaration, value, frame });
  }

  /** Adds a prototype only once. */
  prototype(name: string, text: string): void {
    if (this.declared.has(name)) return;
    this.declared.add(name);
    this.prototypes.push(text);
  }
}

/**
 * Clears memory without being reported as a store, because src/reference/program/watch-stores.ts ignores functions with
 * such names.
 */
export const QUIET_CLEAR = '__ux_clear';

/** A loop or block that CYCLE and EXIT can refer to. */
export interface OpenConstruct {
  construct: Construct;
  cycleLabel: string;
  exitLabel: string;
  cycleUsed: boolean;
  exitUsed: boolean;
  /** Number of BLOCK constructs around the loop or block. */
  blocks: number;
}

/** Context of a statement or an expression; `Emitter.with` changes it for the parts inside. */
interface Context {
  /** The scope in which names are looked up. */
  readonly scope: Scope;
  /** The current statement, which messages from the run-time library refer to. */
  readonly statementAt: Position;
  /** True for an assignment in the program, which calls the procedures that component types bind to assignment(=). */
  readonly assigning: boolean;
  /** True if the assigned object is new and has no value yet to finalise. */
  readonly isNew: boolean;
  /** An expression whose parts will be stored elsewhere and must therefore not be destroyed after the statement. */
  readonly taken: MaybeTyped;
  /** Constructs that CYCLE and EXIT can refer to, outermost first. */
  readonly constructs: readonly OpenConstruct[];
  /** Marks for the open BLOCK constructs (open-construct.ts). */
  readonly blocks: readonly string[];
  /** C statements that release the automatic storage; printed before control leaves the procedure or BLOCK */
  readonly cleanups: string[];
  /** C names of statement function parameters and loop variables */
  readonly bindings: ReadonlyMap<Sym, string>;
}

/** Parts of a C function that any of its statements may add to. */
interface FunctionParts {
  /** The block that receives the next line. */
  block: Block;
  /** True if the function has input or output statements, which share a control block. */
  usesIo: boolean;
  /** True if a statement jumps to the end of the procedure. */
  exitUsed: boolean;
  /** For a procedure with frames: the variables that each call shares with its internal procedures. */
  readonly frame: { type: string; name: string; suffix: string }[];
}

/** Prints one C function, or a part of it in a particular context. */
export class Emitter implements Context {
  readonly printer: Printer;
  readonly program: Program;
  readonly procedure: Procedure | undefined;
  readonly parts: FunctionParts;
  readonly scope: Scope;
  readonly statementAt: Position;
  readonly assigning: boolean = false;
  readonly isNew: boolean = false;
  readonly taken: MaybeTyped = undefined;
  readonly constructs: readonly OpenConstruct[] = [];
  readonly blocks: readonly string[] = [];
  readonly cleanups: string[] = [];
  readonly bindings: ReadonlyMap<Sym, string> = new Map();

  constructor(printer: Printer, scope: Scope, procedure?: Procedure) {
    this.printer = printer;
    this.program = printer.program;
    this.scope = scope;
    this.procedure = procedure;
    this.statementAt = procedure?.at ?? 0;
    this.parts = { block: newBlock(), usesIo: false, exitUsed: false, frame: [] };
  }

  /** The same function, in a different context. */
  with(changes: Partial<Context>): Emitter {
    return Object.assign(Object.create(Emitter.prototype) as Emitter, this, changes);
  }

  /** The same function, with these C names for symbols. */
  bind(names: Iterable<readonly [Sym, string]>): Emitter {
    return this.with({ bindings: new Map([...this.bindings, ...names]) });
  }

  /** True in the main program, which has no procedure. */
  get isMain(): boolean {
    return !this.procedure && this.scope.host.unit?.k === 'program';
  }

  /** The arena for the temporaries at this point. */
  get arena(): Arena {
    return this.parts.block.arena;
  }

  line(text: string): void {
    this.parts.block.nodes.push(text);
  }

  /** Adds a part, unless it is an empty block without braces. */
  add(node: CNode): void {
    const { nodes } = this.parts.block;
    if (typeof node === 'string' || node.k !== 'block' || node.nodes.length > 0) nodes.push(node);
    else if (node.braces === 'always' || node.mark) nodes.push(node);
  }

  into<T>(block: Block, print: () => T): T {
    const outer = this.parts.block;
    this.parts.block = block;
    try {
      return print();
    } finally {
      this.parts.block = outer;
    }
  }

  /** Prints into a new block, which the caller has to add. */
  capture(print: () => void): Block {
    const block = newBlock(this.arena);
    this.into(block, print);
    return block;
  }

  /** Prints a block in braces after its head, such as `for (;;)`, or without a head. */
  inBraces(head: string, print: () => void): void {
    this.add({ ...this.capture(print), head, braces: 'always' });
  }

  /** Prints parts under a condition, or unconditionally if no condition is given. */
  under(condition: string | undefined, print: () => void): void {
    if (condition === undefined) print();
    else this.inBraces(`if (${condition})`, print);
  }

  /** Adds alternative blocks, only one of which is executed. */
  choose(branches: readonly Branch[]): void {
    if (branches.length > 0) this.add({ k: 'choice', branches });
  }

  /** The function's lines so far. */
  lines(): string[] {
    return linesOf(this.parts.block);
  }

  /** Declares a variable of the program and sets all its bytes to zero. */
  declareZeroed(type: string, name: string): void {
    if (!this.program.options.listVariables) this.line(`${type} ${name} = 0;`);
    else this.line(`${type} ${name}; ${QUIET_CLEAR}(&${name}, sizeof ${name});`);
  }

  /** Declares a C variable for this statement and gives it a value. */
  temporary(type: string, value: string): string {
    const name = this.printer.fresh();
    this.line(`${type} ${name} = ${value};`);
    return name;
  }

  /** A temporary that points to memory in the arena, which is freed when the C function returns. */
  inArena(type: string, value: string): string {
    this.arena.used = true;
    return this.temporary(type, value);
  }

  /** A copy of characters in the arena. */
  duplicate({ p, n }: CharactersC): { p: string; n: string } {
    const length = this.once('int32_t', n);
    return { p: this.inArena('char *', `f_duplicate(${p}, ${length})`), n: length };
  }

  /** A value that can be used repeatedly: a temporary, unless the value is already a number or a name. */
  once(type: string, value: string): string {
    if (/^-?[\w.]+$/.test(value)) return value;
    return this.temporary(type, value);
  }

  /** Stores a value in a variable for this statement; returns a pointer to the variable. */
  temporaryPointer(type: string, value: string): string {
    return `(&${this.temporary(type, value)})`;
  }

  /** An integer value that is fixed before a loop. Named variables are copied, because the loop may change them. */
  fixed(value: string): string {
    if (/^-?\d+$/.test(value) || /^T\d+$/.test(value)) return value;
    return this.temporary('const int32_t', value);
  }

  statements(list: readonly TypedStatement[]): void {
    this.printer.expressions.statements(this, list);
  }

  /** The directive that records the line of a statement in the debug information. */
  lineDirective(at: Position): string {
    return `#line ${lineOf(at)} ${JSON.stringify(this.program.diagnostics.files[fileOf(at)] ?? '')}`;
  }
}

/** Printers for statements, for each kind of expression, and for parts that expressions need. */
export interface Expressions {
  statements(em: Emitter, list: readonly TypedStatement[]): void;
  scalar(em: Emitter, e: Typed): string;
  chars(em: Emitter, e: Typed): CharactersC;
  lvalue(em: Emitter, e: Typed): string;
  arrayValue(em: Emitter, e: Typed): ArrayValue;
  materialise(em: Emitter, e: Typed): Layout;
  transformArray(em: Emitter, e: Node<'intrinsic'>): ArrayValue;
  constructArray(em: Emitter, e: Node<'array'>): Layout;
  callValue(em: Emitter, e: Node<'call'>): string;
  callArray(em: Emitter, e: Node<'call'>): Layout;
  callSubroutine(em: Emitter, e: Node<'call'>): string | undefined;
  characterLength(em: Emitter, e: Typed): string;
  dynamicType(em: Emitter, e: Typed): string;
  printConstant(em: Emitter, name: string, value: Node<'const-array'>): void;
  printConstantStructure(em: Emitter, symbol: Sym): string;
  startupOfConstant(em: Emitter, scope: Scope, print: (init: Emitter) => void): void;
  fill(em: Emitter, layout: Layout, value: ArrayValue): void;
  assignToArray(em: Emitter, place: Typed, value: Typed): void;
  copyOf(em: Emitter, value: ArrayValue): Layout;
  keepingLengths(em: Emitter, target: Typed, value: Typed, print: () => void): void;
}

export interface PrintedVariable {
  readonly symbol: Sym;
  readonly cFunction: string;
}
