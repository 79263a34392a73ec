// Second line of defence in workers and processes that run programs. A program can access nothing but its listed
// imports. Should it ever get hold of a JavaScript object, the scope offers no network access, storage, system calls or
// any form of eval.

/** Globals that belong to the language or that workers use while a program runs. All others are removed. */
const KEPT: ReadonlySet<string> = new Set(
  `Object Array Number Boolean String Symbol BigInt Date RegExp Promise Proxy Reflect Map Set WeakMap WeakSet WeakRef
  FinalizationRegistry Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
  SuppressedError JSON Math Intl ArrayBuffer SharedArrayBuffer Atomics DataView Int8Array Uint8Array Uint8ClampedArray
  Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array
  Infinity NaN undefined isFinite isNaN parseFloat parseInt globalThis self WebAssembly performance TextEncoder TextDecoder
  postMessage addEventListener removeEventListener dispatchEvent queueMicrotask constructor`.split(/\s+/),
);

/** Names of a worker's event handlers. Without these attributes, no messages arrive. */
const HANDLER = /^on[a-z]+$/;

/**
 * Removes every global that a worker does not need while a program runs, and every way to compile strings to code.
 * Call it once the script and its imports are loaded.
 */
export function closeScope(scope: object = globalThis): void {
  refuseCode();
  for (let object = scope; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object))
      if (!KEPT.has(name) && !HANDLER.test(name)) Reflect.deleteProperty(object, name);
  }
}

// Every function exposes its constructor, which compiles strings to code, and each of the four kinds of functions has a
// constructor of its own.
function refuseCode(): void {
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const one of functions) {
    Object.defineProperty(Object.getPrototypeOf(one), 'constructor', {
      value: refuse,
      writable: false,
      configurable: false,
    });
  }
}

function refuse(): never {
  throw new EvalError('code cannot be created from text where programs run');
}
