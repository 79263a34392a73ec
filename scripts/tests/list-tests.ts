// `node dist/scripts/tests/list-tests.js [--names]`: prints the number of tests in each file, or their names, along
// with the suites and tiers that run them.
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { findProjectRoot } from '../project-root.ts';
import { SUITES, type SuiteName, TIERS } from './suites.ts';

interface Listed {
  readonly name: string;
  readonly file: string;
}

const root = findProjectRoot();
const places = new Map<string, string[]>();
const counts = new Map<string, number>();
for (const suite of Object.keys(SUITES) as SuiteName[]) {
  for (const { file, name } of listTests(suite)) {
    const path = relative(root, file);
    const key = process.argv.includes('--names') ? `${path} > ${name}` : path;
    const known = places.get(key) ?? [];
    if (!known.includes(suite)) places.set(key, [...known, suite]);
    counts.set(`${suite} ${key}`, (counts.get(`${suite} ${key}`) ?? 0) + 1);
  }
}
for (const [key, suites] of [...places].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const where = suites.map((suite) => `${suite} ${counts.get(`${suite} ${key}`)}`);
  console.log(`${key}\t${where.join(', ')}\t${tiersOf(suites).join(', ')}`);
}

function listTests(suite: SuiteName): Listed[] {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const projects = SUITES[suite].flatMap((project) => ['--project', project]);
  const text = execFileSync(process.execPath, [vitest, 'list', '--json', ...projects], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(text.slice(text.indexOf('[\n'))) as Listed[];
}

function tiersOf(suites: readonly string[]): string[] {
  const scripts = { everyday: 'npm test', all: 'npm run test:all' };
  return (Object.keys(scripts) as (keyof typeof TIERS)[])
    .filter((tier) => TIERS[tier].suites.some((suite: string) => suites.includes(suite)))
    .map((tier) => scripts[tier]);
}
