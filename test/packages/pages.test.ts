// The installed package in applications: built by Vite (also in its development server), esbuild and webpack, and in a
// page without a bundler. Each application builds and runs a program in Chromium, and so does the element.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import type { Page } from 'playwright-core';
import { build as buildByVite, createServer, type InlineConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { isMissing, type StartedChromium, startChromium } from '../browser/browsers.ts';
import { StaticHost } from '../browser/static-host.ts';
import { readExample } from '../docstring-example.ts';
import { APP, C_PROGRAM, runHaze, writeFile } from './installed-app.ts';

const ANSWER = { mean: 12, exitStatus: 0 };

/** An application with the code from a docstring in `haze/browser`, which returns its output. */
const describeExample = (path: string, name: string) => `
const printed = [];
console.log = (text) => printed.push(text);
${readExample(path, name)}
document.body.dataset.result = JSON.stringify(printed);
`;

/** An application that builds and runs a program, and shows the result in the page. */
function describeApp(setUp: string): string {
  return `
import { createHaze } from 'haze/browser';
import { findUx } from 'haze/ux';
async function main() {
  const haze = createHaze(${setUp});
  const built = await haze.build(${JSON.stringify(C_PROGRAM)}, { language: 'C' });
  if (!built.ok) throw new Error(built.log);
  const { stdout, exitStatus } = await haze.run(built.module, { core: 'C0-S' });
  return { mean: findUx(stdout)[0].value.mean, exitStatus };
}
main().then(tell, ({ code, message }) => tell({ code, message }));
function tell(result) { document.body.dataset.result = JSON.stringify(result); }
`;
}

const ELEMENT_APP = `
${readExample('entries/element.d.ts', 'setAssets')}
const element = document.createElement('haze-program');
element.source = ${JSON.stringify(C_PROGRAM)};
element.core = 'C0-S';
element.addEventListener('haze-end', ({ detail }) => { document.body.dataset.result = JSON.stringify(detail); });
document.body.append(element);
void element.run();
`;

function describePage(script: string, type = 'module'): string {
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>App</title><body><script type="${type}" src="${script}"></script>`;
}

describe.skipIf(isMissing('Chromium'))('in Chromium', () => {
  let browser: StartedChromium;
  let host: StaticHost;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    mkdirSync(join(APP, 'site'), { recursive: true });
    expect(runHaze('init', 'site/haze').status).toBe(0);
    host = await StaticHost.open({ folder: join(APP, 'site'), path: '/' });
    page = await browser.context.newPage();
  });
  afterAll(async () => {
    await browser?.end();
    await host?.close();
  });

  async function openApp(address: string): Promise<unknown> {
    await page.goto(address);
    const result = await page.waitForFunction(() => document.body.dataset.result);
    return JSON.parse((await result.jsonValue()) ?? '');
  }

  // Configured as shown in the plugin's docstring.
  function describeViteApp(folder: string, app = describeApp('')): InlineConfig {
    writeFile(`${folder}/index.html`, describePage('./main.js'));
    writeFile(`${folder}/main.js`, app);
    const configFile = writeFile(`${folder}/vite.config.js`, readExample('src/node/vite-plugin.ts', 'haze'));
    return { root: join(APP, folder), configFile, logLevel: 'error' };
  }

  test("an application runs in Vite's development server", async () => {
    const server = await createServer({ ...describeViteApp('vite-dev'), server: { port: 0 } });
    try {
      await server.listen();
      expect(await openApp(server.resolvedUrls?.local[0] ?? '')).toEqual(ANSWER);
    } finally {
      await server.close();
    }
  });

  test.each([
    ['build', 'src/client/program/page-library.ts', /^2\.50+/],
    ['connect', 'src/client/service/connect.ts', /^true$/],
  ])(
    'the docstring example for %s in haze/browser runs in an application built with Vite',
    async (name, path, printed) => {
      const folder = `vite-example-${name}`;
      const outDir = join(APP, 'site', folder);
      const config = describeViteApp(folder, describeExample(path, name));
      await buildByVite({ ...config, build: { outDir, emptyOutDir: true, target: 'es2022' } });
      const site = await StaticHost.open({ folder: outDir, path: '/' });
      try {
        const results = (await openApp(new URL('index.html', site.address).href)) as unknown[];
        expect(results.map(String)).toEqual([expect.stringMatching(printed)]);
      } finally {
        await site.close();
      }
    },
  );

  test('an application built with Vite runs under another base', async () => {
    const config = describeViteApp('vite-build');
    const outDir = join(APP, 'site/vite-app');
    await buildByVite({ ...config, base: '/vite-app/', build: { outDir, emptyOutDir: true } });
    expect(await openApp(new URL('vite-app/index.html', host.address).href)).toEqual(ANSWER);
  });

  test('an application bundled with esbuild runs', async () => {
    const entry = writeFile('esbuild/main.js', describeApp("{ assets: '/haze/' }"));
    const outdir = join(APP, 'site/esbuild');
    await bundle({
      entryPoints: [entry],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir,
      logLevel: 'error',
    });
    writeFile('site/esbuild/index.html', describePage('main.js'));
    expect(await openApp(new URL('esbuild/index.html', host.address).href)).toEqual(ANSWER);
  });

  test('an application bundled with webpack runs', async () => {
    const entry = writeFile('webpack/main.js', describeApp("{ assets: '/haze/' }"));
    const path = join(APP, 'site/webpack');
    const stats = await new Promise<webpack.Stats | undefined>((done, fail) =>
      webpack(
        {
          mode: 'production',
          optimization: { minimize: false },
          context: APP,
          entry,
          output: { path, filename: 'main.js' },
        },
        (error, made) => (error ? fail(error) : done(made)),
      ),
    );
    expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([]);
    writeFile('site/webpack/index.html', describePage('main.js', 'text/javascript'));
    expect(await openApp(new URL('webpack/index.html', host.address).href)).toEqual(ANSWER);
  });

  test('a page runs without a bundler', async () => {
    writeFile(
      'site/plain/main.js',
      describeApp('').replace("'haze/browser'", "'/haze/haze.js'").replace("'haze/ux'", "'/ux/ux.js'"),
    );
    cpSync(join(APP, 'node_modules/haze/dist/src'), join(APP, 'site/ux'), {
      recursive: true,
      filter: (path) => !/\/(api|node|toolchain|store|jobs)\b/.test(path.slice(APP.length)),
    });
    writeFile('site/plain/index.html', describePage('main.js'));
    expect(await openApp(new URL('plain/index.html', host.address).href)).toEqual(ANSWER);
  });

  test('the bundled element runs', async () => {
    const entry = writeFile('element/main.js', ELEMENT_APP);
    const outfile = join(APP, 'site/element/main.js');
    await bundle({ entryPoints: [entry], bundle: true, format: 'esm', outfile, logLevel: 'error' });
    writeFile('site/element/index.html', describePage('main.js'));
    const address = new URL('element/index.html', host.address).href;
    expect(await openApp(address)).toEqual({ kind: 'exited', exitStatus: 0, problem: '' });
    expect(
      await page
        .locator('haze-program')
        .getByText(/^power: /)
        .innerText(),
    ).toMatch(/12/);
  });

  test('missing files are reported along with the command that adds them', async () => {
    const entry = writeFile('missing/main.js', describeApp("{ assets: '/not-there/' }"));
    const outfile = join(APP, 'site/missing/main.js');
    await bundle({ entryPoints: [entry], bundle: true, format: 'esm', outfile, logLevel: 'error' });
    writeFile('site/missing/index.html', describePage('main.js'));
    expect(await openApp(new URL('missing/index.html', host.address).href)).toEqual({
      code: 'asset-missing',
      message: expect.stringContaining('Run "npx haze init public/haze"'),
    });
  });
});
