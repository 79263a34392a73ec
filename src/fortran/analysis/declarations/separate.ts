// Checks that the body of a MODULE procedure in a submodule agrees with the interface in its ancestor.
import { resultTypeOf } from '../../program/declarations/resolve.ts';
import type { Procedure } from '../../program/symbols/semantics.ts';
import { refuse } from '../../source/diagnostics.ts';
import { interfaceFault } from '../calls/interfaces.ts';

/** Throws if a separate body differs from its interface. */
export function checkSeparate(procedure: Procedure): void {
  const { declared, unit, name, at } = procedure;
  if (!declared || !unit || unit.heading?.k === 'module-procedure') return;
  const fault = headingFault(declared, procedure);
  if (fault) refuse(at, `"${name}" differs from its interface: ${fault}.`);
}

// True if a procedure's heading contains this prefix. ELEMENTAL implies PURE unless the procedure is IMPURE.
function saysOf({ unit }: Procedure, word: string): boolean {
  const words = unit?.heading?.prefix.words;
  if (!words) return false;
  return words.has(word) || (word === 'pure' && words.has('elemental') && !words.has('impure'));
}

function headingFault(declared: Procedure, own: Procedure): string | undefined {
  for (const word of ['elemental', 'pure', 'recursive', 'non_recursive']) {
    const [a, b] = [declared, own].map((p) => saysOf(p, word));
    if (a !== b) return `${word.toUpperCase()} is in only one of the two declarations`;
  }
  const bound = [declared, own].map((p) => (p.bindC ? p.bindName : undefined));
  if (bound[0] !== bound[1]) return 'their C names differ';
  const names = own.dummies.findIndex(
    (d, i) => d && declared.dummies[i] && d.name !== declared.dummies[i]!.name,
  );
  if (own.dummies.length === declared.dummies.length && names >= 0)
    return `its argument "${own.dummies[names]!.name}" is called "${declared.dummies[names]!.name}" in the interface`;
  if (own.isFunction && declared.isFunction) {
    resultTypeOf(declared);
    resultTypeOf(own);
  }
  return interfaceFault(declared, own);
}
