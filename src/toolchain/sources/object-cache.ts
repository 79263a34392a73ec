// Caches compiled objects by their inputs: the account, the compiler, the flags, the names of all files, and the
// contents of the files that the compiler read. docs/decisions/013 explains why these inputs suffice. The store decides
// where the bytes are stored.
import type { CompileResult, Compiler, CompileUnit } from './compiler.ts';
import { maybeHashParts } from './content-hash.ts';

/** A store of bytes by key. It may evict entries at any time. */
export interface ObjectCache {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** A cache, and the account that uses it. */
export interface AccountCache {
  readonly objects: ObjectCache;
  /** Account that owns the entries; it never receives another account's entries. */
  readonly account: string;
}

/** Inputs that determine the result of a unit: files by path, or all files. */
type Inputs = readonly string[] | 'all';

/** Compiles a unit, or returns the cached result of the same unit, including its messages. */
export async function compileCached(
  compiler: Compiler,
  unit: CompileUnit,
  cache: AccountCache | undefined,
): Promise<CompileResult & { cached: boolean }> {
  const unitKey = cache && (await maybeKeyOfUnit(compiler, unit, cache.account));
  if (cache === undefined || unitKey === undefined)
    return { ...(await compiler.compile(unit)), cached: false };
  const found = await maybeFind(cache.objects, unitKey, unit);
  if (found !== undefined) return { ...found, cached: true };
  const result = await compiler.compile(unit);
  if (result.object !== undefined && !result.readClock) {
    await keep(cache.objects, unitKey, unit, result, result.object);
  }
  return { ...result, cached: false };
}

// The names of all files are part of the key: if a search did not find a file, that file must not exist next time
// either.
function maybeKeyOfUnit(compiler: Compiler, unit: CompileUnit, account: string): Promise<string | undefined> {
  const { language, directory, debug, sources, flags, traits, files } = unit;
  const parts = [account, compiler.name, compiler.version, language, directory, String(debug)];
  return maybeHashParts([...parts, JSON.stringify([sources, flags, traits, [...files.keys()].sort()])]);
}

async function maybeFind(
  cache: ObjectCache,
  unitKey: string,
  unit: CompileUnit,
): Promise<CompileResult | undefined> {
  const list = await cache.get(`dependencies-${unitKey}`);
  if (list === undefined) return undefined;
  const inputs = JSON.parse(new TextDecoder().decode(list)) as Inputs;
  const key = await maybeKeyOfContents(unitKey, inputs, unit);
  const packed = key === undefined ? undefined : await cache.get(key);
  return packed === undefined ? undefined : unpackResult(packed);
}

async function keep(
  cache: ObjectCache,
  unitKey: string,
  unit: CompileUnit,
  result: CompileResult,
  object: Uint8Array,
): Promise<void> {
  const inputs = inputsOf(unit, result);
  const key = await maybeKeyOfContents(unitKey, inputs, unit);
  if (key === undefined) return;
  await cache.put(key, packResult(result, object));
  await cache.put(`dependencies-${unitKey}`, new TextEncoder().encode(JSON.stringify(inputs)));
}

// If the list does not contain the sources, the compiler that made it did not observe its own reads.
function inputsOf({ sources, files }: CompileUnit, { dependencies }: CompileResult): Inputs {
  const isWhole =
    dependencies !== undefined &&
    sources.every((source) => dependencies.includes(source)) &&
    dependencies.every((path) => files.has(path));
  return isWhole ? dependencies : 'all';
}

// Undefined if a file that was read no longer exists.
async function maybeKeyOfContents(
  unitKey: string,
  inputs: Inputs,
  unit: CompileUnit,
): Promise<string | undefined> {
  const paths = inputs === 'all' ? [...unit.files.keys()].sort() : inputs;
  const contents = paths.map((path) => unit.files.get(path));
  if (!contents.every((content) => content !== undefined)) return undefined;
  const hash = await maybeHashParts([unitKey, JSON.stringify(inputs), ...contents]);
  return hash === undefined ? undefined : `object-${hash}`;
}

// Layout: four bytes for the length, the messages as JSON, the object.
function packResult(result: CompileResult, object: Uint8Array): Uint8Array {
  const messages = new TextEncoder().encode(JSON.stringify({ ...result, object: undefined }));
  const packed = new Uint8Array(4 + messages.length + object.length);
  new DataView(packed.buffer).setUint32(0, messages.length);
  packed.set(messages, 4);
  packed.set(object, 4 + messages.length);
  return packed;
}

function unpackResult(packed: Uint8Array): CompileResult {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const messages = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length))) as Omit<
    CompileResult,
    'object'
  >;
  return { ...messages, object: packed.slice(4 + length) };
}
