import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CompileHost } from './compile-service.ts';
import { type CompileSurroundings, createCompileService } from './serve-compile.ts';

const IDLE_MS = 1500;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A service whose compiler takes `loadingMs` to load, and a list of the other calls that the service received. */
function openService(loadingMs: number) {
  const done: string[] = [];
  const load = async () => {
    await new Promise((resolve) => setTimeout(resolve, loadingMs));
    done.push('loaded');
    return {} as never;
  };
  const tools: Partial<CompileSurroundings> = {
    loadClang: load,
    loadGuestRuntime: async () => ({}) as never,
    tidy: () => void done.push('tidied'),
    rest: {
      download: async () => void done.push('rest'),
      downloadFor: async () => undefined,
      downloadForHeaders: async () => undefined,
      idleMs: 5000,
    },
  };
  return { done, service: createCompileService(tools as CompileSurroundings, {} as CompileHost) };
}

test('memory is cleaned up when the service becomes idle, and again after compilers are prepared', async () => {
  const { done, service } = openService(10);
  const warming = service.warm();
  await vi.advanceTimersByTimeAsync(10);
  await warming;
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(done).toEqual(['loaded']);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['loaded', 'tidied']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['loaded', 'tidied', 'tidied']);
});

test('memory is not cleaned up between requests in quick succession', async () => {
  const { done, service } = openService(0);
  for (let count = 0; count < 5; count += 1) {
    const warming = service.warm();
    await vi.advanceTimersByTimeAsync(IDLE_MS - 10);
    await warming;
  }
  expect(done).not.toContain('tidied');
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(done.filter((what) => what === 'tidied')).toHaveLength(1);
});
