// Tests the manifest against the page's links and the icon sizes that systems need: 192 and 512 pixels, one of them
// maskable (web.dev).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { APP_ICONS, APP_MANIFEST, colourOf, drawIcon, writeManifest } from './app-manifest.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(writeManifest());
const site = 'https://host.example/some/folder/';

test('every URL stays within the manifest folder', () => {
  const addresses = [manifest.start_url, manifest.scope, ...manifest.icons.map(({ src }: never) => src)];
  for (const address of addresses) expect(new URL(address, `${site}${APP_MANIFEST}`).href).toContain(site);
  expect(new URL(manifest.start_url, `${site}${APP_MANIFEST}`).href).toBe(site);
});

test('the icons for all systems exist', () => {
  const found = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`);
  for (const wanted of ['any any', '192x192 any', '512x512 any', '512x512 maskable']) {
    expect(found).toContain(wanted);
  }
});

test('the page links to the manifest and the icon, and sets the colours of the browser’s bar', () => {
  const page = read('index.html');
  expect(page).toContain(`<link rel="manifest" href="./${APP_MANIFEST}" vite-ignore />`);
  const [touch] = /<link rel="apple-touch-icon"[^>]*>/.exec(page) ?? [''];
  expect(APP_ICONS.map(({ path }) => `./${path}`)).toContain(/href="([^"]*)"/.exec(touch)?.[1]);
  for (const theme of ['light', 'dark'] as const) {
    expect(page).toContain(
      `<meta name="theme-color" content="${colourOf('surface', theme)}" media="(prefers-color-scheme: ${theme})" />`,
    );
  }
});

test('the parts of an icon that systems may cut off contain only background', () => {
  const sign = read('src/ui/playground/icon.svg');
  expect(drawIcon(sign, { path: '', sizePx: 192 })).toContain('width="192" height="192"');
  const drawn = drawIcon(sign, { path: '', sizePx: 512, isMaskable: true });
  expect(drawn).toContain('<rect width="32" height="32" fill="#0f6b6b"/>');
  // The logo spans 4 to 28 horizontally and 7 to 25 vertically. The safe circle's radius is 40 % of the width.
  const [, shift, scale] = /translate\(([\d.]+) [\d.]+\) scale\(([\d.]+)\)/.exec(drawn)!.map(Number);
  const corner = Math.hypot(28 * scale! + shift! - 16, 25 * scale! + shift! - 16);
  expect(corner).toBeLessThan(0.4 * 32);
});

test('a logo without a background is rejected', () => {
  expect(() => drawIcon('<svg viewBox="0 0 8 8"></svg>', { path: '', sizePx: 8 })).toThrow('no background');
});
