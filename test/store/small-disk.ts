// A disk small enough for a test to fill: a separate in-memory file system, which only root may mount.
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Uses up all remaining space, except the given amount. */
  fill(leaveKilobytes?: number): void;
  /** Frees the space that `fill` used up. */
  free(): void;
  /** Makes the disk read-only. */
  forbidWriting(): void;
  remove(): void;
}

const PAGE = new Uint8Array(4096).fill(1);

/**
 * Mounts a disk of the given size.
 * @throws if this user may not mount one
 */
export function mountSmallDisk(sizeKilobytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'haze-disk-'));
  const options = `size=${sizeKilobytes}k,mode=0755`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: (leaveKilobytes = 0) => {
      const file = openSync(filler, 'a');
      try {
        for (;;) writeSync(file, PAGE);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        ftruncateSync(file, Math.max(0, fstatSync(file).size - leaveKilobytes * 1024));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    forbidWriting: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The reason why small disks cannot be created here; `''` if they can. */
export function whyNoSmallDisk(): string {
  try {
    mountSmallDisk(64).remove();
    return '';
  } catch (error) {
    return `a small disk cannot be mounted here (${(error as Error).message.trim().split('\n').at(-1)})`;
  }
}
