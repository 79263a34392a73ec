// Messages between the tabs of one browser about kept projects: added, removed or renamed. Messages contain no files:
// each tab has its own project open, and a second tab with the same project has a copy.

export interface ProjectChange {
  readonly id: string;
  /** New name; undefined when the project was added or removed. */
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

/** The channel; undefined when storage is blocked, so that no two tabs share a project. */
function maybeChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('haze-projects');
  } catch {
    return undefined;
  }
}
