import { expect, it } from 'vitest';
import { Notices } from './notices.ts';

it('a repeated message is reported only once', () => {
  const said: string[] = [];
  const notices = new Notices((sentence) => said.push(sentence));
  for (const sentence of ['a', 'b', 'a']) notices.say(sentence);
  expect(said).toEqual(['a', 'b']);
});

it('messages about values are reported once per value, and a single line replaces all but the first five', () => {
  const said: string[] = [];
  const notices = new Notices((sentence, about) => said.push(`${about?.handle ?? '–'}: ${sentence}`));
  for (const handle of [1, 1, 2, 3, 4, 5, 6, 7]) notices.sayAbout({ handle, particle: 0 }, 'is wide');
  expect(said.slice(0, 5)).toEqual(['1: is wide', '2: is wide', '3: is wide', '4: is wide', '5: is wide']);
  expect(said.slice(5)).toEqual([
    expect.stringMatching(/^–: only the first five notices of this kind are shown/),
  ]);
  expect(notices.isFull).toBe(true);
});
