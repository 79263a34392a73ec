// Properties of designators: whether they refer to storage, what their root is, and whether they are pointers or
// allocatable.
import type { Sym, Typed } from './semantics.ts';

/** True if a node refers to storage, so that it can be assigned or passed by reference. */
export function isDesignator(e: Typed): boolean {
  if (e.k === 'variable') return e.sym.k !== 'constant';
  return e.k === 'raw' ? e.lvalue : 'base' in e && isDesignator(e.base);
}

export function rootSymbol(e: Typed): Sym | undefined {
  let node = e;
  while ('base' in node) node = node.base;
  return node.k === 'variable' ? node.sym : undefined;
}

export function isPointer(e: Typed): boolean {
  if (e.k === 'variable') return e.sym.pointer;
  if (e.k === 'component') return e.component.pointer;
  if (e.k === 'call') return e.target.procedure.result?.pointer === true;
  if (e.k === 'narrow') return isPointer(e.base);
  return false;
}

export function isAllocatable(e: Typed): boolean {
  if (e.k === 'variable') return e.sym.allocatable;
  if (e.k === 'component') return e.component.allocatable && !e.component.sizes;
  if (e.k === 'narrow') return isAllocatable(e.base);
  return false;
}

/** True if a designator is a target or part of a target, or is reached through a pointer. */
export function throughPointerOrTarget(e: Typed): boolean {
  if (isPointer(e)) return true;
  if (e.k === 'variable') return e.sym.has('target');
  return 'base' in e && e.k !== 'part' && throughPointerOrTarget(e.base);
}

/** True if a designator goes through a pointer component, which means that its root is not changed. */
export function throughPointer(e: Typed): boolean {
  if (e.k === 'component') return e.component.pointer || throughPointer(e.base);
  return 'base' in e && throughPointer(e.base);
}

/** The variable that a designator is part of: for a name in ASSOCIATE, the variable that the name stands for. */
export function storageRoot(e: Typed): Sym | undefined {
  const root = rootSymbol(e);
  return root?.association && isDesignator(root.association) ? storageRoot(root.association) : root;
}

/** True if the storage of a designator may also be reached by another name: through a pointer or as a target. */
export function isOpen(e: Typed): boolean {
  const root = rootSymbol(e);
  if (throughPointer(e) || root?.pointer || root?.has('target')) return true;
  return root?.association !== undefined && isOpen(root.association);
}
