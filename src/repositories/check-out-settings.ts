// Settings of checking out. A separate file, so that code which only passes settings on does not load the rest.
import type { FetchSettings } from './fetched-repository.ts';

export interface CheckOutSettings extends FetchSettings {
  /** A larger file is refused in places where the build searches for files; elsewhere it is left out. */
  readonly maxFileBytes: number;
  /** Maximum size of all files together. */
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
 * Settings that keep a fetch within the memory. A pack is copied three times, its differences are kept while its index
 * is made, and its largest object exists three times.
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
