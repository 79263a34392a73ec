// Encloses parts of statements in braces and adds code that frees the memory of their temporaries.

import type { Typed } from '../../program/symbols/semantics.ts';
import { type Block, newBlock } from './c-tree.ts';
import type { Emitter } from './emitter.ts';
import { scalar } from './expressions.ts';

/** A block with its own arena, which is freed at the end of the block. */
export function heldBlock(em: Emitter, print: () => void): Block {
  const block = newBlock();
  em.into(block, print);
  return block.arena.used ? { ...block, mark: em.printer.fresh('M') } : block;
}

/** Prints the code for a statement in braces and frees the memory of its temporaries. */
export function enclosed(em: Emitter, print: () => void): void {
  em.add({ ...heldBlock(em, print), braces: 'several' });
}

/** Prints declarations and frees the memory of the temporaries used for sizes and initial values. */
export function declaring(em: Emitter, print: () => void): void {
  em.add(heldBlock(em, print));
}

/** Computes a value, stores it in a variable, and frees the memory of its temporaries. */
export function settled(em: Emitter, type: string, print: () => string): string {
  const block = newBlock();
  const value = em.into(block, print);
  if (!block.arena.used && block.nodes.length === 0) return value;
  const name = em.printer.fresh();
  const mark = em.printer.fresh('M');
  em.line(`${type} ${name};`);
  em.add({
    ...block,
    braces: 'always',
    mark: block.arena.used ? mark : undefined,
    last: `${name} = ${value};`,
  });
  return name;
}

/** A condition as a C value. Any statements that it needs have already been printed. */
export function condition(em: Emitter, value: Typed): string {
  return settled(em, 'int32_t', () => scalar(em, value));
}
