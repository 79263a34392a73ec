import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { WritingBench } from './writing-bench.ts';

test('the line for <uxhw.h> goes below the last include of a file with CRLF line endings', () => {
  const source = '#include <math.h>\r\n#include <stdio.h>\r\nint main(void) { return 0; }\r\n';
  let state = EditorState.create({ doc: source });
  const editor = {
    get source() {
      return state.doc.toString();
    },
    insert: (_: string, line: { at: number; text: string }) => {
      state = state.update({ changes: { from: line.at, insert: line.text } }).state;
    },
  };
  const bench = { state: { program: { source, language: 'C' } }, parts: { editor } } as unknown as Bench;
  new WritingBench(bench).insertCall('UxHwDoubleUniformDist(0.0, 1.0)');
  expect(editor.source.split('\n').slice(0, 4)).toEqual([
    '#include <math.h>',
    '#include <stdio.h>',
    '#include <uxhw.h>',
    'int main(void) { return 0; }',
  ]);
});
