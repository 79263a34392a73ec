import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programStyle } from '../program/program-style.ts';
import { ACCENT, ACCENT_TEXT } from './accent.ts';
import { viewerStyle } from './viewer-style.ts';

test('page and elements have one accent', () => {
  const theme = readFileSync(new URL('../playground/theme.css', import.meta.url), 'utf8');
  expect(theme).toContain(`--haze-accent: ${ACCENT};`);
  expect(theme).toContain(`--haze-accent-text: ${ACCENT_TEXT};`);
  for (const { cssText } of [programStyle, viewerStyle]) {
    expect(cssText).toContain(`--accent: var(--haze-accent, ${ACCENT});`);
    expect(cssText).toContain(`--accent-text: var(--haze-accent-text, ${ACCENT_TEXT});`);
  }
});
