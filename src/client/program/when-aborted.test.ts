import { expect, test } from 'vitest';
import { rejectWhenAborted, untilAborted } from './when-aborted.ts';

test.each(['before', 'after'])('an abort %s listening is detected', async (when) => {
  const aborting = new AbortController();
  const reason = new Error('enough');
  if (when === 'before') aborting.abort(reason);
  const told = Promise.all([
    untilAborted(aborting.signal),
    expect(rejectWhenAborted(aborting.signal)).rejects.toBe(reason),
  ]);
  aborting.abort(reason);
  await told;
});
