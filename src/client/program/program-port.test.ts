import { afterEach, expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import {
  maybeProgramRequest,
  type ProgramEnd,
  type ProgramEvent,
  type ProgramRequest,
  type ProgramRunner,
} from './program-messages.ts';
import { openPortProgramRunner, refuseProgramPort, serveProgramPort } from './program-port.ts';

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

function openPorts(): MessageChannel {
  const channel = new MessageChannel();
  open.push(channel.port1, channel.port2);
  return channel;
}

/** A runner that fails on any call that the test does not define. */
const NOBODY: ProgramRunner = {
  prepare: () => undefined,
  warm: () => undefined,
  run: () => Promise.reject(new Error('reached')),
  ask: () => Promise.reject(new Error('reached')),
};

function connect(runner: Partial<ProgramRunner>): Promise<ProgramRunner> {
  const { port1, port2 } = openPorts();
  serveProgramPort(port2, { ...NOBODY, ...runner });
  return openPortProgramRunner(port1);
}

const never = () => new AbortController().signal;

test('a hint is sent through the port', async () => {
  await new Promise<void>((heard) => {
    void connect({ prepare: heard }).then((far) => far.prepare());
  });
});

test('a request is sent through the port, and events and the outcome are returned', async () => {
  const seen: ProgramRequest[] = [];
  const events: ProgramEvent[] = [];
  const far = await connect({
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

test('neither of two programs receives the other’s messages', async () => {
  const far = await connect({
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

test('a stop is sent through the port', async () => {
  const stop = new AbortController();
  const far = await connect({
    run: (_request, onEvent, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        onEvent({ kind: 'building' });
      }),
  });
  const reason = new HazeError('job-lost', 'stopped');
  const running = far.run(REQUEST, () => stop.abort(reason), stop.signal);
  await expect(running).rejects.toBe(reason);
  await expect(far.run(REQUEST, () => undefined, stop.signal)).rejects.toThrow();
});

test('a failure on the other side causes a rejection on this side with the same code and message', async () => {
  const far = await connect({
    run: () => Promise.reject(new HazeError('unknown-core', 'There is no core "X".')),
  });
  await expect(far.run(REQUEST, () => undefined, never())).rejects.toMatchObject({
    code: 'unknown-core',
    message: 'There is no core "X".',
  });
});

test('opening a refused port rejects with the given reason', async () => {
  const { port1, port2 } = openPorts();
  refuseProgramPort(port2, 'The network is unreachable.');
  await expect(openPortProgramRunner(port1)).rejects.toMatchObject({
    code: 'runner-unavailable',
    message: 'The network is unreachable.',
  });
});

test('programs stop when the other side disappears', async () => {
  const { port1, port2 } = openPorts();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stopped = new Promise<void>((resolve) => {
    serveProgramPort(port2, {
      ...NOBODY,
      run: (_request, _onEvent, signal) =>
        new Promise((_, reject) => {
          begin();
          signal.addEventListener('abort', () => {
            resolve();
            reject(signal.reason);
          });
        }),
    });
  });
  const far = await openPortProgramRunner(port1);
  void far.run(REQUEST, () => undefined, never());
  await begun;
  port1.close();
  await stopped;
});

test.each([
  { ...REQUEST, language: 'Pascal' },
  { ...REQUEST, source: 3 },
  { ...REQUEST, files: { 'a.h': 3 } },
  { ...REQUEST, files: ['a.h'] },
  { src: 'https://site.example/private.txt' },
  undefined,
])('a program %j is rejected before it reaches the runner', async (request) => {
  const far = await connect({ run: () => Promise.reject(new Error('reached')) });
  await expect(far.run(request as ProgramRequest, () => undefined, never())).rejects.toMatchObject({
    code: 'invalid-request',
  });
});

test('unknown fields of a program are dropped', async () => {
  const seen: ProgramRequest[] = [];
  const far = await connect({
    run: async (request) => {
      seen.push(request);
      return NOT_BUILT;
    },
  });
  const whole = { ...REQUEST, files: { 'a.h': 'int a;' } };
  await far.run({ ...whole, src: 'x' } as ProgramRequest, () => undefined, never());
  expect(seen).toEqual([whole]);
});

test('a query about a program is sent through the port, and its steps and response are returned', async () => {
  const answer = { kind: 'not-built', problem: 'no' } as const;
  const seen: unknown[] = [];
  const steps: string[] = [];
  const far = await connect({
    ask: async (request, wish, onStep) => {
      seen.push(request, wish);
      onStep('building');
      return answer;
    },
  });
  const wish = { trace: false, sources: { x: 'gauss(0, 1)', y: 2 } };
  expect(await far.ask(REQUEST, wish, (step) => steps.push(step), never())).toEqual(answer);
  expect(seen).toEqual([REQUEST, wish]);
  expect(steps).toEqual(['building']);
});

test.each([
  undefined,
  {},
  { trace: 'yes' },
  { trace: true, lanes: '9' },
  { trace: true, sources: { x: { y: 1 } } },
])('a query %j is rejected before it reaches the runner', async (wish) => {
  const far = await connect({});
  await expect(far.ask(REQUEST, wish as never, () => undefined, never())).rejects.toMatchObject({
    code: 'invalid-request',
  });
});

test('a module is sent through the port with its program, and so is the notice of an edit', async () => {
  const modules: (Uint8Array | undefined)[] = [];
  const warmed = new Promise<unknown>((resolve) => {
    void connect({
      warm: resolve,
      run: async ({ module }) => {
        modules.push(module);
        return NOT_BUILT;
      },
    }).then(async (far) => {
      await far.run({ ...REQUEST, module: new Uint8Array([1, 2]) }, () => undefined, never());
      far.warm(REQUEST);
    });
  });
  expect(await warmed).toEqual(REQUEST);
  expect(modules).toEqual([new Uint8Array([1, 2])]);
});

test('only bytes are accepted as a module', () => {
  expect(maybeProgramRequest({ ...REQUEST, module: new Uint8Array(3) })).toHaveProperty('module');
  expect(maybeProgramRequest({ ...REQUEST, module: 'https://other.example/' })).toBeUndefined();
});

test('a second program with the number of a running program is refused, so that each program can be stopped', async () => {
  const { port1, port2 } = openPorts();
  const stopped: string[] = [];
  serveProgramPort(port2, {
    ...NOBODY,
    run: ({ source }, _onEvent, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push(source);
          reject(signal.reason);
        });
      }),
  });
  const heard = new Promise<unknown[]>((resolve) => {
    const all: unknown[] = [];
    port1.onmessage = ({ data }) => {
      if (all.push(data) === 3) resolve(all);
    };
  });
  for (const source of ['first', 'second'])
    port1.postMessage({ kind: 'run', id: 7, request: { ...REQUEST, source } });
  port1.postMessage({ kind: 'stop', id: 7 });
  const kinds = (await heard).map((message) => (message as { kind: string }).kind);
  expect(kinds).toEqual(['ready', 'failure', 'failure']);
  expect(stopped).toEqual(['first']);
});
