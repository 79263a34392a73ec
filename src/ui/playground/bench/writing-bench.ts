// Tools for the program's text: insert a call, and format. Each tool lazy-loads its code.

import { messageOf } from '../../../errors/message-of.ts';
import { maybeNeededLine } from '../../editor/include-line.ts';
import type { EarlierSource } from '../../runs/haze-runs.ts';
import type { Bench } from './bench.ts';

export class WritingBench {
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Inserts a call of a function for distributions at the cursor, and adds a missing header or module. */
  insertCall(text: string): void {
    const { state, parts } = this.#bench;
    const { source, language } = state.program;
    parts?.editor.insert(text, maybeNeededLine(source, language));
  }

  /** Puts the source of an earlier run into the editor, as one undo step. */
  readonly bringBack = ({ number, source }: EarlierSource): void => {
    const { state, parts, say, change } = this.#bench;
    const { source: before } = state.program;
    parts?.editor.replaceAll(source);
    change({ side: 'code', writeTab: 'program' });
    const undo = { title: 'Undo', use: () => parts?.editor.replaceAll(before) };
    say(`The editor has the source of run ${number}.`, undo);
  };

  /** Formats the program by clang-format's rules. */
  async format(): Promise<void> {
    const { state, parts, say, change } = this.#bench;
    const { program, project } = state;
    if (program.language === 'Fortran') return say('clang-format knows C and C++, and no Fortran.');
    try {
      const { formatSource } = await import('../../editor/format-source.ts');
      const name = project?.current ?? (program.language === 'C' ? 'main.c' : 'main.cpp');
      const formatted = await formatSource(program.source, name, project?.maybeText('.clang-format'));
      // Text typed meanwhile is not lost.
      if (this.#bench.state.program.source !== program.source) return;
      if (formatted !== program.source) parts?.editor.replaceAll(formatted);
      change({ announcement: formatted === program.source ? 'Nothing to format.' : 'Formatted.' });
    } catch (error) {
      say(
        `The program could not be formatted (${messageOf(error)}). Without a network, format once while there is one.`,
      );
    }
  }
}
