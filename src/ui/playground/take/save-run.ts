// Downloads for a run: its output as printed, or all its values.

import { saveFile } from '../../browser/save-file.ts';
import { listValues } from '../../take/list-values.ts';
import type { Bench } from '../bench/bench.ts';
import type { RanProgram } from '../bench/ran-program.ts';

export type TakenPart = 'output' | 'csv' | 'json';

/** Maximum number of samples for each value of a Reference run. */
const MOST_SAMPLES = 100_000;
const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** Saves a part of the last run, including output that is not displayed; does nothing before the first run. */
export async function saveRun(
  { state, service, say }: Bench,
  part: TakenPart,
  last: RanProgram | undefined,
): Promise<void> {
  const { build, task } = state.run;
  if (!build || !task) return;
  const { client } = await service.reach();
  const { TaskID } = task;
  const stdout = task.Streams?.Stdout.SizeInBytes === 0 ? '' : await client.readStream(TaskID, 'Stdout');
  if (part === 'output') {
    saveFile('stdout.txt', stdout);
    return;
  }
  const { count, text } = await listValues(part, stdout, {
    origin: {
      program: last?.program.title ?? '',
      language: last?.program.language ?? '',
      core: last?.coreName ?? build.CoreID,
      arguments: task.Arguments ?? '',
      taskId: TaskID,
      createdAt: new Date(task.CreatedAt).toISOString(),
    },
    loadSamples: (valueId) => client.readSamples(TaskID, valueId, MOST_SAMPLES),
  });
  if (count === 0) {
    say('The run printed no values: whole numbers and text are in “Output as printed”.');
    return;
  }
  saveFile(`values.${part}`, new Blob([text], { type: TYPES[part] }));
}
