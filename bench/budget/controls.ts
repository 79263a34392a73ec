// Measures controls for inputs, in Chromium on the built site: the time from a slider move to the new plot, in
// `<haze-program controls>` and in the playground, for a program that runs for about 10 ms. A move is complete when the
// browser has presented the frame with the new plot.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Measurement, measurement, median, quantile } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { build, open } from '../../src/node/library.ts';
import { describeProgram } from '../../src/ui/draft/program.ts';
import { linkProgram } from '../../src/ui/playground/links/program-link.ts';
import { moduleOf } from '../harness.ts';
import { onSite } from '../page/open-site.ts';

const PROGRAM = 'bench/budget/ten-milliseconds.c';
const CORE = 'C0-Joint';
const MOVES = 100;
/** Number of warm-up moves before the measurement, during which engines compile. */
const WARM_MOVES = 20;
const GOAL_MS = 50;

/** Measures the times from a slider move to the new plot, and the times of the run alone in Node. */
export async function run(): Promise<Measurement[]> {
  const source = readFileSync(join(findProjectRoot(), PROGRAM), 'utf8');
  const alone = await measureRun(source);
  const moved = await onSite(async ({ address, context }) => {
    const element = await context.newPage();
    await element.goto(`${address}bench.html`);
    await element.locator('haze-program').getByRole('button', { name: 'Run' }).click();
    const inElement = await measureMoves(element);
    await element.close();
    const playground = await context.newPage();
    await playground.goto(await linkProgram(describeProgram({ source, core: CORE }), address));
    await playground.getByText('x[0]').first().waitFor();
    await playground.locator('.cm-content').click();
    await playground.keyboard.press('Control+Enter');
    await playground.locator('.run-line.completed').waitFor();
    await playground.getByRole('button', { name: 'What makes it uncertain?' }).first().click();
    await playground.locator('haze-uncertainty').getByRole('tab', { name: 'Inputs' }).click();
    const inPlayground = await measureMoves(playground);
    return [...describe('<haze-program controls>', inElement), ...describe('playground', inPlayground)];
  }, pageOf(source));
  return [measurement('the run alone, in Node', alone, 'ms'), ...moved];
}

function describe(where: string, times: readonly number[]): Measurement[] {
  return [
    measurement(`${where}: from a move to the picture`, median(times), 'ms', GOAL_MS),
    measurement(`${where}: 95 of 100 within`, quantile(times, 0.95), 'ms'),
  ];
}

function pageOf(source: string): string {
  const text = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><title>bench</title><script src="haze-program.js"></script>
<haze-program core="${CORE}" language="C" controls>${text}</haze-program>`;
}

async function measureRun(source: string): Promise<number> {
  const built = await moduleOf(build(source, { debug: true }));
  const session = await open(built, { core: CORE });
  const times: number[] = [];
  for (let count = -WARM_MOVES; count < MOVES; count++) {
    const { statistics } = await session.run();
    if (count >= 0) times.push(statistics.executionTimeMs);
  }
  session.close();
  return median(times);
}

/** Moves a slider back and forth; returns the milliseconds that each move took. */
async function measureMoves(page: Page): Promise<number[]> {
  await page.locator('haze-controls input[type=range]').first().waitFor();
  const times = await page.evaluate(async (count) => {
    const find = (root: Document | ShadowRoot): HTMLElement | undefined => {
      for (const one of root.querySelectorAll<HTMLElement>('*')) {
        if (one.localName === 'haze-controls') return one;
        const inner = one.shadowRoot ? find(one.shadowRoot) : undefined;
        if (inner) return inner;
      }
      return undefined;
    };
    const controls = find(document) as HTMLElement & { readonly updateComplete: Promise<unknown> };
    const slider = controls.shadowRoot!.querySelector<HTMLInputElement>('input[type=range]')!;
    const picture = () => controls.shadowRoot!.querySelector('figure')?.innerHTML;
    const [low, high] = [Number(slider.min), Number(slider.max)];
    const nextFrame = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          // This task runs once the frame has been presented.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage('');
        });
      });
    const move = async (at: number) => {
      const before = picture();
      const result = new Promise((resolve) =>
        controls.addEventListener('haze-result', resolve, { once: true }),
      );
      const startMs = performance.now();
      slider.value = String(low + (high - low) * at);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await result;
      await controls.updateComplete;
      if (picture() === before) throw new Error('The picture is as before.');
      await nextFrame();
      return performance.now() - startMs;
    };
    const times: number[] = [];
    for (let k = 0; k < count; k++) times.push(await move(0.3 + 0.4 * ((k * 0.618) % 1)));
    return times;
  }, WARM_MOVES + MOVES);
  return times.slice(WARM_MOVES);
}
