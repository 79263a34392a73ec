// The home folder of this user. A container may run us as a number without a name and without HOME: then the system
// knows no folder.
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** The part of the system that says where programs of a user keep files. */
export interface UserSystem {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined for a user without their own folder. */
  readonly home: string | undefined;
}

/** The system that we run on. */
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
