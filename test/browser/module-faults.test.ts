// Unusable modules next to a page: the console shows one sentence about each, and the compiler builds the program
// instead. Runs in Chromium. Faults that an engine detects itself, when it decompresses gzip or rejects responses from
// other sites, are tested in all engines.
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProgramBench } from '../../src/node/docs/program-bench.ts';
import { isMissing, launchChromium, openContext } from './browsers.ts';
import { adaptPage, openFirefoxPage, startDrivenFirefox } from './driven-firefox.ts';
import { startWebKit } from './driven-webkit.ts';
import type { DrivenPage } from './playground-driver.ts';
import { StaticHost } from './static-host.ts';

const SITE = fileURLToPath(new URL('../../dist/page/', import.meta.url));

const TEXT = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double side = UxHwDoubleGaussDist(2.0, 0.1);
  printf("area: %lf m2\\n", side * side);
  return 0;
}
`;

/** The prefix that precedes the contract number in a module. */
const CONTRACT = '__ux_contract_';

const FAULTS: readonly (readonly [
  name: string,
  make: (own: Buffer, other: Buffer) => Buffer,
  reason: RegExp,
])[] = [
  ['truncated', (own) => own.subarray(0, 9000), /truncated or damaged/],
  [
    'damaged',
    (own) => Buffer.concat([own.subarray(0, 9000), Buffer.alloc(20), own.subarray(9020)]),
    /truncated or damaged/,
  ],
  ['followed-by-more', (own) => Buffer.concat([own, Buffer.from('more')]), /truncated or damaged/],
  [
    'of-an-older-contract',
    (own) => {
      const module = gunzipSync(own);
      const at = module.indexOf(CONTRACT) + CONTRACT.length;
      module[at] = module[at]! - 1;
      return gzipSync(module);
    },
    /built by an older version of Haze with core contract \d/,
  ],
  ['of-another-program', (_, other) => other, /a different source/],
  [
    'with-another-source',
    (own) => {
      const module = gunzipSync(own);
      module.write('AREA: ', module.lastIndexOf('area: '));
      return gzipSync(module);
    },
    /a different source/,
  ],
  [
    'cut-and-packed-again',
    (own) => gzipSync(gunzipSync(own).subarray(0, 30_000)),
    /is truncated, or was not/,
  ],
  ['a-page', () => Buffer.from('<!doctype html>not here'), /was not written by/],
  ['empty', () => Buffer.alloc(0), /was not written by/],
];

/** Faults that are detected by the engine rather than by our own code. */
const FOUND_BY_ENGINES = ['truncated', 'damaged', 'followed-by-more', 'missing', 'elsewhere'];

describe('unusable modules', () => {
  let host: StaticHost;
  /** A site whose responses lack the header that lets other sites read them. */
  let otherSite: StaticHost;

  beforeAll(async () => {
    const bench = new ProgramBench();
    const make = async (source: string) => Buffer.from((await bench.makeModule({ source, language: 'C' }))!);
    const [own, other] = [await make(TEXT), await make(TEXT.replace('area', 'field'))];
    bench.close();
    otherSite = await StaticHost.open({ folder: SITE, path: '/', pages: { '/own.haze': own } });
    const modules = FAULTS.map(([name, damage]) => [`/${name}.haze`, damage(own, other)] as const);
    const addresses = [
      ...FAULTS.map(([name]) => [name, `${name}.haze`] as const),
      ['missing', 'none.haze'],
      ['elsewhere', `${otherSite.address}own.haze`],
    ];
    const elements = addresses.map(
      ([id, module]) =>
        `<haze-program id="${id}" module="${module}"><script type="text/plain">${TEXT}</script></haze-program>`,
    );
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>x</title>
<script>
window.warned = [];
console.warn = (text) => window.warned.push(text);
</script>
<script src="haze/haze-program.js"></script>${elements.join('\n')}`;
    host = await StaticHost.open({
      folder: SITE,
      path: '/haze/',
      pages: { '/page.html': page, ...Object.fromEntries(modules) },
    });
  });
  afterAll(async () => {
    await host?.close();
    await otherSite?.close();
  });

  /** Runs one element, and returns its text and the run's warnings. */
  const runOne = (tab: DrivenPage, name: string) =>
    tab.evaluate(async (id) => {
      await customElements.whenDefined('haze-program');
      const warned = Reflect.get(window, 'warned') as string[];
      warned.length = 0;
      const element = document.getElementById(id) as HTMLElement & { run(): Promise<void> };
      await element.run();
      return { text: element.shadowRoot!.textContent!.replaceAll(/\s+/g, ' '), warned: [...warned] };
    }, name);

  async function check(tab: DrivenPage, isWanted = (_name: string) => true): Promise<void> {
    await tab.goto(new URL('../page.html', host.address).href);
    const reasons = [
      ...FAULTS.map(([name, , reason]) => [name, reason] as const),
      ['missing', /could not be loaded from none\.haze: status 404/],
      ['elsewhere', /could not be loaded from http.*\(CORS\)/],
    ] as const;
    for (const [name, reason] of reasons.filter(([name]) => isWanted(name))) {
      const { text, warned } = await runOne(tab, name);
      // By arithmetic: 2² + 0.1², and 2·2·0.1.
      expect(text, name).toMatch(/area: 4\.01\d* ± 0\.40/);
      expect(warned, name).toEqual([expect.stringMatching(reason)]);
    }
  }

  test.skipIf(isMissing('Chromium'))(
    'Chromium reports each unusable module and compiles the program instead',
    async () => {
      const browser = await launchChromium();
      const context = await openContext(browser, { serviceWorkers: 'block' });
      await check(await context.newPage());
      await browser.close();
    },
  );

  const isEngines = (name: string) => FOUND_BY_ENGINES.includes(name);

  test.skipIf(isMissing('Firefox'))(
    'Firefox reports the unusable modules that it detects and compiles the program instead',
    async () => {
      const browser = await startDrivenFirefox();
      await check(adaptPage(await openFirefoxPage(browser)), isEngines);
      await browser.close();
    },
  );

  test.skipIf(isMissing('WebKit'))(
    'WebKit reports the unusable modules that it detects and compiles the program instead',
    async () => {
      const browser = await startWebKit();
      await check(await browser.newPage(), isEngines);
      await browser.end();
    },
  );
});
