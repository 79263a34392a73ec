// Result of `stat` for a file, folder or stream, in WASI's layout. The library writes the times six bytes too early,
// over the size.
import { wasi } from '@bjorn3/browser_wasi_shim';

export class FileState extends wasi.Filestat {
  override write_bytes(view: DataView, at: number): void {
    view.setBigUint64(at, this.dev, true);
    view.setBigUint64(at + 8, this.ino, true);
    view.setUint8(at + 16, this.filetype);
    view.setBigUint64(at + 24, this.nlink, true);
    view.setBigUint64(at + 32, this.size, true);
    view.setBigUint64(at + 40, this.atim, true);
    view.setBigUint64(at + 48, this.mtim, true);
    view.setBigUint64(at + 56, this.ctim, true);
  }
}

/** The state of an entry in a folder. `modifiedMs` is in epoch milliseconds. */
export function describeEntry(
  entry: { readonly ino: bigint; readonly filetype: number; readonly size: bigint; readonly links: number },
  modifiedMs: number,
): FileState {
  const state = new FileState(entry.ino, entry.filetype, entry.size);
  state.nlink = BigInt(entry.links);
  state.mtim = BigInt(modifiedMs) * 1_000_000n;
  state.atim = state.mtim;
  state.ctim = state.mtim;
  return state;
}
