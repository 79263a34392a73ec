// Finds assignments whose value reads the target and must therefore be copied: the same variable, shared storage, or
// other elements.
import { calleeMayRead } from '../../analysis/calls/callee-reads.ts';
import { isOpen, isPointer, rootSymbol, storageRoot } from '../../program/symbols/designator.ts';
import { type MaybeTyped, Sym, type Typed } from '../../program/symbols/semantics.ts';
import { partsOfNode } from '../../program/walking/walk-typed.ts';

/** True if computing the value element by element could read elements that have already been assigned. */
export function mayOverlap(target: Typed, value: Typed): boolean {
  const root = rootSymbol(target);
  return !root || overlaps(root, target, value);
}

function overlaps(root: Sym, target: Typed, e: Typed): boolean {
  if ('base' in e) {
    // Subscripts may be read again for each element.
    if (subscriptsOf(e).some((s) => mentions(target, s))) return true;
    if (samePlace(target, e)) return false;
    const own = rootSymbol(e);
    if (!own) return true;
    return own === root ? e.rank > 0 : shareStorage(target, e);
  }
  const anyOverlaps = (parts: readonly MaybeTyped[]): boolean =>
    parts.some((part) => part && overlaps(root, target, part));
  switch (e.k) {
    case 'variable':
      return e.sym === root
        ? !(target.k === 'variable' && e.rank > 0) && !samePlace(target, e)
        : shareStorage(target, e);
    case 'unary':
    case 'convert':
    case 'paren':
    case 'binary':
    case 'complex':
      return anyOverlaps(partsOfNode(e));
    case 'intrinsic':
      if (!LAZY_OUT_OF_ORDER.has(e.name)) return anyOverlaps(e.arguments);
      return e.arguments.some((a) => a && mentions(target, a));
    case 'call':
      if (!e.target.procedure.elemental) return mayPointTo(target, e);
      return calleeMayRead(e.target, target) || anyOverlaps(e.arguments.map((a) => a?.value));
    default:
      return false;
  }
}

// Functions whose result at an index may depend on elements of their arguments at other indices.
const LAZY_OUT_OF_ORDER = new Set(
  'transpose cshift eoshift spread reshape pack unpack maxloc minloc sum product maxval minval any all count'.split(
    ' ',
  ),
);

/** True if a value refers to the target's variable anywhere other than at the assigned element itself. */
export function readsOtherElements(target: Typed, value: Typed): boolean {
  return rootSymbol(target) === undefined || (!samePlace(target, value) && mentions(target, value));
}

/** True if a value reads the target's variable or storage that the target may share. */
export function mentions(target: Typed, e: Typed): boolean {
  if ((e.k === 'variable' || 'base' in e) && shareStorage(target, e)) return true;
  if (e.k === 'call' && (mayPointTo(target, e) || calleeMayRead(e.target, target))) return true;
  return Object.values(e)
    .flat()
    .some((v) => v && typeof v === 'object' && mentionsAny(target, v));
}

function mentionsAny(target: Typed, v: object): boolean {
  // A symbol here is the variable of an implied DO, which is a separate variable even if it has the same name as the
  // target.
  if (v instanceof Sym) return false;
  if ('value' in v && v.value && typeof v.value === 'object') return mentionsAny(target, v.value);
  return 'k' in v && mentions(target, v as Typed);
}

// The result of a function may be a pointer to the target.
function mayPointTo(target: Typed, result: Typed): boolean {
  return isPointer(result) && isOpen(target);
}

function subscriptsOf(e: Typed): Typed[] {
  if (!('base' in e)) return [];
  const isSelected = e.k === 'element' || e.k === 'section';
  const own = isSelected ? partsOfNode(e).filter((part) => part !== undefined && part !== e.base) : [];
  return [...own, ...subscriptsOf(e.base)] as Typed[];
}

function shareStorage(a: Typed, b: Typed): boolean {
  const [one, other] = [storageRoot(a), storageRoot(b)];
  if (one === other) return true;
  const groups = [one, other].map((root) => root?.storage.equivalence?.group);
  if (groups[0] && groups[1]) return groups[0] === groups[1];
  return isOpen(a) && isOpen(b);
}

// The same designator on both sides: each element is read before it is written.
function samePlace(a: Typed, b: Typed): boolean {
  if (a.k !== b.k) return false;
  return placeKey(a) === placeKey(b);
}

function placeKey(e: Typed): string {
  switch (e.k) {
    case 'variable':
      return `v${e.sym.scope.cPrefix}${e.sym.name}${e.sym.at}`;
    case 'component':
      return `${placeKey(e.base)}%${e.component.name}`;
    case 'const':
      return String(e.value);
    case 'element':
      return `${placeKey(e.base)}(${e.subscripts.map(placeKey).join()})`;
    case 'section':
      return `${placeKey(e.base)}(${e.subscripts.map((s) => (s.k === 'range' ? `${s.low ? placeKey(s.low) : ''}:${s.high ? placeKey(s.high) : ''}:${s.step ? placeKey(s.step) : ''}` : s.k === 'vector' ? String(Math.random()) : placeKey(s.value))).join()})`;
    case 'binary':
      return `(${placeKey(e.left)}${e.op}${placeKey(e.right)})`;
    case 'unary':
      return `${e.op}${placeKey(e.operand)}`;
    default:
      return `?${Math.random()}`;
  }
}
