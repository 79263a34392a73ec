import { expect, test } from 'vitest';
import { parseRepositorySettings, readRepositorySettings } from './settings-file.ts';

const parse = (text: string) => parseRepositorySettings(new TextEncoder().encode(text));

test('a repository’s settings file specifies its core, its traced variables and its benchmarks', async () => {
  const settings = await parse(`MinimumCore:
      Class: C0Pro
      Microarchitecture: Athens
      CorrelationTracking: Autocorrelation
      MemorySize: 256000
      Precision: 64
TraceVariables:
  - File: "main.c"
    LineNumber: 50
    Expression: "output[0:1]"
BenchmarkingVariables:
    - VariableName: output[0]
      VariableDescription: Lift
      OutputObject: Distribution
      CommandLineArguments: -S 0
    - VariableName: output[1]
      CommandLineArguments: " "
BenchmarkingAllOutputs:
    - CommandLineArguments: -S 2
`);
  expect(settings).toEqual({
    minimumCore: {
      Class: 'C0Pro',
      Microarchitecture: 'Athens',
      CorrelationTracking: 'Autocorrelation',
      MemorySize: 256_000,
      Precision: 64,
    },
    traceVariables: [{ File: 'main.c', LineNumber: 50, Expression: 'output[0:1]' }],
    benchmarks: [
      { title: 'Lift', arguments: '-S 0' },
      { title: 'output[1]', arguments: '' },
    ],
    problems: [],
  });
});

test('a repository without the file has no settings', async () => {
  expect(await readRepositorySettings(new Map())).toEqual({
    traceVariables: [],
    benchmarks: [],
    problems: [],
  });
});

test.each([
  ['broken text', 'MinimumCore: [1\n', /^signaloid\.yaml is ignored: Flow sequence/],
  ['a list', '- 1\n', /not a mapping/],
  ['aliases that expand to a large value', 'a: &a [1]\nb: [*a, *a]\n', /Alias/],
  ['a file of megabytes', `# ${'x'.repeat(20_000)}`, /20002 bytes/],
  ['a core that is a string', 'MinimumCore: C0-S\n', /MinimumCore is ignored/],
  [
    'a precision that is a string',
    'MinimumCore: { Precision: many }\n',
    /Precision of MinimumCore is ignored/,
  ],
  [
    'a line number less than 1',
    'TraceVariables: [{ File: a.c, LineNumber: 0, Expression: x }]',
    /entry 1 of Trace/,
  ],
])('%s is reported and otherwise ignored', async (_, text, problem) => {
  const { problems, minimumCore = {}, traceVariables } = await parse(text);
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect([minimumCore, traceVariables]).toEqual([{}, []]);
});

test('names of Object.prototype are not settings', async () => {
  expect(await parse('__proto__: { MinimumCore: { Precision: 64 } }\nconstructor: 1\n')).toEqual({
    traceVariables: [],
    benchmarks: [],
    problems: [],
  });
});

test('a file with unknown tags causes no warning in the log', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  await parse(`a: !<tag:x\u001b[31m> 1\nb: !!${'b'.repeat(5000)} 2\n`);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

test.each([
  ['['.repeat(8000)],
  ['{a: '.repeat(2000)],
  ['- '.repeat(4000)],
  [`[${','.repeat(8000)}]`],
  [`a: 1\n${'#'.repeat(9000)}`],
])('a file that is too expensive to parse (%.9s) is ignored, and the reason is reported', async (text) => {
  expect((await parse(text)).problems).toEqual([expect.stringMatching(/^signaloid.yaml is ignored: /)]);
});
