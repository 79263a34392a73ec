// `npm run release -- --dry-run` checks whether a version can be published, and lists its contents and the remaining
// manual steps. `--prepare` writes version and date into CHANGELOG.md and CITATION.cff. Publishing requires an npm
// account, so this script does not publish.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReleaseProblems, nameUnreleased } from './check-release.ts';
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
else if (process.argv.includes('--prepare')) prepare();
else {
  console.error('npm run release -- --dry-run checks a release; -- --prepare writes its version and date.');
  process.exitCode = 2;
}

function prepare(): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const date = new Date().toISOString().slice(0, 10);
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(root, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  edit('CHANGELOG.md', (text) => nameUnreleased(text, version, date));
  edit('CITATION.cff', (text) =>
    text
      .replace(/^date-released: .*\n/m, '')
      .replace(/^version: .*$/m, `version: ${version}\ndate-released: ${date}`),
  );
  console.log(`CHANGELOG.md and CITATION.cff now have version ${version} of ${date}. Commit both.`);
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
  console.log(
    '\nThen:\n  npm run release -- --prepare, unless CHANGELOG.md already has the version, and commit',
  );
  console.log(`  npm publish && git tag v${version}, with an account that is allowed to publish\n`);
  for (const problem of problems) console.error(`NOT YET  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Nothing blocks the release.');
}

/** Describes the current contents of dist/; `npm publish` rebuilds it through `prepack`. */
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
