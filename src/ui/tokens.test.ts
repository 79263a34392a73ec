import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { THEME_PROPERTIES } from './program/frame-messages.ts';
import { programStyle } from './program/program-style.ts';
import { declareTokens, TOKENS } from './style/tokens.ts';
import { viewerStyle } from './value/viewer-style.ts';

const UI = new URL('./', import.meta.url);

function readStyles(): [string, string][] {
  const paths = readdirSync(UI, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => /\.(css|ts)$/.test(path) && !/\.test\.ts$|tokens\.ts$/.test(path))
    .map((path) => [path, readFileSync(new URL(path, UI), 'utf8')]);
}

test('styles read only custom properties that are tokens, and only tokens define colours', () => {
  const styles = readStyles();
  expect(styles.length).toBeGreaterThan(100);
  for (const [path, text] of styles) {
    const read = [...text.matchAll(/var\(--haze-([a-z][a-z0-9-]*)/g)].map(([, name]) => name!);
    expect([path, read.filter((name) => !(name in TOKENS))]).toEqual([path, []]);
    expect([path, text.match(/light-dark\(#[^)]*\)/g)]).toEqual([path, null]);
  }
});

test('every public theme property is a token', () => {
  for (const name of Object.keys(THEME_PROPERTIES))
    expect(TOKENS).toHaveProperty(name.replace('--haze-', ''));
});

test('the page and the elements share an accent colour', () => {
  expect(declareTokens()).toContain(`--haze-accent: ${TOKENS.accent};`);
  for (const { cssText } of [programStyle, viewerStyle])
    expect(cssText).toContain(`--accent: var(--haze-accent, ${TOKENS.accent});`);
});
