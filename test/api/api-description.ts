// Reads /openapi.json for tests: its operations, their input schemas, and validators for their responses. Tests read it
// as any client would, so the document itself is tested as well.
import { z } from 'zod';

/** A JSON schema, limited to the features that the interface uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly $ref?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface RawOperation {
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly unknown[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: JsonSchema } } }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** One method of a path. */
export interface Operation {
  readonly method: string;
  /** A path with its parameters in braces. */
  readonly path: string;
  readonly isOpen: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  readonly isBodyRequired: boolean;
  /** Schemas of JSON responses, by status. */
  readonly answers: Readonly<Record<number, JsonSchema>>;
  /** All statuses listed for the operation. */
  readonly statuses: ReadonlySet<number>;
}

/** The description of an interface. */
export class ApiDescription {
  readonly operations: readonly Operation[];
  readonly #schemas: Readonly<Record<string, JsonSchema>>;
  readonly #validators = new Map<JsonSchema, z.ZodType>();

  constructor(document: Document) {
    this.#schemas = document.components.schemas;
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => this.#readOperation(method.toUpperCase(), path, raw)),
    );
  }

  #readOperation(method: string, path: string, raw: RawOperation): Operation {
    const answers: Record<number, JsonSchema> = {};
    for (const [status, { content }] of Object.entries(raw.responses)) {
      const schema = content?.['application/json']?.schema;
      if (schema) answers[Number(status)] = schema;
    }
    const body = raw.requestBody?.content['application/json'].schema;
    return {
      method,
      path,
      isOpen: raw.security?.length === 0,
      parameters: raw.parameters ?? [],
      body: body && this.resolve(body),
      isBodyRequired: raw.requestBody?.required ?? false,
      answers,
      statuses: new Set(Object.keys(raw.responses).map(Number)),
    };
  }

  /** The validator for an operation's JSON responses with this status; undefined if none is described. */
  validatorOf(operation: Operation, status: number): z.ZodType | undefined {
    const schema = operation.answers[status];
    if (!schema) return undefined;
    const known = this.#validators.get(schema);
    if (known) return known;
    const text = JSON.stringify({ ...schema, $defs: this.#schemas });
    const validator = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
    this.#validators.set(schema, validator);
    return validator;
  }

  /** The schema that a reference points to. */
  resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.#schemas[name]!;
  }

  /** The operation that handles a request. */
  find(method: string, path: string): Operation {
    const found = this.maybeFind(method, path);
    if (!found) throw new Error(`${method} ${path} is not described`);
    return found;
  }

  /** The same, but undefined if there is no such operation. */
  maybeFind(method: string, path: string): Operation | undefined {
    return this.operations.find((operation) => {
      const pattern = operation.path.replaceAll('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/]+');
      return operation.method === method && new RegExp(`^${pattern}$`).test(path);
    });
  }

  /** The locations of response fields that the schema does not declare, which a validator accepts silently. */
  findUndeclared(schema: JsonSchema, value: unknown, place = 'answer'): string[] {
    const { anyOf, oneOf, allOf, properties, additionalProperties, items } = this.resolve(schema);
    if (Array.isArray(value)) {
      return items ? value.flatMap((one, i) => this.findUndeclared(items, one, `${place}[${i}]`)) : [];
    }
    if (typeof value !== 'object' || value === null) return [];
    const choices = anyOf ?? oneOf;
    if (choices) {
      const found = choices.map((choice) => this.findUndeclared(choice, value, place));
      return found.reduce((least, one) => (one.length < least.length ? one : least));
    }
    const all = [properties, ...(allOf ?? []).map((part) => this.resolve(part).properties)];
    const known: Readonly<Record<string, JsonSchema>> = Object.assign({}, ...all);
    return Object.entries(value).flatMap(([name, field]) => {
      const declared = known[name];
      if (declared) return this.findUndeclared(declared, field, `${place}.${name}`);
      if (additionalProperties === true) return [];
      if (typeof additionalProperties === 'object')
        return this.findUndeclared(additionalProperties, field, `${place}.${name}`);
      return properties === undefined && allOf === undefined ? [] : [`${place}.${name}`];
    });
  }
}
