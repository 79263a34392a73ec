// News of kept projects between the tabs of one browser: that one was added, removed, or is called something else. They
// carry no files: each tab has its own project open, and a second tab of the same one has a copy.

export interface ProjectChange {
  readonly id: string;
  /** New name; undefined when the project was added or removed. */
  readonly name?: string;
}

export interface ProjectNews {
  /** Tells all other tabs. */
  tell(change: ProjectChange): void;
  /** Hears what other tabs tell. */
  listen(listener: (change: ProjectChange) => void): void;
}

export function openProjectNews(): ProjectNews {
  const channel = new BroadcastChannel('haze-projects');
  return {
    tell: (change) => channel.postMessage(change),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<ProjectChange>) => listener(data)),
  };
}
