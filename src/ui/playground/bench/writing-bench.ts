// Tools for editing the program's text: inserting calls, and formatting. Each tool lazy-loads its code.

import { messageOf } from '../../../errors/message-of.ts';
import { maybeNeededLine } from '../../editor/include-line.ts';
import type { Bench } from './bench.ts';

export class WritingBench {
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Inserts a call to a function for distributions at the cursor, and adds a missing header or module. */
  insertCall(text: string): void {
    const { state, parts } = this.#bench;
    // The editor's text has its own line endings, so positions in the program's source may differ.
    if (parts) parts.editor.insert(text, maybeNeededLine(parts.editor.source, state.program.language));
  }

  /** Formats the program according to clang-format's rules. */
  async format(): Promise<void> {
    const { state, parts, say, change } = this.#bench;
    const { program, project } = state;
    if (program.language === 'Fortran') return say('clang-format supports C and C++, but not Fortran.');
    try {
      const { formatSource } = await import('../../editor/format-source.ts');
      const name = project?.current ?? (program.language === 'C' ? 'main.c' : 'main.cpp');
      const formatted = await formatSource(program.source, name, project?.maybeText('.clang-format'));
      // Drops the formatted text if the user has typed in the meantime, so that nothing is lost.
      if (this.#bench.state.program.source !== program.source) return;
      if (formatted !== program.source) parts?.editor.replaceAll(formatted);
      change({ announcement: formatted === program.source ? 'Nothing to format.' : 'Formatted.' });
    } catch (error) {
      say(
        `The program could not be formatted (${messageOf(error)}). To format offline, first format once while online.`,
      );
    }
  }
}
