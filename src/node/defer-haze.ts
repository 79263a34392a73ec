// An engine that is loaded with the first call that needs it, so that making one costs next to nothing.
import type { Haze } from '../program/engine.ts';

/** A Haze whose every call waits for the engine that `load` makes, once. */
export function deferHaze(load: () => Promise<Haze>): Haze {
  let engine: Promise<Haze> | undefined;
  const open = () => {
    engine ??= load();
    return engine;
  };
  return {
    build: async (sources, options) => (await open()).build(sources, options),
    run: async (module, options) => (await open()).run(module, options),
    open: async (module, options) => (await open()).open(module, options),
  };
}
