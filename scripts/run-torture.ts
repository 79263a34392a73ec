// `node dist/scripts/run-torture.js FOLDER [PART]`: builds every C program in a folder and its subfolders, and runs it
// both without hooks and with hooks on a core. It lists programs whose output or exit status differs. One such folder
// is GCC's public torture suite (gcc.c-torture/execute), which is not part of this repository. PART selects files by
// part of their path.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { createHaze, type Haze, type RunResult } from '../src/node/library.ts';
import type { BuildResult } from '../src/toolchain/building/build-result.ts';

const CORES = ['C0-S+', 'C0-XS'];
const TIME_LIMIT_SECONDS = 30;
/** The suite is written in the C dialect of its time, and some programs rely on undefined behaviour. */
const FLAGS = [
  '-std=gnu89 -w -fwrapv -fno-strict-aliasing',
  '-Wno-implicit-int -Wno-int-conversion -Wno-implicit-function-declaration -Wno-incompatible-pointer-types -Wno-return-type',
].join(' ');

interface Program {
  readonly name: string;
  /** Sources by path; only the first is compiled. */
  readonly sources: Record<string, string>;
  readonly compiled: readonly string[];
}

type Verdict =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'same'; readonly exitStatus: number }
  | { readonly kind: 'different'; readonly plain: string; readonly hooked: string };

const [folder, part = ''] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node dist/scripts/run-torture.js FOLDER [PART]');
  process.exit(2);
}
process.exitCode = (await compareAll(folder, part)) ? 0 : 1;

async function compareAll(root: string, wanted: string): Promise<boolean> {
  const haze = createHaze();
  const counts = { programs: 0, refused: 0, same: 0, different: 0, endedWithZero: 0 };
  for (const program of findPrograms(root)) {
    if (!program.name.includes(wanted)) continue;
    counts.programs += 1;
    const verdict = await compareProgram(haze, program);
    counts[verdict.kind] += 1;
    if (verdict.kind === 'refused') console.log(`does not build  ${program.name}  (${verdict.reason})`);
    else if (verdict.kind === 'different') {
      console.log(`DIFFERENT       ${program.name}\n  plain:  ${verdict.plain}\n  hooked: ${verdict.hooked}`);
    } else if (verdict.exitStatus === 0) counts.endedWithZero += 1;
    else console.log(`exits with ${verdict.exitStatus}   ${program.name}`);
    if (counts.programs % 100 === 0) console.error(JSON.stringify(counts));
  }
  console.log(JSON.stringify(counts));
  return counts.different === 0 && counts.same > 0;
}

/** Every C file that is a program, excluding files that others include or link. */
function findPrograms(root: string): Program[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.c'),
  );
  const known = new Set(paths);
  return paths
    .filter((path) => !path.endsWith('-lib.c') && !dirname(path).endsWith('lib'))
    .sort()
    .map((path) => describeProgram(root, path, known));
}

// Each program in builtins/ has its own library, and all of them share a main function.
function describeProgram(root: string, path: string, known: ReadonlySet<string>): Program {
  const library = path.replace(/\.c$/, '-lib.c');
  const main = join(dirname(path), 'lib/main.c');
  const compiled = [path, ...[library, main].filter((other) => known.has(library) && known.has(other))];
  const sources: Record<string, string> = {};
  for (const each of compiled) addWithIncludes(root, each, sources);
  return { name: path, sources, compiled };
}

function addWithIncludes(root: string, path: string, sources: Record<string, string>): void {
  if (path in sources || relative(root, join(root, path)).startsWith('..')) return;
  let text: string;
  try {
    text = readFileSync(join(root, path), 'latin1');
  } catch {
    return;
  }
  sources[path] = text;
  for (const [, included] of text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)) {
    addWithIncludes(root, normalize(join(dirname(path), included!)), sources);
  }
}

async function compareProgram(haze: Haze, program: Program): Promise<Verdict> {
  const built = await haze.build(program.sources, {
    only: program.compiled,
    configMk: `CFLAGS = ${FLAGS}\n`,
  });
  if (!built.ok) return { kind: 'refused', reason: whyRefused(built) };
  const run = (options: { plain?: boolean; core?: string }) =>
    haze.run(built.module, { ...options, timeLimitSeconds: TIME_LIMIT_SECONDS });
  const plain = await run({ plain: true });
  for (const core of CORES) {
    const hooked = await run({ core });
    if (describe(plain) !== describe(hooked)) {
      return { kind: 'different', plain: describe(plain), hooked: `${describe(hooked)} on ${core}` };
    }
  }
  return { kind: 'same', exitStatus: plain.exitStatus };
}

function whyRefused({ diagnostics, log }: BuildResult): string {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  return error?.message ?? log.trim().split('\n').at(-1) ?? '';
}

function describe({ end, stdout, stderr }: RunResult): string {
  const reason = end.kind === 'stopped' ? end.message : 'exited';
  const lines = stderr.split('\n').filter((line) => !line.startsWith('haze: '));
  return JSON.stringify({ reason, status: end.exitStatus, stdout, stderr: lines.join('\n') });
}
