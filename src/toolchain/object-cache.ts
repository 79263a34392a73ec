// Keeps compiled objects by what they were made from: compiler, flags, and the contents of every file that the
// preprocessor read. Which bytes live where is the business of the store behind.
import type { CompileResult, Compiler, CompileUnit } from './compiler.ts';
import { maybeHashParts } from './content-hash.ts';
import { maybeLanguageOfPath } from './language.ts';

/** A store of bytes by key. It may forget at any time. */
export interface ObjectCache {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** Compiles a unit, or takes the result of the same unit from the cache, messages included. */
export async function compileCached(
  compiler: Compiler,
  unit: CompileUnit,
  cache: ObjectCache | undefined,
): Promise<CompileResult & { cached: boolean }> {
  const unitKey = cache === undefined ? undefined : await maybeKeyOfUnit(compiler, unit);
  if (cache === undefined || unitKey === undefined)
    return { ...(await compiler.compile(unit)), cached: false };
  const found = await maybeFind(cache, unitKey, unit);
  if (found !== undefined) return { ...found, cached: true };
  const result = await compiler.compile(unit);
  if (result.object !== undefined) await keep(cache, unitKey, unit, result, result.object);
  return { ...result, cached: false };
}

// The names of headers belong to the key: a new header may be found before the one that was read.
async function maybeKeyOfUnit(compiler: Compiler, unit: CompileUnit): Promise<string | undefined> {
  const headers = [...unit.files.keys()].filter((path) => maybeLanguageOfPath(path) === undefined);
  const parts = [compiler.name, compiler.version, unit.language, unit.directory, String(unit.debug)];
  return maybeHashParts([...parts, JSON.stringify([unit.sources, unit.flags, headers])]);
}

async function maybeFind(
  cache: ObjectCache,
  unitKey: string,
  unit: CompileUnit,
): Promise<CompileResult | undefined> {
  const list = await cache.get(`dependencies-${unitKey}`);
  if (list === undefined) return undefined;
  const dependencies = JSON.parse(new TextDecoder().decode(list)) as string[];
  const key = await maybeKeyOfContents(unitKey, dependencies, unit);
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
  const key = await maybeKeyOfContents(unitKey, result.dependencies, unit);
  if (key === undefined) return;
  await cache.put(key, packResult(result, object));
  await cache.put(`dependencies-${unitKey}`, new TextEncoder().encode(JSON.stringify(result.dependencies)));
}

// Undefined when a file that was read is gone.
async function maybeKeyOfContents(
  unitKey: string,
  dependencies: readonly string[],
  unit: CompileUnit,
): Promise<string | undefined> {
  const contents = dependencies.map((path) => unit.files.get(path));
  if (!contents.every((content) => content !== undefined)) return undefined;
  const hash = await maybeHashParts([unitKey, JSON.stringify(dependencies), ...contents]);
  return hash === undefined ? undefined : `object-${hash}`;
}

// Four bytes of length, the messages as JSON, the object.
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
