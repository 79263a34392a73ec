// Finds procedures that may be re-entered, with or without RECURSIVE, through dummy procedures, pointers, bindings and
// other procedures. This requires the whole program. The variables that such a procedure shares with its internal
// procedures belong to a single call, as in a recursive procedure.

import type { CallGraph, Procedure, Program, Scope } from '../symbols/semantics.ts';
import type { CallNode } from './typed-statements.ts';

/** A call through a pointer counts as a call to every possible target. */
export class NotedCalls implements CallGraph {
  readonly #edges = new Map<string, Set<string>>();

  note(scope: Scope, e: CallNode): void {
    const from = scope.host.procedure?.cName;
    if (from !== undefined) this.add(from, calledNode(e));
  }

  /**
   * Records a procedure whose address is taken. A call through a pointer may reach it if the number of arguments
   * matches.
   */
  handOn(procedure: Procedure): void {
    if (procedure.implicitInterface) this.add(ANY_POINTER, procedure.cName);
    else this.add(pointerNode(procedure.dummies.length), procedure.cName);
  }

  add(from: string, to: string): void {
    const known = this.#edges.get(from);
    if (known) known.add(to);
    else this.#edges.set(from, new Set([to]));
  }

  isReentered(cName: string, defined: ReadonlySet<string>): boolean {
    const seen = new Set<string>();
    const open = [cName];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      for (const to of this.#next(from, defined)) {
        if (to === cName) return true;
        if (seen.has(to)) continue;
        seen.add(to);
        open.push(to);
      }
    }
    return false;
  }

  // An unknown procedure, such as a C function, may call any procedure that was passed as an argument.
  #next(from: string, defined: ReadonlySet<string>): readonly string[] {
    const to = [...(this.#edges.get(from) ?? [])];
    if (from.startsWith(POINTER)) return [...to, ANY_POINTER];
    if (from.startsWith(BINDING) || from === UNASKED || defined.has(from)) return to;
    return [...to, ...[...this.#edges.keys()].filter((key) => key.startsWith(POINTER))];
  }
}

const POINTER = '*';
const ANY_POINTER = '*any';
const BINDING = '%';
const UNASKED = '=';

function pointerNode(count: number): string {
  return `${POINTER}${count}`;
}

function calledNode({ target, arguments: list }: CallNode): string {
  const { procedure } = target;
  if (target.k === 'bound') return `${BINDING}${target.binding.name}`;
  if (target.k === 'pointer')
    return pointerNode(procedure.implicitInterface ? list.length : procedure.dummies.length);
  return procedure.cName;
}

/** Finds procedures that have internal procedures and may be re-entered, once all statements are typed. */
export function markReentered(program: Program, scopes: readonly Scope[]): void {
  const outer = [...scopes.flatMap((s) => s.children), ...program.externals.values()].filter((p) => p.unit);
  const hosts = outer.filter((p) => p.scope.children.length > 0);
  if (hosts.length === 0) return;
  const { calls } = program;
  const procedures = [...outer, ...outer.flatMap((p) => p.scope.children)];
  for (const procedure of procedures) {
    calls.add(procedure.cName, UNASKED);
    for (const entry of procedure.entries) calls.add(entry.cName, procedure.cName);
  }
  addTypes(program);
  const defined = new Set(procedures.flatMap((p) => [p, ...p.entries]).map((p) => p.cName));
  for (const host of hosts) host.reentered = !host.recursive && calls.isReentered(host.cName, defined);
  program.hasClosures = hosts.some((host) => host.recursive || host.reentered);
}

// Adds bindings, and procedures that assign, transfer and destroy objects, because no statement names these.
function addTypes({ calls, types }: Program): void {
  for (const { bindings, finals } of types) {
    for (const { k, name, procedure, specifics } of bindings) {
      if (procedure) calls.add(`${BINDING}${name}`, procedure.cName);
      if (k === 'generic' && /^(assignment|read|write)\(/.test(name))
        for (const specific of specifics) calls.add(UNASKED, `${BINDING}${specific}`);
    }
    for (const { procedure } of finals) if (procedure) calls.add(UNASKED, procedure.cName);
  }
}
