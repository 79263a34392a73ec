// Number of the last commit, stored in a file next to the database after each commit. SQLite treats a truncated log as
// if a crash had cut it short, so the log's last commits would vanish silently. The note is not synced: after a machine
// crash, it may contain an older number (which causes no report), but never a newer one.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from './private-files.ts';
import type { SqliteConnection } from './sqlite.ts';

/** The note's filename in the folder. */
export const COMMIT_NOTE = 'last-commit';
const DIGITS = 16;

const pathOf = (folder: string) => join(folder, COMMIT_NOTE);

/**
 * Increments the number of commits, within the commit's transaction; undefined if the database is from an older
 * program.
 */
export function countCommit(connection: SqliteConnection): number | undefined {
  const [row] = connection.all("UPDATE meta SET value = value + 1 WHERE name = 'commits' RETURNING value");
  return row && Number(row.value);
}

/** Number of the last noted commit; 0 if there is no readable note. */
export function notedCommit(folder: string): number {
  try {
    return Number.parseInt(readFileSync(pathOf(folder), 'latin1'), 10) || 0;
  } catch {
    return 0;
  }
}

/**
 * Message about commits that the database has lost; undefined if there are none.
 * @param noted number read before the database was opened
 */
export function describeLostCommits(connection: SqliteConnection, noted: number): string | undefined {
  const [row] = connection.all("SELECT value FROM meta WHERE name = 'commits'");
  const lost = noted - Number(row?.value ?? Number.POSITIVE_INFINITY);
  if (lost <= 0) return undefined;
  return `the last ${lost} commits of ${connection.path} are lost: its log was truncated or removed, or the database comes from an older copy`;
}

/** Removes the note about a database whose commit count starts over. */
export function removeNote(folder: string): void {
  rmSync(pathOf(folder), { force: true });
}

/** The note, as kept by a process that commits. */
export class CommitNote {
  #file: number | undefined;

  constructor(folder: string) {
    try {
      this.#file = openSync(pathOf(folder), 'a', PRIVATE_FILE);
      closeSync(this.#file);
      // Bytes are overwritten in place, which needs no space on a full disk.
      this.#file = openSync(pathOf(folder), 'r+');
    } catch {
      // Without a note, the store works but cannot report lost commits.
      this.#file = undefined;
    }
  }

  write(commit: number | undefined): void {
    if (this.#file === undefined || commit === undefined) return;
    try {
      writeSync(this.#file, String(commit).padStart(DIGITS, '0'), 0, 'latin1');
    } catch {
      // Fails only if the disk is full and the note was still empty.
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
