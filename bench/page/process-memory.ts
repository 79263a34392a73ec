// Memory of all processes of a browser, as counted by Linux. Shared memory counts only once. File-backed memory, such
// as the browser's own code, does not count, because other browsers share it and its size depends on the number of
// browsers.
import { readdirSync, readFileSync } from 'node:fs';

function maybeRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has exited.
    return '';
  }
}

function listProcesses(): { readonly id: string; readonly parent: string; readonly words: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      // The process name may contain anything; the fields after it contain no parenthesis.
      const [, parent = ''] = /\) \S (\d+)/.exec(maybeRead(`/proc/${id}/stat`)) ?? [];
      return { id, parent, words: maybeRead(`/proc/${id}/cmdline`) };
    });
}

/** Bytes used by the process whose command line contains `profile`, and by all its children. */
export function measureBrowserBytes(profile: string): number {
  const processes = listProcesses();
  const ids = new Set(processes.filter(({ words }) => words.includes(profile)).map(({ id }) => id));
  for (let count = -1; count !== ids.size; ) {
    count = ids.size;
    for (const { id, parent } of processes) if (ids.has(parent)) ids.add(id);
  }
  let bytes = 0;
  for (const id of ids) {
    const counts = maybeRead(`/proc/${id}/smaps_rollup`).matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB/gm);
    for (const [, kilobytes] of counts) bytes += 1024 * Number(kilobytes);
  }
  return bytes;
}
