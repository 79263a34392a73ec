// An engine that is lazy-loaded on its first call, so that creating an instance costs almost nothing.
import { loadOnce } from '../errors/load-once.ts';
import type { Haze } from '../program/engine.ts';

/** A Haze whose calls wait for the engine, which `load` creates once. */
export function deferHaze(load: () => Promise<Haze>): Haze {
  const open = loadOnce(load);
  return {
    build: async (sources, options) => (await open()).build(sources, options),
    run: async (module, options) => (await open()).run(module, options),
    open: async (module, options) => (await open()).open(module, options),
  };
}
