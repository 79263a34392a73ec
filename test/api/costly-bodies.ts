// Expensive request bodies: each field of each endpoint with long, deep, wide and almost valid values. The same seed
// produces the same bodies. Sizes are spread evenly over the orders of magnitude.
import type { ApiDescription, JsonSchema, Operation } from './api-description.ts';

export interface CostlyBody {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The field and the kind of value, for a report. */
  readonly name: string;
}

/**
 * Snippets of text to repeat; each of them once caused a quadratic regular expression, deep recursion or long escapes.
 */
const PIECES = [
  '1', '1.', 'e1', ' ', '\t', '\n', '/', '../', './', '\\', '"', '\u0000', 'é', '🌫', '\ud800', 'a', 'A-', 'x=', ',', ';', ':',
  '(', ')', '[', '{', 'gauss(', 'gauss(1,2)', '0x', 'Ux', '0', 'F', '21.5Ux04', '%', '%2F', '#', '@', 'http://', '.git', '-',
  '$(', '`', "'", '\r', 'usr_', 'T00:00:00', '2026-01-01', '__proto__',
]; // biome-ignore format: a table
const ENDS = ['', 'x', '!', '\n', '1', ')', '"'];
const LEAST_LENGTH = 10;

type Random = () => number;

export class CostlyBodies {
  readonly #operations: readonly Operation[];
  readonly #description: ApiDescription;
  readonly #random: Random;
  readonly #most: number;
  readonly #ids: Readonly<Record<string, string>>;

  /**
   * @param ids values of path parameters and ID fields, keyed by parameter or field name
   * @param mostBytes approximate length of the largest body
   */
  constructor(
    description: ApiDescription,
    { random, ids, mostBytes }: { random: Random; ids: Readonly<Record<string, string>>; mostBytes: number },
  ) {
    this.#description = description;
    this.#operations = description.operations.filter(({ body }) => body !== undefined);
    this.#random = random;
    this.#ids = ids;
    this.#most = mostBytes;
  }

  make(): CostlyBody {
    const operation = this.#pick(this.#operations);
    const fields = Object.entries(this.#description.resolve(operation.body!).properties ?? {});
    const [field, schema] = this.#random() < 0.1 ? ['Unknown', {}] : this.#pick(fields);
    const kind = this.#pick(['text', 'text', 'text', 'items', 'members', 'deep', 'digits', 'raw'] as const);
    const body = kind === 'raw' ? this.#raw() : this.#around(operation, field, this.#value(kind, schema));
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.#ids[name] ?? 'x');
    return { method: operation.method, path, body, name: `${operation.method} ${path} ${field} ${kind}` };
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!;
  }

  /** A length between the minimum and the maximum, spread evenly on a logarithmic scale. */
  #length(most = this.#most): number {
    return Math.floor(LEAST_LENGTH * (most / LEAST_LENGTH) ** this.#random());
  }

  #text(most?: number): string {
    const piece = this.#random() < 0.7 ? this.#pick(PIECES) : this.#pick(PIECES) + this.#pick(PIECES);
    const written = JSON.stringify(piece).length - 2;
    return piece.repeat(Math.ceil(this.#length(most) / written)) + this.#pick(ENDS);
  }

  /** JSON text of a value. */
  #value(kind: 'text' | 'items' | 'members' | 'deep' | 'digits', schema: JsonSchema): string {
    if (kind === 'text') return JSON.stringify(this.#text());
    if (kind === 'digits') return this.#pick(['1', '-', '1.', '1e', '0']) + '1'.repeat(this.#length());
    const item = this.#item(schema);
    if (kind === 'deep') return this.#deep(item);
    const count = Math.ceil(this.#length() / item.length);
    if (kind === 'items') return `[${Array.from({ length: count }, () => item).join()}]`;
    return `{${Array.from({ length: count }, (_, i) => `"${i}":${item}`).join()}}`;
  }

  #deep(item: string): string {
    const [open, close] = this.#pick([['[', ']'], ['{"a":', '}']] as const); // biome-ignore format: one line
    const levels = this.#length();
    return open.repeat(levels) + item + close.repeat(levels);
  }

  /** A short value for an array or object to repeat; in an array of objects, an object with all its fields. */
  #item(given: JsonSchema): string {
    const inner = this.#description.resolve(given).items;
    const fields = inner && this.#description.resolve(inner).properties;
    const plain = this.#pick(['null', '0', '""', '{}', '[]', 'true', JSON.stringify(this.#text(400))]);
    if (!fields || this.#random() < 0.3) return plain;
    return `{${Object.keys(fields).map((name) => `"${name}":${plain}`).join()}}`; // biome-ignore format: one line
  }

  /** Adds the operation's other required fields to a value. */
  #around({ body }: Operation, field: string, value: string): string {
    const { required = [], properties = {} } = this.#description.resolve(body!);
    const others = required.filter((name) => name !== field);
    const members = others.map((name) => `"${name}":${this.#plain(name, properties[name])}`);
    return `{${[...members, `"${field}":${value}`].join()}}`;
  }

  #plain(name: string, schema: JsonSchema = {}): string {
    const { type, enum: choices } = this.#description.resolve(schema);
    if (choices) return JSON.stringify(choices[0]);
    if (type === 'integer' || type === 'number') return '64';
    if (type === 'array') return '[]';
    return JSON.stringify(this.#ids[name] ?? (name === 'Language' ? 'C' : 'text'));
  }

  /** A string that is almost JSON. */
  #raw(): string {
    const piece = this.#pick([
      '[',
      '{',
      '{"a":',
      '"',
      '\\',
      '"a",',
      ':',
      ',',
      '1',
      ' ',
      '[],',
      '"\\u0041',
      '-',
      'null,',
    ]);
    return piece.repeat(Math.ceil(this.#length() / piece.length));
  }
}
