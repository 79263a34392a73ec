// Settings for checking out. A separate file, so that code that only passes on settings does not load the check-out
// code.
import type { FetchSettings } from './fetched-repository.ts';

export interface CheckOutSettings extends FetchSettings {
  /** Maximum file size. A larger file is rejected in folders that the build searches, and omitted elsewhere. */
  readonly maxFileBytes: number;
  /** Maximum total size of all files. */
  readonly maxTotalBytes: number;
}

export const defaultCheckOutSettings: CheckOutSettings = {
  hosts: ['github.com'],
  maxDownloadBytes: 512e6,
  maxFileBytes: 100e6,
  maxTotalBytes: 512e6,
  maxObjectBytes: 512e6,
  maxUnpackedBytes: 2e9,
  stallMs: 30_000,
  retryMs: [500, 2000],
};

/**
 * Adjusts settings so that a fetch fits in memory. Memory contains three copies of a pack, the pack's deltas while its
 * index is built, and three copies of its largest object.
 */
export function withinMemory(settings: CheckOutSettings, memoryBytes: number): CheckOutSettings {
  const bound = (bytes: number, share: number) => Math.min(bytes, Math.floor(memoryBytes / share));
  return {
    ...settings,
    maxDownloadBytes: bound(settings.maxDownloadBytes, 8),
    maxTotalBytes: bound(settings.maxTotalBytes, 4),
    maxObjectBytes: bound(settings.maxObjectBytes, 16),
    maxUnpackedBytes: bound(settings.maxUnpackedBytes, 4),
  };
}
