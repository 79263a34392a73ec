// Names from the C and C++ libraries that the editor completes, taken from the toolchain's own headers: clang lists
// the declarations of each header. The list is written to dist/editor/library-names.json, and updated if the
// compiler's package or this script changes.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LibraryName, LibraryNames } from '../src/ui/editor/assist/known-functions.ts';
import { findProjectRoot } from './project-root.ts';
import type { RunTool } from './run-tool.ts';
import { maybeTextIn } from './sysroot.ts';
import { openToolPool } from './tool-pool.ts';

const C_HEADERS =
  `stddef.h stdbool.h stdint.h inttypes.h limits.h float.h assert.h ctype.h errno.h fenv.h math.h complex.h
  string.h strings.h stdlib.h stdio.h stdarg.h locale.h time.h wctype.h wchar.h unistd.h sys/types.h sys/stat.h
  sys/time.h`.split(/\s+/);
/** The order matters: a name declared in several headers belongs to the first of them. */
const CXX_HEADERS =
  `utility limits numbers exception stdexcept new type_traits tuple optional variant any memory functional
  iterator algorithm numeric array vector deque list forward_list set map unordered_set unordered_map stack queue string
  string_view span bit complex cmath random chrono ios iomanip istream ostream iostream sstream fstream`.split(
    /\s+/,
  );

const OUTPUT = 'dist/editor/library-names.json';

interface Declared {
  readonly kind: string;
  readonly name?: string;
  readonly type?: { readonly qualType: string };
  readonly loc?: Place & { readonly spellingLoc?: Place; readonly expansionLoc?: Place };
  readonly inner?: readonly Declared[];
}

/** A source location; it contains the file only if the file differs from that of the previous location. */
interface Place {
  readonly file?: string;
}

function includeAll(headers: readonly string[]): string {
  return headers.map((header) => `#include <${header}>\n`).join('');
}

async function runClang(run: RunTool, args: readonly string[], source: string): Promise<string> {
  return new TextDecoder().decode(await run([...args, 'main.c'], { 'main.c': source }));
}

/** Collects names by header; names from files that a header itself includes belong to that header. */
class NamesByHeader {
  readonly #headers: ReadonlyMap<string, LibraryName[]>;
  readonly #known = new Set<string>();
  #current: LibraryName[] | undefined;

  constructor(headers: readonly string[]) {
    this.#headers = new Map(headers.map((header) => [header, []]));
  }

  /** Sets the file to which the following lines belong. */
  enter(file: string): void {
    const header = /(?:^|\/)((?:sys\/)?[\w.]+)$/.exec(file)?.[1];
    const found = header === undefined ? undefined : this.#headers.get(header);
    if (found) this.#current = found;
  }

