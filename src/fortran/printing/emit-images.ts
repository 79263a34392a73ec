// Images: there is one, so that nobody is waited for and collective subroutines leave their argument as it is. Locks,
// events and teams are numbers.

import { coerce } from '../program/conversions.ts';
import type { IntrinsicNode, Typed } from '../program/semantics.ts';
import type { Cobound } from '../program/typed-statements.ts';
import { assign } from './emit-assign.ts';
import { descriptorCell, pointerCell } from './emit-designator.ts';
import { store } from './emit-store.ts';
import type { Emitter } from './emitter.ts';
import { lvalue, scalar } from './expressions.ts';

type Arguments = (Typed | undefined)[];
type Printer = (em: Emitter, args: Arguments) => void;

const done =
  (position: number): Printer =>
  (em, args) => {
    store(em, args[position], '0');
    em.line(';');
  };

// Changes an atomic variable; `old` is where its value goes before.
function change(em: Emitter, args: Arguments, op: string, old?: Typed): void {
  const [atom, value] = args;
  const right = em.temporary('int64_t', scalar(em, value!));
  store(em, old, lvalue(em, atom!));
  em.line(`${lvalue(em, atom!)} ${op}= ${right};`);
}

function atomics(): Record<string, Printer> {
  const printers: Record<string, Printer> = {};
  for (const [name, op] of Object.entries({ add: '+', and: '&', or: '|', xor: '^' })) {
    printers[`atomic_${name}`] = (em, args) => {
      change(em, args, op);
      store(em, args[2], '0');
    };
    printers[`atomic_fetch_${name}`] = (em, args) => {
      change(em, args, op, args[2]);
      store(em, args[3], '0');
    };
  }
  return printers;
}

function copy(em: Emitter, to: Typed, from: Typed): void {
  assign(em, to, coerce(from, to.type, from.at));
}

/** What the subroutines about images print. */
export const IMAGE_SUBROUTINES: Record<string, Printer> = {
  '%sync_all': done(0),
  '%sync_memory': done(0),
  '%sync_images': (em, args) => {
    if (args[0]?.rank === 0) em.line(`f_sync_image(${scalar(em, args[0])});`);
    done(1)(em, args);
  },
  '%sync_team': done(1),
  '%fail_image': (em) => em.line('f_exit(0);'),
  '%form_team': (em, args) => {
    em.line(`${lvalue(em, args[1]!)} = (int32_t)${scalar(em, args[0]!)};`);
    store(em, args[3], '0');
  },
  '%change_team': (em, args) => {
    em.line(`f_change_team(${lvalue(em, args[0]!)});`);
    store(em, args[1], '0');
  },
  '%end_team': (em, args) => {
    em.line('f_end_team();');
    store(em, args[0], '0');
  },
  '%lock': (em, args) => {
    const lock = em.temporary('int32_t *', `&${lvalue(em, args[0]!)}`);
    const free = em.temporary('int32_t', `f_lock(${lock}, ${args[1] || args[2] ? 1 : 0})`);
    store(em, args[1], free);
    store(em, args[2], args[1] ? '0' : `(${free} ? 0 : 1)`);
  },
  '%unlock': (em, args) => {
    em.line(`f_unlock(&${lvalue(em, args[0]!)}, ${args[1] ? 1 : 0});`);
    store(em, args[1], '0');
  },
  '%event_post': (em, args) => {
    em.line(`${lvalue(em, args[0]!)}++;`);
    store(em, args[1], '0');
  },
  '%event_wait': (em, args) => {
    em.line(`f_event_wait(&${lvalue(em, args[0]!)}, ${args[1] ? scalar(em, args[1]) : '1'});`);
    store(em, args[2], '0');
  },
  event_query: (em, args) => {
    store(em, args[1], lvalue(em, args[0]!));
    store(em, args[2], '0');
  },
  co_sum: done(2),
  co_min: done(2),
  co_max: done(2),
  co_broadcast: done(2),
  co_reduce: done(3),
  atomic_define: (em, args) => {
    copy(em, args[0]!, args[1]!);
    store(em, args[2], '0');
  },
  atomic_ref: (em, args) => {
    copy(em, args[0]!, args[1]!);
    store(em, args[2], '0');
  },
  ...atomics(),
  atomic_cas: (em, [atom, old, compare, value, stat]) => {
    const before = em.temporary('int64_t', lvalue(em, atom!));
    const expected = em.temporary('int64_t', scalar(em, compare!));
    const next = em.temporary('int64_t', scalar(em, value!));
    store(em, old, before);
    em.line(`if (${before} == ${expected}) ${lvalue(em, atom!)} = ${next};`);
    store(em, stat, '0');
  },
};

/** The address by which the cobounds of an allocatable coarray are found. */
export function coarrayAddress(em: Emitter, coarray: Typed): string {
  if (coarray.rank > 0) return `${descriptorCell(em, coarray)}.base`;
  const cell = pointerCell(em, coarray);
  return coarray.type.base === 'character' || coarray.type.base === 'class-star' ? `${cell}.p` : cell;
}

/** C value of LCOBOUND or UCOBOUND of an allocatable coarray in one codimension. */
export function printCobound(em: Emitter, e: IntrinsicNode): string {
  const upper = e.name === 'ucobound' ? 1 : 0;
  return `f_cobound(${coarrayAddress(em, e.arguments[0]!)}, ${scalar(em, e.arguments[1]!)}, ${upper})`;
}

/** Prints that a coarray has been allocated: it is found by its address when its cobounds are asked for. */
export function recordCobounds(em: Emitter, object: Typed, cobounds: readonly Cobound[]): void {
  const text = (e: Typed): string => `(int32_t)${scalar(em, e)}`;
  const bounds = cobounds.map(({ low, high }) => {
    const first = low ? text(low) : '1';
    return `${first}, ${high ? text(high) : first}`;
  });
  em.line(
    `f_coarray(${coarrayAddress(em, object)}, ${cobounds.length}, (const int32_t[]){${bounds.join(', ')}});`,
  );
}
