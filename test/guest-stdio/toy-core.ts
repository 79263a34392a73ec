// A core for testing how values are printed and read: it stores distributions unchanged and does no arithmetic. It
// writes and reads Ux text according to the table in the format specification, and reports malformed text.

export interface Distribution {
  readonly particle: number;
  readonly deltas: readonly { readonly position: number; readonly mass: bigint }[];
}

const ONE = 1n << 63n;

function hexOfDouble(x: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).toUpperCase().padStart(16, '0');
}

function doubleOfHex(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

function hexOfCount(n: number | bigint, digits: number): string {
  return n.toString(16).toUpperCase().padStart(digits, '0');
}

/** The Ux text of a value; a plain value has a single delta of mass 1 and sample count 0. */
export function printUx(value: number | Distribution): string {
  const deltas = typeof value === 'number' ? [{ position: value, mass: ONE }] : value.deltas;
  const mean = deltas.reduce((sum, { position, mass }) => sum + (position * Number(mass)) / Number(ONE), 0);
  return [
    'Ux04',
    hexOfCount(typeof value === 'number' ? 0 : 1, 16),
    hexOfDouble(typeof value === 'number' ? value : mean),
    hexOfCount(deltas.length, 8),
    ...deltas.map(({ position, mass }) => hexOfDouble(position) + hexOfCount(mass, 16)),
  ].join('');
}

/** Parses Ux text as a distribution or, if there is one delta and sample count 0, as a number. */
export function parseUx(text: string, particle: number | undefined): number | Distribution {
  const hex = text.slice(2);
  if (hex.length < 42) throw new Error(`the header is cut short after ${hex.length} of 42 digits`);
  const count = Number.parseInt(hex.slice(34, 42), 16);
  if (count > 10_000) throw new Error(`${count} deltas, more than 10000`);
  const rest = hex.slice(42);
  if (rest.length !== 32 * count) throw new Error(`${rest.length} digits of deltas, not ${32 * count}`);
  const deltas = Array.from({ length: count }, (_, i) => ({
    position: doubleOfHex(rest.slice(32 * i, 32 * i + 16)),
    mass: BigInt(`0x${rest.slice(32 * i + 16, 32 * i + 32)}`),
  }));
  const mean = doubleOfHex(hex.slice(18, 34));
  if (BigInt(`0x${hex.slice(2, 18)}`) === 0n && count === 1) return deltas[0]!.position;
  return { particle: particle ?? mean, deltas };
}

export type CoreMode = 'bypass' | 'tracking' | 'reference';

/** Thrown by the import that stops the task. */
export class FatalMessage extends Error {}

/** The string that the toy core prints after a value in Reference mode. */
export const TOY_VALUE_TEXT = '<ValueID>val_00000000000000000000000000000000</ValueID>';

/** The imports of module `ux` for formatted input and output. Any other import throws when it is called. */
export function createToyImports(
  mode: CoreMode,
  memory: () => WebAssembly.Memory,
): Record<string, WebAssembly.ImportValue> {
  const records: Distribution[] = [{ particle: 0, deltas: [] }];
  let lastError = '';
  const bytes = () => new Uint8Array(memory().buffer);
  const textAt = (at: number, length: number) => new TextDecoder().decode(bytes().slice(at, at + length));
  const create = (distribution: Distribution) => (mode === 'bypass' ? 0 : records.push(distribution) - 1);
  const imports: Record<string, WebAssembly.ImportValue> = {
    mode: () => ({ bypass: 0, tracking: 1, reference: 2 })[mode],
    salt: () => 0x1234567,
    watches_decisions: () => 0,
    enter_draw: () => {},
    draw_of: (_handle: number, particle: number) => particle,
    lost: () => {},
    // "Gauss": a test specifies a particle and the number of deltas around it.
    parametric: (_kind: number, particle: number, count: number) =>
      create({
        particle,
        deltas: Array.from({ length: count }, (_, i) => ({
          position: particle + i - (count - 1) / 2,
          mass: ONE / BigInt(count),
        })),
      }),
    unary: (_operation: number, handle: number, particle: number) =>
      create({ ...records[handle]!, particle }),
    to_text: (handle: number, particle: number, target: number, size: number) => {
      const text = new TextEncoder().encode(printUx(handle ? records[handle]! : particle));
      if (text.length <= size) bytes().set(text, target);
      return text.length;
    },
    printed: (_path: number, _form: number, _value: number, target: number, size: number) => {
      const text = new TextEncoder().encode(TOY_VALUE_TEXT);
      if (text.length <= size >>> 0) bytes().set(text, target);
      return text.length;
    },
    from_text: (
      at: number,
      length: number,
      hasParticle: number,
      particle: number,
      handle: number,
      result: number,
    ) => {
      try {
        const value = parseUx(textAt(at, length), hasParticle ? particle : undefined);
        const plain = typeof value === 'number';
        const view = new DataView(memory().buffer);
        view.setUint32(handle, plain ? 0 : create(value), true);
        view.setFloat64(result, plain ? value : value.particle, true);
        return 1;
      } catch (error) {
        lastError = (error as Error).message;
        return 0;
      }
    },
    last_error: (target: number, size: number) => {
      const text = new TextEncoder().encode(lastError).slice(0, size - 1);
      bytes().set(text, target);
      bytes()[target + text.length] = 0;
      return lastError.length;
    },
    fatal: (at: number, length: number) => {
      throw new FatalMessage(textAt(at, length));
    },
  };
  return imports;
}
