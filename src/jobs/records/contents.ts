// Schemas for the JSON data of builds and tasks. Readers check every item; an import also checks that a task's samples
// match its list of values.

import { HazeError } from '../../errors/haze-error.ts';
import { isObject } from '../../errors/is-object.ts';
import { MAX_RUNS, taskSamplesKey, taskValuesKey } from './records.ts';

const SAMPLE_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Size limit of a JSON blob in an import, which reads the whole blob at once. */
const MOST_JSON_BYTES = 64 << 20;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function isTaskValue(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { ValueID, Kind, Runs, Offset } = value;
  return (
    typeof ValueID === 'string' &&
    typeof Kind === 'string' &&
    isCount(Runs) &&
    isCount(Offset) &&
    Runs <= MAX_RUNS
  );
}

const listOf = (isItem: (item: unknown) => boolean) => (json: unknown) =>
  Array.isArray(json) && json.every(isItem);

/** Validators, by the last part of the key. */
const FORMS: ReadonlyMap<string, (json: unknown) => boolean> = new Map([
  ['diagnostics', listOf(isObject)],
  ['variables', listOf(isObject)],
  ['watched', listOf(isObject)],
  ['trace', listOf(isObject)],
  ['values', listOf(isTaskValue)],
  ['contributions', isObject],
]);

function formOf(key: string) {
  const [, name = ''] = /^(?:builds|tasks)\/[^/]+\/(\w+)$/.exec(key) ?? [];
  return FORMS.get(name);
}

/** Parses JSON content; `problem` explains how it is damaged, and is undefined if the content is valid. */
export function parseContent(key: string, bytes: Uint8Array): { json?: unknown; problem?: string } {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return (formOf(key)?.(json) ?? true) ? { json } : { problem: 'it has an invalid format' };
  } catch {
    return { problem: 'it is not JSON' };
  }
}

function damaged(key: string, problem: string): HazeError {
  const message = `The content "${key}" of the export is damaged: ${problem}. Nothing was imported.`;
  return new HazeError('bad-export', message);
}

/** Checks an archive's contents while an import reads them. */
export class ImportedContents {
  readonly #sizes = new Map<string, number>();
  readonly #needed = new Map<string, number>();

  /** Passes the chunks on unchanged. @throws HazeError `bad-export` after the last chunk of damaged content */
  async *watch(key: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const isJson = formOf(key) !== undefined;
    const pieces: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (isJson && sizeBytes > MOST_JSON_BYTES)
        throw damaged(key, `it is larger than ${MOST_JSON_BYTES} bytes`);
      if (isJson) pieces.push(chunk);
      yield chunk;
    }
    if (key.startsWith('tasks/') && key.endsWith('/samples')) this.#sizes.set(key, sizeBytes);
    if (!isJson) return;
    const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
    const { json, problem } = parseContent(key, bytes);
    if (problem !== undefined) throw damaged(key, problem);
    const [, taskId] = /^tasks\/([^/]+)\/values$/.exec(key) ?? [];
    if (taskId !== undefined) this.#needed.set(taskId, countNeeded(json as PlacedSamples[]));
  }

  /** After the last content, compares the contents with each other. @throws HazeError `bad-export` */
  end(): void {
    for (const [taskId, needed] of this.#needed) {
      const found = this.#sizes.get(taskSamplesKey(taskId)) ?? 0;
      if (needed <= found) continue;
      const lack = `it lists ${needed / SAMPLE_BYTES} samples, but the export has ${Math.floor(found / SAMPLE_BYTES)}`;
      throw damaged(taskValuesKey(taskId), lack);
    }
  }
}

interface PlacedSamples {
  readonly Runs: number;
  readonly Offset: number;
}

/** Total size of the samples in a list of values, in bytes. */
function countNeeded(list: readonly PlacedSamples[]): number {
  return list.reduce((most, { Runs, Offset }) => Math.max(most, (Runs + Offset) * SAMPLE_BYTES), 0);
}
