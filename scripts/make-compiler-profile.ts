// `node dist/scripts/make-compiler-profile.js`: finds the compiler's functions that builds call, for
// scripts/compiler-profile.txt. It builds programs from examples/ and test/ in processes whose engine logs each
// function when it is first called and compiled. A sample of programs is built one by one, to count how many of them
// call a function; all kinds of builds are traced together. This takes half an hour on an otherwise idle machine. Run
// it for every new version of the compiler's package. After changes to our flags or to beginners' programs, `--first`
// adds the functions that these programs call, in a few minutes. `--headers` adds only the functions that these
// programs call with precompiled headers.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readModule } from '../src/rewrite/reading/module-reader.ts';
import { hashModule, profilePath, readProfile, writeProfile } from './compiler-profile.ts';
import { addFirst, groupFunctions, type Trace } from './group-functions.ts';
import { isFirstProgram, listPrograms, type ProfiledLanguage } from './profiled-programs.ts';
import { findProjectRoot } from './project-root.ts';

const ENGINE = ['--wasm-lazy-compilation', '--liftoff-only', '--trace-wasm-compilation-times'];
const COMPILED = /^Compiled function (0x[0-9a-f]+)#(\d+) /;

/** Interval between the programs, apart from the gallery's, that are traced separately: 3 means every third. */
const ONE_IN: Readonly<Record<ProfiledLanguage, number>> = { C: 3, Fortran: 13, 'C++': 3 };
/** Runs of scripts/trace-compiler.ts that each build many programs, or build some programs in all ways. */
const MIXES = ['C ways', 'C++ ways', 'C 0/2', 'Fortran 0/8', 'C++ 3/4'];
/** Names of the traces with precompiled headers. */
const HEADERS = ['C++ headers', 'Fortran headers'];
/** Number of traces run in parallel. */
const PARALLEL = 2;

/** Indices of the compiler's functions that a run calls. The compiler is the module with the most called functions. */
async function trace(run: string): Promise<Set<number>> {
  const script = join(findProjectRoot(), 'dist/scripts/trace-compiler.js');
  const child = spawn(process.execPath, [...ENGINE, script, ...run.split(' ')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const modules = new Map<string, Set<number>>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, module = '', index = ''] = COMPILED.exec(line) ?? [];
    if (module === '') continue;
    const called = modules.get(module) ?? new Set<number>();
    modules.set(module, called.add(Number(index)));
  }
  if (child.exitCode !== 0 && child.exitCode !== null) throw new Error(`building programs (${run}) failed`);
  const [most] = [...modules.values()].sort((a, b) => b.size - a.size);
  if (!most) throw new Error('this version of Node does not report which functions it compiles');
  return most;
}

const onlyFirst = process.argv.includes('--first') || process.argv.includes('--headers');
const folder = join(findProjectRoot(), 'node_modules/@yowasp/clang');
const module = await readFile(join(folder, 'gen/llvm.core.wasm'));
const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
const { functionImports } = readModule(module);
const traces: Trace[] = [];
const waiting: { readonly run: string; readonly language?: ProfiledLanguage; readonly isFirst: boolean }[] =
  [];
const onlyHeaders = process.argv.includes('--headers');
for (const language of onlyHeaders ? [] : (['C', 'Fortran', 'C++'] as const)) {
  const programs = listPrograms(language);
  for (const [index, path] of programs.entries()) {
    const isFirst = isFirstProgram(path);
    if (isFirst || (!onlyFirst && index % ONE_IN[language] === 0))
      waiting.push({ run: `${language} ${index}/${programs.length}`, language, isFirst });
  }
}
for (const run of onlyFirst ? HEADERS : [...MIXES, ...HEADERS]) waiting.push({ run, isFirst: false });
const work = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { run, ...described } = next;
    const called = [...(await trace(run))].map((index) => index - functionImports.length);
    console.log(`${run}: ${called.length} functions`);
    traces.push({ ...described, called: new Set(called.filter((index) => index >= 0)) });
  }
};
await Promise.all(Array.from({ length: PARALLEL }, work));
const hash = hashModule(module);
const known = onlyFirst ? readProfile(await readFile(profilePath(), 'utf8')) : undefined;
if (known && known.hash !== hash)
  throw new Error('The profile belongs to another compiler: recreate all of it.');
const groups = known ? addFirst(known.groups, traces) : groupFunctions(traces);
await writeFile(profilePath(), writeProfile({ hash, groups }, version));
