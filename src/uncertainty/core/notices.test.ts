import { expect, it } from 'vitest';
import { Notices } from './notices.ts';

it('a sentence is said once', () => {
  const said: string[] = [];
  const notices = new Notices((sentence) => said.push(sentence));
  expect(['a', 'b', 'a'].map((sentence) => notices.say(sentence))).toEqual([true, true, false]);
  expect(said).toEqual(['a', 'b']);
});
