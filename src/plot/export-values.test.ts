import { expect, test } from 'vitest';
import { writeCsv, writeJson } from './export-values.ts';
import { distributionOfSamples } from './sample-distribution.ts';

const values = [
  {
    label: 'lift, "total"',
    unit: 'N',
    distribution: distributionOfSamples(Float64Array.of(1, 1, 2, Infinity)),
  },
];

test('comma-separated values have one line a bin, quoted where they must be', () => {
  expect(writeCsv(values).split('\r\n')).toEqual([
    'value,unit,low,high,probability,density',
    '"lift, ""total""",N,1,1,0.5,',
    '"lift, ""total""",N,2,2,0.25,',
    '"lift, ""total""",N,Infinity,Infinity,0.25,',
    '',
  ]);
});

test('a label that a spreadsheet would take for a formula is text', () => {
  expect(writeCsv([{ ...values[0]!, label: '=1+1' }])).toContain('"\'=1+1",N,1');
});

test('JSON says as text what it has no numbers for', () => {
  const [told] = JSON.parse(writeJson(values));
  expect(told).toMatchObject({
    label: 'lift, "total"',
    unit: 'N',
    mean: 'Infinity',
    probabilityOfInfinity: 0.25,
  });
  expect(told.quantiles).toContainEqual({ p: 0.5, x: 1 });
});
