// Parts of statements in their own braces, which give back the memory of their temporaries.

import type { Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from './emitter.ts';
import { scalar } from './expressions.ts';

/** Prints the needs of a statement in braces, and frees the memory of its temporaries. */
export function enclosed(em: Emitter, print: () => void): void {
  const before = em.arena;
  em.arena = false;
  const lines = em.capture(print);
  if (em.arena) {
    const mark = em.printer.fresh('M');
    em.line(`{ fmark ${mark} = f_mark();`);
    for (const line of lines) em.line(line);
    em.line(`f_release(${mark}); }`);
  } else if (lines.length === 1) em.line(lines[0]!);
  else if (lines.length > 1) {
    em.line('{');
    for (const line of lines) em.line(line);
    em.line('}');
  }
  em.arena = before;
}

/** Prints declarations, and gives back the memory of temporaries that sizes and initial values needed. */
export function declaring(em: Emitter, print: () => void): void {
  const before = em.arena;
  em.arena = false;
  const lines = em.capture(print);
  const mark = em.arena ? em.printer.fresh('M') : undefined;
  if (mark) em.line(`fmark ${mark} = f_mark();`);
  for (const line of lines) em.line(line);
  if (mark) em.line(`f_release(${mark});`);
  em.arena = before;
}

/** Computes a value into a variable, and gives back the memory of its temporaries. */
export function settled(em: Emitter, type: string, print: () => string): string {
  const before = em.arena;
  em.arena = false;
  let value = '';
  const lines = em.capture(() => {
    value = print();
  });
  let name = value;
  if (em.arena || lines.length > 0) {
    name = em.printer.fresh();
    em.line(`${type} ${name};`);
    const mark = em.printer.fresh('M');
    em.line(em.arena ? `{ fmark ${mark} = f_mark();` : '{');
    for (const line of lines) em.line(line);
    em.line(`${name} = ${value};${em.arena ? ` f_release(${mark});` : ''} }`);
  }
  em.arena = before;
  return name;
}

/** A condition as a C value without side statements left open. */
export function condition(em: Emitter, value: Typed): string {
  return settled(em, 'int32_t', () => scalar(em, value));
}
