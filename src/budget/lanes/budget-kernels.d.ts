// wasm/budget/lanes.c as a module: package.json says where `npm run build:wasm` puts it.
declare module '#budget-kernels' {
  /** In base64. */
  export const KERNEL_BYTES: string;
}
