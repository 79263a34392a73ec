// Entry for code that imports `haze/browser` in Node.
throw new Error(
  '"haze/browser" works in pages only. In Node, import "haze" (build, run) or "haze/server" (startServer).',
);
