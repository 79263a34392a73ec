// The C code of a function as a tree of statements and blocks, and the code that writes it. Each part records its
// braces, the memory of its temporaries and the lines of its statements; `linesOf` turns the tree into text once the
// function is complete.

/** A part of a C function: a line, or a part that contains other parts. */
export type CNode = string | Block | Choice | Statement | Leaving;

/** Parts in order, and the arena for their temporaries. */
export interface Block {
  readonly k: 'block';
  readonly nodes: CNode[];
  readonly arena: Arena;
  /** Braces around the parts: always, or only if there is more than one line; absent for no braces. */
  readonly braces?: 'always' | 'several';
  /** C code before the opening brace, such as `for (;;)`. */
  readonly head?: string;
  /** The C name for the arena's state before the block, which is used to free the memory of the block's temporaries. */
  readonly mark?: string | undefined;
  /** The last C statement, before the memory is freed. */
  readonly last?: string;
}

/** Alternative blocks, only one of which is executed: `if (…)`, `else if (…)` and `else`. */
interface Choice {
  readonly k: 'choice';
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** Absent for the last block, which is executed if no other block is. */
  readonly test?: string | undefined;
  readonly body: Block;
}

/** Memory for temporaries. Blocks that do not free it themselves share the arena of the enclosing block. */
export interface Arena {
  used: boolean;
}

/** A statement of the program, which has its own line in the debug information. */
interface Statement {
  readonly k: 'statement';
  readonly label: number | undefined;
  readonly directive: string;
  readonly body: Block;
}

/** The body of a BLOCK construct; jumps out of it execute `cleanups`. */
interface Leaving {
  readonly k: 'leaving';
  readonly mark: string;
  readonly body: Block;
  readonly cleanups: readonly string[];
}

/** A block without braces. */
export function newBlock(arena: Arena = { used: false }): Block {
  return { k: 'block', nodes: [], arena };
}

/** The lines of the given parts. */
export function linesOf(...nodes: readonly CNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node];
    if (node.k === 'block') return linesOfBlock(node);
    if (node.k === 'choice') return linesOfChoice(node);
    return node.k === 'statement' ? linesOfStatement(node) : linesOfLeaving(node);
  });
}

function linesOfBlock({ nodes, braces, head, mark, last }: Block): string[] {
  const lines = linesOf(...nodes);
  if (!mark && (!braces || (braces === 'several' && lines.length < 2))) return lines;
  const first = [head, braces && '{', mark && `fmark ${mark} = f_mark();`];
  const end = [last, mark && `f_release(${mark});`, braces && '}'];
  return [first.filter(Boolean).join(' '), ...lines, end.filter(Boolean).join(' ')];
}

function linesOfChoice({ branches }: Choice): string[] {
  const parts = branches.flatMap(({ test, body }, i) => [
    `${i === 0 ? '' : '} else '}${test === undefined ? '' : `if (${test}) `}{`,
    ...linesOf(body),
  ]);
  return [...parts, '}'];
}

// Puts all C code before the first directive on a single line, so that the debug information assigns it to the line of
// the statement.
function linesOfStatement({ label, directive, body }: Statement): string[] {
  const lines = linesOf(body);
  const next = lines.findIndex((line) => line.startsWith('#'));
  const first = lines.slice(0, next < 0 ? lines.length : next);
  return [
    ...(label === undefined ? [] : [`L${label}:;`]),
    directive,
    ...(first.length > 0 ? [first.join(' ')] : []),
    ...lines.slice(first.length),
  ];
}

// The labels inside are known only here: a jump to one of these labels stays in the block.
function linesOfLeaving({ mark, body, cleanups }: Leaving): string[] {
  const lines = linesOf(body);
  const own = new Set(lines.flatMap((line) => /^L(\d+):;$/.exec(line)?.[1] ?? []));
  const marks = new RegExp(`${mark}(?:_(\\d+))?; `, 'g');
  const text = cleanups.map((line) => `${line} `).join('');
  return lines.map((line) =>
    line.includes(mark)
      ? line.replace(marks, (_, label?: string) => (label !== undefined && own.has(label) ? '' : text))
      : line,
  );
}
