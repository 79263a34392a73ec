// Declares wasm/budget/lanes.c as a module. package.json maps the name to the output of `npm run build:wasm`.
declare module '#budget-kernels' {
  /** The module's bytes in Base64. */
  export const KERNEL_BYTES: string;
}
