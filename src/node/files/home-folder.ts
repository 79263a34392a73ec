// The folder of this user, where there is one: a container may run us as a number that nobody has a name for, with no HOME
// in the environment, and then the system has no answer.
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** What says where programs of a user keep things. */
export interface UserSystem {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined for a user without a folder of their own. */
  readonly home: string | undefined;
}

/** The one that we run on. */
export function readUserSystem(): UserSystem {
  return { platform: process.platform, env: process.env, home: maybeHomeFolder() };
}

/** Undefined where neither environment nor system knows one. A HOME that is empty or no whole path is none. */
function maybeHomeFolder(): string | undefined {
  for (const ask of [homedir, () => userInfo().homedir]) {
    try {
      const home = ask();
      if (isAbsolute(home)) return home;
    } catch {
      // The system does not know this user.
    }
  }
  return undefined;
}
