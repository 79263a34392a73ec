// The home folder of this user. A container may run Haze as a user without a name and without HOME: then the system
// knows no folder.
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** The part of the system that determines the folders of a user's programs. */
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

/** Undefined if neither environment nor system has one. An empty or relative HOME is ignored. */
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
