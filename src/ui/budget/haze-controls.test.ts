import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

const SOURCE = { key: 'x', distribution: 'gauss(0, 1)', isSettable: true, file: 'main.c', line: 3, mean: 0 };
const RAN = { kind: 'ran', end: { kind: 'exited' }, stdout: '', programSources: [SOURCE] };

type Render = { render(): unknown; willUpdate(changed: Map<string, unknown>): void };

/** Finds a function in a template by its name. */
function findHandler(template: unknown, name: string): (() => void) | undefined {
  if (typeof template === 'function') return template.name === name ? (template as () => void) : undefined;
  if (template === null || typeof template !== 'object') return undefined;
  for (const value of Array.isArray(template) ? template : ((template as { values?: [] }).values ?? [])) {
    const found = findHandler(value, name);
    if (found) return found;
  }
  return undefined;
}

test('an input that is changed during a failing run is applied by the next run', async () => {
  vi.stubGlobal('ResizeObserver', class {});
  const { HazeControls } = await import('./haze-controls.ts');
  const controls = new HazeControls();
  const asked: { sources: unknown; reject: (error: Error) => void }[] = [];
  const ask = ({ sources }: { sources?: unknown }) =>
    Object.keys(sources as object).length === 0 && asked.length === 0
      ? Promise.resolve(RAN)
      : new Promise((_, reject) => asked.push({ sources, reject }));
  Object.assign(controls, { subject: { stdout: '', ask } });
  const element = controls as unknown as Render;
  element.willUpdate(new Map([['subject', undefined]]));
  await expect.poll(() => Reflect.get(controls, '_base')).toBe(RAN);
  await expect.poll(() => Reflect.get(controls, '_isBusy')).toBe(false);
  findHandler(element.render(), 'fix')!();
  findHandler(element.render(), 'free')!();
  asked[0]!.reject(new Error('the deviation is negative'));
  await expect.poll(() => asked.map(({ sources }) => Object.keys(sources as object))).toEqual([['x'], []]);
});
