// This user's home folder. A container may run Haze as a user without a name or HOME: the system then has no home
// folder for the user.
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** The parts of the system that determine where a user's programs keep their folders. */
export interface UserSystem {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined for a user without their own folder. */
  readonly home: string | undefined;
}

/** The current system. */
export function readUserSystem(): UserSystem {
  return { platform: process.platform, env: process.env, home: maybeHomeFolder() };
}

/** Undefined if neither the environment nor the system has a home folder. An empty or relative HOME is ignored. */
function maybeHomeFolder(): string | undefined {
  for (const ask of [homedir, () => userInfo().homedir]) {
    try {
      const home = ask();
      if (isAbsolute(home)) return home;
    } catch {
      // The system has no entry for this user.
    }
  }
  return undefined;
}
