// `npm run bench [NAME…]`: runs the benchmarks in bench/**, prints a table, and stores the numbers in
// bench/results.json. A benchmark is a module that exports `run(): Promise<Measurement[]>`; names select benchmarks
// by path. With --compare it stores nothing: it compares the numbers with bench/results.json, and fails if any number
// is worse by more than its noise (scripts/compare-measurements.ts).
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeChange, findWorse } from './compare-measurements.ts';
import { listFiles } from './list-files.ts';
import type { Measurement } from './measurement.ts';
import { findProjectRoot } from './project-root.ts';

type Results = Record<string, { measured: string; machine: string; measurements: readonly Measurement[] }>;

const root = findProjectRoot();
const words = process.argv.slice(2);
const isComparing = words.includes('--compare');
const wanted = words.filter((word) => !word.startsWith('--'));
const resultsPath = join(root, 'bench/results.json');
const results: Results = readResults();
let worseCount = 0;
const benchmarks = listFiles('dist/bench').filter((file) => file.endsWith('.js'));
for (const path of benchmarks.map((file) => join(root, file))) {
  const name = relative(join(root, 'dist/bench'), path).replace(/\.js$/, '');
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const { run } = (await import(pathToFileURL(path).href)) as { run?: () => Promise<Measurement[]> };
  if (!run) continue;
  const measurements = await run();
  // The benchmark itself has reported that something it needs is missing.
  if (measurements.length === 0) continue;
  printTable(name, measurements);
  if (isComparing) {
    compare(name, measurements);
    continue;
  }
  results[name] = {
    measured: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    measurements,
  };
  writeFileSync(resultsPath, `${JSON.stringify(results, undefined, 2)}\n`);
}
// A benchmark's idle workers would keep the process alive.
process.exit(worseCount > 0 ? 1 : 0);

function compare(name: string, measurements: readonly Measurement[]): void {
  const before = results[name];
  if (!before) {
    console.log(
      `  bench/results.json has no results for ${name} to compare with: run \`npm run bench ${name}\` first.`,
    );
    return;
  }
  const worse = findWorse(before.measurements, measurements);
  worseCount += worse.length;
  console.log(`\n  compared with ${before.measured} (${before.machine}): ${worse.length || 'nothing'} worse`);
  for (const change of worse) console.log(`  WORSE  ${describeChange(change)}`);
}

function readResults(): Results {
  try {
    return JSON.parse(readFileSync(resultsPath, 'utf8')) as Results;
  } catch {
    return {};
  }
}

function describeMachine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, Node ${process.version}`;
}

function printTable(name: string, measurements: readonly Measurement[]): void {
  const width = Math.max(...measurements.map((measurement) => measurement.name.length));
  console.log(`\n${name}`);
  for (const { name: label, value, unit, goal } of measurements) {
    const aim = goal === undefined ? '' : `   (goal ${goal} ${unit})`;
    console.log(`  ${label.padEnd(width)}  ${formatValue(value).padStart(10)} ${unit}${aim}`);
  }
}

function formatValue(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(4);
}
