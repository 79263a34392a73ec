// `--accuracy-report`: every printed value with its mean, standard deviation and 95 % interval, each with its standard
// error.
import { alignRows } from '../../../budget/reports/align-rows.ts';
import { formatAnswer } from '../../../plot/distributions/format-answer.ts';
import { formatPlusMinus } from '../../../plot/distributions/format-value.ts';
import type { Answer, KnownFigure } from '../../../uncertainty/core/value-figures.ts';
import type { RunResult } from '../../library.ts';

type ReportForm = 'text' | 'json';

const HEADINGS = ['line', 'value', 'mean', 'standard deviation', '2.5 %', '97.5 %'];

/** The report, including its final newline. @param coreName the core on which the program ran */
export function writeReport(coreName: string, result: RunResult, form: ReportForm): string {
  const { values = [], refinedLanes, reference } = result;
  if (form === 'json') return `${JSON.stringify(describe(coreName, result), spellNumber)}\n`;
  const lanes = refinedLanes === undefined ? '' : `, refined to ${refinedLanes} aligned samples`;
  const runs = reference ? `, ${reference.figures.runs} runs` : '';
  const title = `Printed values on ${coreName}${lanes}${runs}, each figure ± its standard error`;
  if (values.length === 0) return `${title}: none.\n`;
  const rows = values.map((value) => [
    value.nth === 1 ? String(value.line) : `${value.line}, no. ${value.nth}`,
    value.name,
    ...[value.mean, value.deviation, value.low, value.high].map((figure, i) =>
      i === 0 && value.answer ? formatAnswered(value.answer) : formatFigure(figure),
    ),
  ]);
  const lines = alignRows([HEADINGS, ...rows], () => true);
  return `${title}:\n${lines.join('\n')}\n`;
}

/** Formats an answer. A probability whose distance from 0 or 1 is less than its error is shown without the error. */
function formatAnswered(answer: Answer): string {
  const { kind, value, unit, error } = answer;
  const isRare = kind === 'probability' && Math.min(value, unit - value) < error;
  return isRare ? formatAnswer(answer, formatPlusMinus(value, 0)) : formatFigure(answer);
}

/** Formats a figure as `6021 ± 14`, or as `6021 ± ?` if the error is unknown. */
export function formatFigure({ value, error }: KnownFigure): string {
  return Number.isNaN(error) && !Number.isNaN(value)
    ? `${formatPlusMinus(value, 0)} ± ?`
    : formatPlusMinus(value, error);
}

function describe(core: string, { values = [], refinedLanes, reference }: RunResult) {
  return {
    core,
    ...(refinedLanes === undefined ? {} : { refinedLanes }),
    ...(reference ? { runs: reference.figures.runs } : {}),
    values: values.map(({ name, line, nth, mean, deviation, low, high }) => ({
      name,
      line,
      nth,
      mean,
      deviation,
      quantiles: [
        { probability: 0.025, ...low },
        { probability: 0.975, ...high },
      ],
    })),
  };
}

/** JSON has no infinities and no NaN: infinities become strings, and an unknown figure becomes null. */
function spellNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) && !Number.isNaN(value) ? String(value) : value;
}
