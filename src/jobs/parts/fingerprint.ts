// Fingerprint of everything that affects the results of a task's runs. Only executors with the same fingerprint run
// its parts: another version of Haze, or changed files, produce another fingerprint.
import type { ReferenceRunRequest } from '../../reference/crew/run-reference.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import { sha256 } from '../../store/contract/sha256.ts';

async function digest(bytes: Uint8Array): Promise<string> {
  return toHex(await sha256(bytes));
}

/** @param version version of the program that runs tasks */
export async function fingerprintOf(request: ReferenceRunRequest, version: string): Promise<string> {
  const { module, core, arguments: words, files, stdin, seed, watched, outputLimitBytes } = request;
  const named = await Promise.all(
    [...(files ?? [])].map(async ([path, bytes]) => [path, await digest(bytes)] as const),
  );
  const text = JSON.stringify([
    version,
    await digest(module),
    core,
    words ?? [],
    named.sort(([a], [b]) => (a < b ? -1 : 1)),
    stdin instanceof Uint8Array ? await digest(stdin) : '',
    String(seed),
    watched ?? [],
    outputLimitBytes ?? 0,
  ]);
  return digest(new TextEncoder().encode(text));
}
