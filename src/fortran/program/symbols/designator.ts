// Properties of designators: a designator refers to storage, has a root, and may be a pointer or allocatable.
import type { Sym, Typed } from './semantics.ts';

export type Node<K extends Typed['k']> = Extract<Typed, { k: K }>;

/** True if a node refers to storage, so that it can be assigned or passed by reference. */
export function isDesignator(e: Typed): boolean {
  switch (e.k) {
    case 'variable':
      return e.sym.k !== 'constant';
    case 'component':
    case 'element':
    case 'section':
    case 'substring':
    case 'part':
    case 'narrow':
      return isDesignator(e.base);
    case 'raw':
      return e.lvalue;
    default:
      return false;
  }
}

/** The symbol at the root of a designator. */
export function rootSymbol(e: Typed): Sym | undefined {
  let node = e;
  while (
    node.k === 'component' ||
    node.k === 'element' ||
    node.k === 'section' ||
    node.k === 'substring' ||
    node.k === 'part' ||
    node.k === 'narrow'
  ) {
    node = node.base;
  }
  return node.k === 'variable' ? node.sym : undefined;
}

/** True if a node is a pointer. */
export function isPointer(e: Typed): boolean {
  if (e.k === 'variable') return e.sym.pointer;
  if (e.k === 'component') return e.component.pointer;
  if (e.k === 'call') return e.target.procedure.result?.pointer === true;
  if (e.k === 'narrow') return isPointer(e.base);
  return false;
}

/** True if a node is allocatable. */
export function isAllocatable(e: Typed): boolean {
  if (e.k === 'variable') return e.sym.allocatable;
  if (e.k === 'component') return e.component.allocatable && !e.component.sizes;
  if (e.k === 'narrow') return isAllocatable(e.base);
  return false;
}

/** True if a designator is a target, or part of a target, or is accessed through a pointer. */
export function throughPointerOrTarget(e: Typed): boolean {
  if (isPointer(e)) return true;
  if (e.k === 'variable') return e.sym.has('target');
  if (
    e.k === 'component' ||
    e.k === 'element' ||
    e.k === 'section' ||
    e.k === 'substring' ||
    e.k === 'narrow'
  )
    return throughPointerOrTarget(e.base);
  return false;
}

/** True if a designator goes through a pointer component, so that its root is not changed. */
export function throughPointer(e: Typed): boolean {
  if (e.k === 'component') return e.component.pointer || throughPointer(e.base);
  if (e.k === 'element' || e.k === 'section' || e.k === 'substring' || e.k === 'narrow' || e.k === 'part')
    return throughPointer(e.base);
  return false;
}
