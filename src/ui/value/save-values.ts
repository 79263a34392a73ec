// Downloads offered by the viewer: plots as SVG and PNG, numbers as CSV and JSON, Ux text.
import { describeDistribution } from '../../plot/distributions/describe-distribution.ts';
import { pictureColours, pictureTheme } from '../../plot/drawing/picture-theme.ts';
import { drawPlot } from '../../plot/drawing/plot.ts';
import type { PlotOptions } from '../../plot/drawing/plot-parts.ts';
import { writeCsv, writeJson } from '../../plot/printed/export-values.ts';
import { nameFor, saveFile } from '../browser/save-file.ts';
import { commonUnit, type ShownValue } from './viewed-value.ts';

export const EXPORTS = ['SVG', 'PNG', 'CSV', 'JSON', 'Ux'] as const;
export type ExportFormat = (typeof EXPORTS)[number];

/** The plot's appearance, the same as on screen. */
type Looks = Pick<PlotOptions, 'kind' | 'shape'>;

const WIDTH = 1200;
const HEIGHT = 800;

const TYPES: Readonly<Record<ExportFormat, string>> = {
  SVG: 'image/svg+xml',
  PNG: 'image/png',
  CSV: 'text/csv',
  JSON: 'application/json',
  Ux: 'text/plain',
};

/** Creates the file and offers it as a download. */
export async function saveValues(
  format: ExportFormat,
  values: readonly ShownValue[],
  looks: Looks,
): Promise<void> {
  const content = await makeContent(format, values, looks);
  const blob = new Blob([content], { type: TYPES[format] });
  const name = nameFor(values.map(({ label }) => label).join(' '), 'value');
  saveFile(`${name}.${format === 'Ux' ? 'txt' : format.toLowerCase()}`, blob);
}

function makeContent(
  format: ExportFormat,
  values: readonly ShownValue[],
  looks: Looks,
): string | Promise<Blob> {
  switch (format) {
    case 'SVG':
      return drawPicture(values, looks);
    case 'PNG':
      return rasterise(drawPicture(values, looks));
    case 'CSV':
      return writeCsv(values);
    case 'JSON':
      return writeJson(values);
    case 'Ux':
      return values.flatMap(({ ux }) => (ux === undefined ? [] : [`${ux}\n`])).join('');
  }
}

function drawPicture(values: readonly ShownValue[], looks: Looks): string {
  const unit = commonUnit(values);
  const [only] = values;
  const name = values.length === 1 ? only!.label : '';
  return drawPlot(
    values.map(({ distribution, label, series, isBefore, figures }) => ({
      distribution,
      figures,
      label: values.length > 1 ? label : '',
      colour: pictureColours[series - 1]!,
      isDashed: isBefore,
    })),
    {
      width: WIDTH,
      height: HEIGHT,
      fontSize: 22,
      ...looks,
      hasMarks: true,
      theme: pictureTheme,
      xLabel: unit === '' ? name : `${name} (${unit})`.trim(),
      description: values
        .map(({ distribution, label, figures }) => describeDistribution(distribution, label, figures))
        .join(' '),
    },
  ).svg;
}

async function rasterise(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext('2d')!.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('this browser cannot create PNG files')),
    );
  });
}
