import { afterEach, expect, test } from 'vitest';
import { HazeError } from '../errors/haze-error.ts';
import type { ProgramEnd, ProgramEvent, ProgramRequest, ProgramRunner } from './program-messages.ts';
import { createPortProgramRunner, serveProgramPort } from './program-port.ts';

const REQUEST: ProgramRequest = {
  source: 'x',
  language: 'C',
  core: 'C0-S',
  arguments: '',
  stdin: '',
  seed: 1,
};
const NOT_BUILT: ProgramEnd = { kind: 'not-built', problem: 'no', log: '', diagnostics: [] };

const open: MessagePort[] = [];

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function connect(runner: ProgramRunner): ProgramRunner {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  serveProgramPort(port2, runner);
  return createPortProgramRunner(port1);
}

const never = () => new AbortController().signal;

test('a request goes over, and events and the end come back', async () => {
  const seen: ProgramRequest[] = [];
  const events: ProgramEvent[] = [];
  const far = connect({
    run: async (request, onEvent) => {
      seen.push(request);
      onEvent({ kind: 'building' });
      onEvent({ kind: 'output', stream: 'stdout', text: 'a' });
      return NOT_BUILT;
    },
  });
  expect(await far.run(REQUEST, (event) => events.push(event), never())).toEqual(NOT_BUILT);
  expect(seen).toEqual([REQUEST]);
  expect(events.map(({ kind }) => kind)).toEqual(['building', 'output']);
});

test('two programs do not hear of each other', async () => {
  const far = connect({
    run: async ({ source }, onEvent) => {
      onEvent({ kind: 'output', stream: 'stdout', text: source });
      return NOT_BUILT;
    },
  });
  const heard = ['a', 'b'].map(async (source) => {
    const texts: string[] = [];
    const listen = (event: ProgramEvent) => event.kind === 'output' && texts.push(event.text);
    await far.run({ ...REQUEST, source }, listen, never());
    return texts;
  });
  expect(await Promise.all(heard)).toEqual([['a'], ['b']]);
});

test('stopping goes over', async () => {
  const stop = new AbortController();
  const far = connect({
    run: (_request, onEvent, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        onEvent({ kind: 'building' });
      }),
  });
  const reason = new HazeError('cancelled', 'stopped');
  const running = far.run(REQUEST, () => stop.abort(reason), stop.signal);
  await expect(running).rejects.toBe(reason);
  await expect(far.run(REQUEST, () => undefined, stop.signal)).rejects.toThrow();
});

test('what fails over there fails here with the same words', async () => {
  const far = connect({ run: () => Promise.reject(new HazeError('unknown-core', 'There is no core "X".')) });
  await expect(far.run(REQUEST, () => undefined, never())).rejects.toMatchObject({
    code: 'unknown-core',
    message: 'There is no core "X".',
  });
});
