// Whether dist/ is older than what it is made from: tests and the command run parts of it (workers, the runtime of
// programs, kernels), and old ones fail in ways that say nothing of it.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from './project-root.ts';

const OUTPUTS = [
  {
    output: 'dist/.tsbuildinfo',
    sources: ['src', 'workers'],
    command: 'npx tsc -p tsconfig.build.json',
  },
  {
    output: 'dist/wasm/guest.json',
    sources: ['wasm', 'src/uncertainty/operations.ts'],
    command: 'npm run build:wasm',
  },
] as const;

/** A sentence for each part that is missing, or older than its sources, with the command that renews it. */
export function describeStaleOutputs(): string[] {
  const root = findProjectRoot();
  return OUTPUTS.flatMap(({ output, sources, command }) => {
    const madeMs = statSync(join(root, output), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const newest = sources.map((source) => newestFile(join(root, source))).reduce(newer);
    if (newest.changedMs <= madeMs) return [];
    const what =
      madeMs === 0 ? `${output} is missing` : `${output} is older than ${newest.path.slice(root.length + 1)}`;
    return [`${what}: run "${command}" first, or what is tested is something else.`];
  });
}

interface Changed {
  readonly path: string;
  readonly changedMs: number;
}

function newer(one: Changed, other: Changed): Changed {
  return other.changedMs > one.changedMs ? other : one;
}

function newestFile(path: string): Changed {
  const entry = statSync(path);
  if (entry.isFile()) return { path, changedMs: /\.test\.ts$/.test(path) ? 0 : entry.mtimeMs };
  return readdirSync(path)
    .map((name) => newestFile(join(path, name)))
    .reduce(newer, { path, changedMs: 0 });
}
