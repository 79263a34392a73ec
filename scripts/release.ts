// `npm run release -- --dry-run`: checks that a version can be published, and lists its content and the steps left to
// do by hand. It publishes nothing, with or without the flag: that takes somebody's account, through npm.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReleaseProblems } from './check-release.ts';
import { findProjectRoot } from './project-root.ts';
import { describeStaleOutputs } from './stale-outputs.ts';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const TESTS = ['npm run check', 'npm run test:all', 'npm run bench -- --compare'];

const root = findProjectRoot();
if (process.argv.includes('--dry-run')) release();
else {
  console.error('npm run release -- --dry-run says what would be published. Nothing else is done here.');
  process.exitCode = 2;
}

function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function release(): void {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const problems = findReleaseProblems({
    status: run('git', 'status', '--porcelain'),
    tags: run('git', 'tag', '--list').split('\n'),
    version,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    staleOutputs: describeStaleOutputs(),
  });
  console.log(`${name} ${version}\n`);
  describePacked();
  console.log(`\nTo run before:\n${TESTS.map((test) => `  ${test}`).join('\n')}`);
  console.log(`\nThen, by somebody who may:\n  npm publish && git tag v${version}\n`);
  for (const problem of problems) console.error(`NOT YET  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Nothing is in the way.');
}

/** Describes dist/ as it is; `npm publish` builds it again, by `prepack`. */
function describePacked(): void {
  const [packed] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')) as Packed[];
  const { filename, size, unpackedSize, files } = packed!;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${filename}: ${megabytes(size)} packed, ${megabytes(unpackedSize)} installed, ${files.length} files`,
  );
  const folders = new Map<string, { count: number; bytes: number }>();
  for (const { path, size: bytes } of files) {
    const folder = path.split('/').slice(0, 2).join('/');
    const known = folders.get(folder) ?? { count: 0, bytes: 0 };
    folders.set(folder, { count: known.count + 1, bytes: known.bytes + bytes });
  }
  const rows = [...folders].sort(([, one], [, other]) => other.bytes - one.bytes);
  for (const [folder, { count, bytes }] of rows) {
    console.log(
      `  ${megabytes(bytes).padStart(9)}  ${String(count).padStart(4)} ${count === 1 ? 'file ' : 'files'}  ${folder}`,
    );
  }
}
