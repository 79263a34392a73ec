import { expect, test } from 'vitest';
import { type Block, linesOf, newBlock } from './c-tree.ts';

function block(nodes: Block['nodes'], rest: Partial<Block> = {}): Block {
  return { ...newBlock(), nodes, ...rest };
}

test('multiple lines, and anything that frees memory, are enclosed in braces', () => {
  expect(linesOf(block([], { braces: 'several' }))).toEqual([]);
  expect(linesOf(block(['a;'], { braces: 'several' }))).toEqual(['a;']);
  expect(linesOf(block(['a;', block(['b;'])], { braces: 'several' }))).toEqual(['{', 'a;', 'b;', '}']);
  expect(linesOf(block(['a;'], { braces: 'several', mark: 'M1' }))).toEqual([
    '{ fmark M1 = f_mark();',
    'a;',
    'f_release(M1); }',
  ]);
  expect(linesOf(block(['a;'], { mark: 'M1' }))).toEqual(['fmark M1 = f_mark();', 'a;', 'f_release(M1);']);
  expect(linesOf(block(['a;'], { braces: 'always', last: 'x = 1;' }))).toEqual(['{', 'a;', 'x = 1; }']);
});

test('a block is printed with its head, and a choice as an if-else chain', () => {
  expect(linesOf(block([], { head: 'for (;;)', braces: 'always' }))).toEqual(['for (;;) {', '}']);
  const branches = [
    { test: 'x', body: block(['a;']) },
    { test: 'y', body: block([]) },
    { body: block(['b;']) },
  ];
  expect(linesOf({ k: 'choice', branches })).toEqual([
    'if (x) {',
    'a;',
    '} else if (y) {',
    '} else {',
    'b;',
    '}',
  ]);
});

test('each statement, up to the first statement nested in it, is one line of C', () => {
  const inner = { k: 'statement', label: undefined, directive: '#line 3 "a"', body: block(['b;']) } as const;
  const outer = {
    k: 'statement',
    label: 7,
    directive: '#line 2 "a"',
    body: block(['if (x)', '{', inner, '}']),
  } as const;
  expect(linesOf(outer)).toEqual(['L7:;', '#line 2 "a"', 'if (x) {', '#line 3 "a"', 'b;', '}']);
});

test('jumps out of a BLOCK construct pass through its cleanups, but jumps to its own labels do not', () => {
  const body = block(['LEAVE1_5; goto L5;', 'LEAVE1_6; goto L6;', 'LEAVE1; goto EXIT_;', 'L5:;']);
  expect(linesOf({ k: 'leaving', mark: 'LEAVE1', body, cleanups: ['free(a);'] })).toEqual([
    'goto L5;',
    'free(a); goto L6;',
    'free(a); goto EXIT_;',
    'L5:;',
  ]);
});
