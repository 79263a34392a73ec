// Restores the source of an earlier run in the editor.
import type { EarlierSource } from '../../runs/haze-runs.ts';
import type { Bench } from './bench.ts';

/** Puts the source into the editor, as one undo step. */
export function bringBack({ state, parts, say, change }: Bench, { number, source }: EarlierSource): void {
  const { source: before } = state.program;
  parts?.editor.replaceAll(source);
  change({ side: 'code', writeTab: 'program' });
  const undo = { title: 'Undo', use: () => parts?.editor.replaceAll(before) };
  say(`The editor now contains the source of run ${number}.`, undo);
}
