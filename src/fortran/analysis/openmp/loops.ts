// Loops of an OpenMP directive: COLLAPSE and ORDERED specify how many there are, and the loops must be directly nested.
// Their iteration counts must be known before they start (OpenMP 5.1, 2.11.1), and control may leave them only at the
// end.
import { refuse, throwFault } from '../../source/diagnostics.ts';
import { type Directive, isLoopRegion } from '../../syntax/tree/openmp-directives.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { mentions } from '../../syntax/tree/walk-statements.ts';
import type { Directed } from './nesting.ts';

type Do = Extract<Statement, { k: 'do' }>;

/** Throws if the loops after a directive cannot be divided among threads. */
export function checkLoops(s: Directed): void {
  if (s.k !== 'openmp' || !isLoopRegion(s.directive.name)) return;
  const name = s.directive.name.toUpperCase();
  const loops: Do[] = [];
  let body: readonly Statement[] = s.body;
  for (let left = countOf(s); left > 0; left--) {
    const loop = body.find((one) => one.k !== 'continue' && one.k !== 'directive');
    const change = body.find((one) => one.k === 'directive' && /^(tile|unroll)$/.test(one.directive.name));
    if (change?.k === 'directive') {
      throwFault(change.at, madeFault(name, change.directive, left));
      return;
    }
    // A nested OpenMP region either generates the loops or checks the loop that belongs to it.
    if (loop?.k === 'openmp') return;
    const isAlone = body.every((one) => one === loop || one.k === 'continue' || one.k === 'directive');
    if (loop?.k !== 'do' || !isAlone) {
      if (loop?.k === 'do-concurrent') refuse(loop.at, `The loop of ${name} cannot be DO CONCURRENT.`);
      refuse(loop?.at ?? s.at, `${name} needs ${countOf(s)} directly nested DO loops.`);
    }
    checkLoop(loop, loops, name);
    loops.push(loop);
    body = loop.body;
  }
  checkJumps(loops, name);
}

/** Throws if TILE or UNROLL is not followed by a suitable loop nest. */
export function checkTransformation({ directive, at }: Directed, behind: readonly Statement[]): void {
  if (directive.name !== 'tile' && directive.name !== 'unroll') return;
  const name = directive.name.toUpperCase();
  const sizes = directive.clauses.find((c) => c.name === 'sizes')?.text?.split(',');
  if (name === 'TILE' && !sizes) refuse(at, 'TILE needs SIZES.');
  if (sizes?.some((size) => /^(-\d+|0+)$/.test(size))) refuse(at, 'The sizes of TILE must be positive.');
  const outer: Do[] = [];
  let body = behind;
  for (let left = sizes?.length ?? 1; left > 0; left--) {
    const loop = body.find((one) => one.k !== 'continue');
    // A nested TILE or UNROLL turns its loops into a nest of the same depth.
    if (outer.length === 0 && loop?.k === 'directive' && /^(tile|unroll)$/.test(loop.directive.name)) {
      throwFault(at, madeFault(name, loop.directive, sizes?.length ?? 1));
      return;
    }
    const isAlone = outer.length === 0 || body.every((one) => one === loop || one.k === 'continue');
    if (loop?.k !== 'do' || !loop.loop || !isAlone)
      refuse(loop?.at ?? at, `${name} needs ${sizes?.length ?? 1} directly nested DO loops.`);
    const { first, last, step } = loop.loop;
    for (const one of outer)
      for (const bound of [first, last, step])
        if (bound && mentions(bound, one.loop!.variable))
          refuse(
            bound.at,
            `A loop bound in ${name} cannot use "${one.loop!.variable}", the variable of an enclosing loop.`,
          );
    outer.push(loop);
    body = loop.body;
  }
}

function madeFault(name: string, { name: inner, clauses }: Directive, wanted: number): string | undefined {
  const made = inner === 'tile' ? (clauses.find((c) => c.name === 'sizes')?.text?.split(',').length ?? 1) : 1;
  const isPartial = clauses.some((c) => c.name === 'partial');
  if (inner === 'unroll' && !isPartial)
    return `${name} needs a loop, but UNROLL without PARTIAL leaves none.`;
  if (made < wanted)
    return `${name} needs ${wanted} DO loops, but the directive that follows generates only ${made}.`;
  return undefined;
}

function countOf({ directive }: Directed): number {
  const counts = directive.clauses
    .filter((c) => c.name === 'collapse' || c.name === 'ordered')
    .map((c) => Number(c.text ?? 1));
  return Math.max(1, ...counts.filter((n) => Number.isInteger(n)));
}

function checkLoop(loop: Do, outer: readonly Do[], name: string): void {
  if (!loop.loop)
    refuse(loop.at, `The loop of ${name} must be a counted loop, not DO WHILE or an endless DO.`);
  const { variable, step, first, last } = loop.loop;
  if (outer.some((one) => one.loop!.variable === variable))
    refuse(loop.loop.at, `"${variable}" is the variable of two loops in ${name}.`);
  for (const one of outer) {
    const own = one.loop!.variable;
    if (step && mentions(step, own))
      refuse(step.at, `The step of a loop in ${name} cannot depend on "${own}".`);
    if (mentions(one.loop!.first, variable) || mentions(one.loop!.last, variable))
      refuse(one.at, `A loop bound in ${name} cannot use "${variable}", the variable of an inner loop.`);
  }
  for (const bound of [first, last])
    if (outer.filter((one) => mentions(bound, one.loop!.variable)).length > 1)
      refuse(bound.at, `A loop bound in ${name} can depend on only one enclosing loop.`);
}

// Rejects EXIT from any of the loops, and CYCLE in all but the innermost.
function checkJumps(loops: readonly Do[], name: string): void {
  const visit = (
    statements: readonly Statement[],
    own: readonly (Statement & { name?: string | undefined })[],
  ): void => {
    for (const s of statements) {
      if (s.k === 'exit' || s.k === 'cycle') checkJump(s, own);
      const inner = isLoop(s) ? [...own, s] : own;
      if ('body' in s && Array.isArray(s.body)) visit(s.body, inner);
      if (s.k === 'if') for (const b of s.branches) visit(b.body, own);
      if (s.k === 'select-case' || s.k === 'select-type' || s.k === 'select-rank')
        for (const c of s.cases) visit(c.body, own);
    }
  };
  const checkJump = (
    s: Extract<Statement, { k: 'exit' | 'cycle' }>,
    own: readonly (Statement & { name?: string | undefined })[],
  ): void => {
    const target = s.name === undefined ? own.at(-1) : own.find((one) => one.name === s.name);
    if (target ? !loops.includes(target as Do) : s.name === undefined) return;
    if (s.k === 'exit' && target) refuse(s.at, `EXIT cannot leave a loop of ${name}.`);
    if (s.k === 'cycle' && target !== loops.at(-1))
      refuse(s.at, `CYCLE can apply only to the innermost loop of ${name}.`);
  };
  visit([loops[0]!], []);
}

function isLoop(s: Statement): s is Do {
  return s.k === 'do' || s.k === 'do-concurrent';
}
