// The part of pako 1.0 that Haze uses: https://github.com/nodeca/pako.
declare module 'pako' {
  class Inflate {
    constructor(options?: { chunkSize?: number });
    readonly err: number;
    readonly ended: boolean;
    readonly strm: { readonly avail_in: number };
    onData: (chunk: Uint8Array) => void;
    push(data: Uint8Array, isLast: boolean): boolean;
  }
  const pako: { readonly Inflate: typeof Inflate };
  export default pako;
}
