// Where `haze serve` keeps its data, and the key that it prints. The store knows keys by their hashes only, so the one
// that is printed at every start lies in a file beside it, which only its owner can read.
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeKey } from '../api/authentication.ts';
import type { Services } from '../api/services.ts';
import { createAccount } from '../api/users/users.ts';

/** The folder for data of this user's programs on this system, and in it ours. */
export function defaultDataFolder(
  system: { readonly platform: string; readonly env: NodeJS.ProcessEnv; readonly home: string } = {
    platform: process.platform,
    env: process.env,
    home: homedir(),
  },
): string {
  const { platform, env, home } = system;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'haze');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'haze');
  // XDG Base Directory Specification; a relative path there is to be ignored.
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(data, 'haze');
}

async function maybeReadText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** The key to print: the one that was wished for, else that of earlier starts, else a new one. Its account exists. */
export async function openAccount(
  services: Services,
  options: { readonly folder: string; readonly key?: string | undefined },
): Promise<string> {
  const path = join(options.folder, 'key');
  const known = options.key ?? (await maybeReadText(path)).trim();
  const key = known === '' ? makeKey(services) : known;
  if (known === '') await writeFile(path, `${key}\n`, { mode: 0o600 });
  await createAccount(services, { key });
  return key;
}
