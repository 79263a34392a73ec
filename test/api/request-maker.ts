// Turns the well-formed requests from /openapi.json into malformed requests, each of which breaks one rule.
import type { ApiDescription, JsonSchema, Operation } from './api-description.ts';

const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  '../..',
  '%',
  '%00',
  '\ud800',
  '__proto__',
  'constructor',
  "' OR 1=1",
  'null',
  '-1',
  'NaN',
  '1e999',
  '🌫'.repeat(50),
  'x'.repeat(5000),
];

export interface Malformed {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** The broken rule, for the report. */
  readonly rule: string;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export class RequestMaker {
  readonly #description: ApiDescription;
  readonly #random: () => number;
  readonly #ids: Readonly<Record<string, string>>;
  readonly #key: string;
  readonly #base: string;

  constructor(
    description: ApiDescription,
    random: () => number,
    own: { ids: Readonly<Record<string, string>>; key: string; base: string },
  ) {
    this.#description = description;
    this.#random = random;
    this.#ids = own.ids;
    this.#key = own.key;
    this.#base = own.base;
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)]!;
  }

  /** A value that matches a schema. */
  #fitting(given: JsonSchema, name = ''): Json {
    const schema = this.#description.resolve(given);
    if (schema.anyOf) return this.#fitting(schema.anyOf[0]!, name);
    if (schema.enum) return this.#pick(schema.enum) as Json;
    switch ([schema.type].flat()[0]) {
      case 'object': {
        const required = Object.entries(schema.properties ?? {}).filter(
          ([field]) => schema.required?.includes(field) || this.#random() < 0.3,
        );
        return Object.fromEntries(required.map(([field, inner]) => [field, this.#fitting(inner, field)]));
      }
      case 'array':
        return this.#random() < 0.5 ? [] : [this.#fitting(schema.items!)];
      case 'integer':
      case 'number':
        return (schema.minimum ?? 1) + Math.floor(this.#random() * 100);
      case 'boolean':
        return this.#random() < 0.5;
      default:
        return this.#ids[name] ?? (name === 'Language' ? 'C' : 'text');
    }
  }

  /** A value whose type the schema rejects, or undefined if the schema accepts every type. */
  #unfitting(given: JsonSchema): Json | undefined {
    const schema = this.#description.resolve(given);
    const types = (schema.anyOf ?? [schema]).flatMap(
      (option) => this.#description.resolve(option).type ?? 'any',
    );
    if (types.includes('any') && !schema.enum) return undefined;
    const candidates: [string, Json][] = [
      ['string', this.#pick(NASTY_TEXTS)],
      ['number', this.#random() * 1e6],
      ['boolean', true],
      ['array', [[1], 'x', null]],
      ['object', { toString: 'x', nested: { deep: [1, 2, 3] } }],
      ['null', null],
    ];
    return this.#pick(candidates.filter(([type]) => !types.includes(type)))[1];
  }

  #address(operation: Operation, change: { param?: string; query?: string } = {}): string {
    let path = operation.path;
    for (const { name, in: place } of operation.parameters) {
      if (place !== 'path') continue;
      const own = this.#ids[name] ?? 'Stdout';
      path = path.replace(`{${name}}`, encodeURIComponent(change.param ?? own));
    }
    return this.#base + path + (change.query === undefined ? '' : `?${change.query}`);
  }

  #headers(): Record<string, string> {
    return { Authorization: this.#key, 'Content-Type': 'application/json' };
  }

  #withBody(operation: Operation, body: string | Uint8Array, rule: string): Malformed {
    return { method: operation.method, path: this.#address(operation), headers: this.#headers(), body, rule };
  }

  #breakBody(operation: Operation): Malformed | undefined {
    const { body } = operation;
    if (!body) return undefined;
    const good = this.#fitting(body) as Record<string, Json>;
    const text = JSON.stringify(good);
    const fields = Object.entries(body.properties ?? {});
    switch (this.#pick(['cut', 'top', 'missing', 'type', 'type', 'type', 'content', 'utf8', 'large'])) {
      case 'cut':
        return this.#withBody(operation, `${text}${this.#pick(['}', ',', '"', '[', '\\', 'x'])}`, 'bad JSON');
      case 'top':
        // An optional body of null counts as absent.
        return this.#withBody(operation, JSON.stringify(this.#pick([[], 'x', 5, true])), 'no object');
      case 'missing': {
        if (!body.required?.length) return undefined;
        const { [this.#pick(body.required)]: _, ...rest } = good;
        return this.#withBody(operation, JSON.stringify(rest), 'missing field');
      }
      case 'content': {
        const type = this.#pick(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x']);
        const request = this.#withBody(operation, text, 'content type');
        return { ...request, headers: { ...request.headers, 'Content-Type': type } };
      }
      case 'utf8':
        return this.#withBody(operation, new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]), 'bad UTF-8');
      case 'large':
        return this.#withBody(
          operation,
          JSON.stringify({ ...good, filler: 'x'.repeat(20_000) }),
          'too large',
        );
      default: {
        if (fields.length === 0) return undefined;
        const [field, schema] = this.#pick(fields);
        const wrong = this.#unfitting(schema);
        if (wrong === undefined || (wrong === null && field === 'ValidUntil')) return undefined;
        return this.#withBody(operation, JSON.stringify({ ...good, [field]: wrong }), `type of ${field}`);
      }
    }
  }

  #breakParam(operation: Operation): Malformed | undefined {
    const ids = operation.parameters.filter(({ in: place, name }) => place === 'path' && name !== 'path');
    if (ids.length === 0) return undefined;
    const param = this.#pick([
      ...NASTY_TEXTS.filter((text) => text.trim() !== '' && text !== '\ud800'),
      'bld_0',
      'tsk_',
    ]);
    const body = operation.isBodyRequired ? { body: JSON.stringify(this.#fitting(operation.body!)) } : {};
    const path = this.#address(operation, { param });
    return { method: operation.method, path, headers: this.#headers(), ...body, rule: 'ID' };
  }

  #breakQuery(operation: Operation): Malformed | undefined {
    const names = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
    const wrong: Record<string, readonly string[]> = {
      limit: ['0', '-1', 'x', '1.5', '1e999', 'NaN'],
      status: ['Done', 'accepted', '__proto__'],
      from: ['yesterday', '2026-99-99', '0'],
      to: ['tomorrow', '12345678901234567890'],
      count: ['0', '-5', 'x', '1e12', '0.5'],
      noexpand: ['yes'],
      download: ['1'],
      recursive: ['yes'],
      size: ['-1', 'x', '1.5', '1e99'],
      default: ['yes'],
      DiscoverVariables: ['1', 'yes'],
      directory: ['1'],
    };
    const name = this.#pick(names.filter((candidate) => wrong[candidate]).concat(['none']));
    if (name === 'none' || operation.isOpen) return undefined;
    const query = `${name}=${encodeURIComponent(this.#pick(wrong[name]!))}`;
    const body = operation.isBodyRequired ? { body: JSON.stringify(this.#fitting(operation.body!)) } : {};
    const path = this.#address(operation, { query });
    return { method: operation.method, path, headers: this.#headers(), ...body, rule: query };
  }

  #breakKey(operation: Operation): Malformed | undefined {
    if (operation.isOpen) return undefined;
    const wrong = [
      '',
      'x',
      `Bearer ${this.#key.slice(1)}`,
      this.#key.toUpperCase(),
      `${this.#key}0`,
      '_',
      'Basic eDp5',
    ];
    const headers = { ...this.#headers(), Authorization: this.#pick(wrong) };
    return { method: operation.method, path: this.#address(operation), headers, rule: 'key' };
  }

  #breakPath(operation: Operation): Malformed {
    const suffix = this.#pick(['/x', '/%00', '/..%2f', '//y/', ';z']);
    const path = `${this.#base}/${this.#pick(['x', 'tasks', 'builds/z', '__proto__', 'openapi'])}/q/q/q${suffix}`;
    return { method: operation.method, path, headers: this.#headers(), rule: 'path' };
  }

  #breakMethod(operation: Operation): Malformed | undefined {
    const address = this.#address(operation);
    const used = this.#description.operations.filter(({ path }) => path === operation.path);
    const free = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (name) => !used.some(({ method }) => method === name),
    );
    if (free.length === 0) return undefined;
    return { method: this.#pick(free), path: address, headers: this.#headers(), rule: 'method' };
  }

  #breakSignature(): Malformed {
    const query = new URLSearchParams({
      object: this.#pick(['{"what":"file"}', '', '{', '{"what":"build-log","id":"x"}']),
      expires: this.#pick(['99999999999', 'x', '']),
      signature: this.#pick(['0'.repeat(64), '', 'x'.repeat(1000)]),
    });
    const path = `${this.#base}/presigned?${query}`;
    return { method: this.#pick(['GET', 'PUT']), path, headers: {}, rule: 'signature' };
  }

  /** A request that breaks one rule. */
  make(): Malformed {
    for (;;) {
      const operation = this.#pick(this.#description.operations);
      const breakers = [
        () => this.#breakBody(operation),
        () => this.#breakBody(operation),
        () => this.#breakBody(operation),
        () => this.#breakParam(operation),
        () => this.#breakQuery(operation),
        () => this.#breakKey(operation),
        () => this.#breakPath(operation),
        () => this.#breakMethod(operation),
        () => (this.#random() < 0.2 ? this.#breakSignature() : undefined),
      ];
      const request = this.#pick(breakers)();
      if (request) return request;
    }
  }
}
