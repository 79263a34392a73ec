// Tests the strings of <haze-program> in every language that a page may use.
import { expect, test } from 'vitest';
import { buttonWordsOf } from './button-words.ts';
import { elementWordsOf } from './element-words.ts';
import { frameWordsOf } from './frame-words.ts';
import { wordsOf } from './words.ts';

const ENGLISH = elementWordsOf('en');
/** Placeholder values for sentences. */
const PARTS = ['«1»', '«2»'];

const OTHERS = [
  ['de', /\p{Script=Latin}/u],
  ['es', /\p{Script=Latin}/u],
  ['fr', /\p{Script=Latin}/u],
  ['ja', /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
] as const;

/** Lists every string or, for a sentence with placeholders, the text around them. */
function listTexts(words: object): [name: string, text: string][] {
  return Object.entries(words).flatMap(([name, word]: [string, unknown]) => {
    if (name === 'lang' || name === 'number') return [];
    return [[name, typeof word === 'function' ? String(word(...PARTS)) : String(word)]];
  });
}

test.each(OTHERS)('every text for %s is in the right language and script', (lang, script) => {
  for (const [of, english, words] of [
    ['element', ENGLISH, elementWordsOf(lang)],
    ['frame', frameWordsOf('en'), frameWordsOf(lang)],
  ] as const) {
    expect(Object.keys(words).sort(), of).toEqual(Object.keys(english).sort());
    const originals = new Map(listTexts(english));
    for (const [name, text] of listTexts(words)) {
      expect(text.replaceAll(/«.»/g, '').trim(), name).not.toBe('');
      // International units and the playground have the same names in several languages.
      if (/^(?:milliseconds|seconds|minutes|playground)$/.test(name)) continue;
      expect(text, name).toMatch(script);
      expect(text, name).not.toBe(originals.get(name));
    }
  }
});

test.each(['en', ...OTHERS.map(([lang]) => lang)])(
  'in %s, every sentence contains each of its arguments exactly once',
  (lang) => {
    const words: object = elementWordsOf(lang);
    for (const [name, sentence] of Object.entries(words)) {
      if (typeof sentence !== 'function' || name === 'number') continue;
      const parts = PARTS.slice(0, sentence.length);
      expect(parts.length, name).toBeGreaterThan(0);
      const said: string = sentence(...parts);
      for (const part of parts) expect(said.split(part).length, name).toBe(2);
    }
  },
);

test('the element uses the same text as a page before a run, and frames use the same title', () => {
  for (const lang of ['en', ...OTHERS.map(([one]) => one)]) {
    expect(elementWordsOf(lang)).toMatchObject({ ...wordsOf(lang), ...buttonWordsOf(lang) });
    expect(frameWordsOf(lang).program).toBe(wordsOf(lang).program);
  }
});

test.each(['', 'xx', 'fa-IR', 'constructor', 'no language'])(
  'for the language "%s", the text is English',
  (lang) => {
    expect(elementWordsOf(lang)).toMatchObject({ lang: 'en', stop: 'Stop' });
    expect(elementWordsOf(lang).number(1.5, 1)).toBe('1.5');
    expect(frameWordsOf(lang)).toBe(frameWordsOf('en'));
  },
);

test.each(['de_CH', 'de-', 'DE', 'de-x'])('the tag "%s" selects German', (lang) => {
  expect(elementWordsOf(lang)).toMatchObject({ stop: 'Anhalten' });
  expect(elementWordsOf(lang).number(1234)).toMatch(/^1.234$/);
});