  add(name: string, declaration: string, kind: LibraryName[2]): void {
    if (name === '' || name.startsWith('_') || this.#known.has(name)) return;
    this.#known.add(name);
    this.#current?.push([name, declaration, kind]);
  }

  finish(): LibraryNames['C'] {
    return Object.fromEntries([...this.#headers].map(([header, names]) => [header, names.toSorted()]));
  }
}

async function listC(run: RunTool): Promise<LibraryNames['C']> {
  const names = new NamesByHeader(C_HEADERS);
  const source = includeAll(C_HEADERS);
  const dumped = await runClang(run, ['clang', '-fsyntax-only', '-Xclang', '-ast-dump=json'], source);
  const { inner = [] } = JSON.parse(dumped) as Declared;
  for (const { kind, name = '', type, loc } of inner) {
    const file = [loc, loc?.spellingLoc, loc?.expansionLoc].map((place) => place?.file);
    for (const one of file) if (one !== undefined) names.enter(one);
    if (kind === 'FunctionDecl') names.add(name, declareFunction(name, type!.qualType), 'f');
    else if (kind === 'TypedefDecl') names.add(name, `typedef ${type!.qualType} ${name}`, 't');
    else if (kind === 'VarDecl') names.add(name, `extern ${type!.qualType} ${name}`, 'c');
  }
  for (const line of (await runClang(run, ['clang', '-E', '-dD'], source)).split('\n')) {
    const [, file] = /^# \d+ "([^"]+)"/.exec(line) ?? [];
    if (file !== undefined) names.enter(file);
    const [, name = '', parameters = '', value = ''] =
      /^#define (\w+)(\([^)]*\))?(?: (.*))?$/.exec(line) ?? [];
    const text = `#define ${name}${parameters}${value.length < 60 ? ` ${value}` : ''}`.trim();
    names.add(name, text, parameters === '' ? 'c' : 'f');
  }
  return names.finish();
}

/** Combines `double (double, int)` and `ldexp` into `double ldexp(double, int)`. */
function declareFunction(name: string, type: string): string {
  const at = type.indexOf('(');
  return `${type.slice(0, at).trim()} ${name}${type.slice(at).trim()}`.replace('* ', '*');
}

/**
 * Names in `std::`, from clang's own completion. They are assigned to headers by the first comment in each header,
 * which lists its names.
 */
async function listStandard(run: RunTool, sysroot: Uint8Array): Promise<LibraryNames['C++']> {
  const driver = ['clang++', '-x', 'c++', '-std=c++20'];
  const headers = includeAll(CXX_HEADERS);
  const about = new Map(CXX_HEADERS.map((header) => [header, describeHeader(sysroot, header)]));
  const found = new Map<string, LibraryName[]>(['', ...CXX_HEADERS].map((header) => [header, []]));
  const at = `-code-completion-at=main.c:${CXX_HEADERS.length + 1}:17`;
  const completed = await runClang(
    run,
    [...driver, '-fsyntax-only', '-Xclang', at],
    `${headers}void f() { std::\n}\n`,
  );
  const seen = new Set<string>();
  for (const line of completed.split('\n')) {
    const [, name = '', pattern = ''] = /^COMPLETION: (\S+) : (.*)$/.exec(line) ?? [];
    if (!/^[a-z]\w*$/i.test(name) || seen.has(name)) continue;
    seen.add(name);
    const declaration = pattern.replace(/^\[#(.*?)#\]/, '$1 ').replaceAll(/[<[{]#|#[>\]}]/g, '');
    const isNamed = new RegExp(`\\b${name}\\b`);
    const header = CXX_HEADERS.find((one) => isNamed.test(about.get(one)!)) ?? '';
    found.get(header)!.push([name, declaration, pattern.includes('(') ? 'f' : 't']);
  }
  return Object.fromEntries([...found].map(([header, names]) => [header, names.toSorted()]));
}

/** The first comment in a header. */
function describeHeader(sysroot: Uint8Array, header: string): string {
  const text = maybeTextIn(sysroot, `include/c++/v1/${header}`);
  return /\/\*([\s\S]*?)\*\//.exec(text ?? '')?.[1] ?? '';
}

/** Writes the list, unless it already exists for this compiler. */
export async function writeLibraryNames(): Promise<void> {
  const root = findProjectRoot();
  const tools = await readFile(join(root, 'node_modules/@yowasp/clang/package.json'), 'utf8');
  const script = await readFile(join(root, 'scripts/list-library-names.ts'), 'utf8');
  const madeFrom = createHash('sha256').update(tools).update(script).digest('hex');
  const stamp = join(root, `${OUTPUT}.made-from`);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === madeFrom) return;
  const sysroot = await readFile(join(root, 'node_modules/@yowasp/clang/gen/llvm-resources.tar'));
  const pool = await openToolPool();
  const [c, standard] = await Promise.all([listC(pool.run), listStandard(pool.run, sysroot)]).finally(
    pool.close,
  );
  const names: LibraryNames = { C: c, 'C++': standard };
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(join(root, OUTPUT), JSON.stringify(names));
  await writeFile(stamp, madeFrom);
}
