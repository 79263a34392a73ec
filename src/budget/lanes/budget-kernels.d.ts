// wasm/budget/lanes.c as a module; package.json has the place where `npm run build:wasm` puts it.
declare module '#budget-kernels' {
  /** Bytes in base64. */
  export const KERNEL_BYTES: string;
}
