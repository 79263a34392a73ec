// A disk so small that a test can fill it: a file system in memory of its own, which only root may mount.
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all room that is left, but for so much. */
  fill(leaveKilobytes?: number): void;
  /** Gives the taken room back. */
  free(): void;
  /** Lets nobody write to it any more. */
  forbidWriting(): void;
  remove(): void;
}

const PAGE = new Uint8Array(4096).fill(1);

/** A disk of this size. @throws where this user may not mount one */
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

/** Reason why small disks cannot be made here; `''` when they can. */
export function whyNoSmallDisk(): string {
  try {
    mountSmallDisk(64).remove();
    return '';
  } catch (error) {
    return `a small disk cannot be mounted here (${(error as Error).message.trim().split('\n').at(-1)})`;
  }
}
