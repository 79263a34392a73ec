// Messages between a browser's tabs about saved projects that were added, removed or renamed. The messages contain no
// files: each tab has its own project open, and a second tab with the same project has a copy.

export interface ProjectChange {
  readonly id: string;
  /** New name; undefined if the project was added or removed. */
  readonly name?: string;
}

export interface ProjectNews {
  /** Notifies all other tabs. */
  tell(change: ProjectChange): void;
  /** Listens to other tabs. */
  listen(listener: (change: ProjectChange) => void): void;
}

export function openProjectNews(): ProjectNews {
  const channel = maybeChannel();
  return {
    tell: (change) => channel?.postMessage(change),
    listen: (listener) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<ProjectChange>) => listener(data)),
  };
}

/** The channel; undefined if storage is blocked, because then no two tabs share a project. */
function maybeChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('haze-projects');
  } catch {
    return undefined;
  }
}
