// How a repository is checked out. Apart from the work itself, so that whoever only hands settings on does not load it.
import type { FetchSettings } from './fetched-repository.ts';

export interface CheckOutSettings extends FetchSettings {
  /** A larger file where the build looks for files is refused; elsewhere it is left out. */
  readonly maxFileBytes: number;
  /** All files together. */
  readonly maxTotalBytes: number;
}

export const defaultCheckOutSettings: CheckOutSettings = {
  hosts: ['github.com'],
  maxDownloadBytes: 512e6,
  maxFileBytes: 100e6,
  maxTotalBytes: 512e6,
  stallMs: 30_000,
  retryMs: [500, 2000],
};
