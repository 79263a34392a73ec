// Text that `npm run build:wasm` generates from the tables: the prototypes in <uxhw.h>, the names in <uncertain.h>,
// and the guest's entry points for parametric distributions.

import { commentOnFunctions } from './describe-functions.ts';
import { type DistributionFamily, FAMILIES } from './families.ts';
import { nameIn, type Precision, prototypeIn, UXHW_FUNCTIONS } from './functions.ts';

const LONGEST_LINE = 120;
const PRECISIONS = ['double', 'float'] as const;

/** A header line that is replaced with generated text. */
const MARKER = /^\/\/ @(?<what>families|functions|prototypes (?<precision>double|float)|older names)$/gm;

/** Returns a header in which text from the tables replaces the marked lines. */
export function fillHeader(text: string): string {
  return text.replaceAll(MARKER, (_line, ...rest) => {
    const { what, precision } = rest.at(-1) as { what: string; precision?: Precision };
    if (what === 'families') return describeFamilies();
    if (what === 'functions') return commentOnFunctions(LONGEST_LINE);
    return precision ? printPrototypes(precision) : printOlderNames();
  });
}

function describeFamilies(): string {
  const calls = FAMILIES.map(({ name, parameters, about }: DistributionFamily) => ({
    call: `${name}(${parameters.map((one) => one.name).join(', ')})`,
    about,
  }));
  const width = Math.max(...calls.map(({ call }) => call.length));
  return calls.map(({ call, about }) => `//   ${call.padEnd(width)}  ${about}`).join('\n');
}

function printPrototypes(precision: Precision): string {
  const groups = UXHW_FUNCTIONS.map((group) =>
    group
      // A program may define its own `bool`.
      .map((one) => wrap(`${prototypeIn(precision, one).replaceAll('bool ', 'UXHW_BOOL ')};`))
      .join('\n'),
  );
  return groups.join('\n\n');
}

/** Breaks a long prototype at its last comma, aligned with the first parameter. */
function wrap(prototype: string): string {
  if (prototype.length <= LONGEST_LINE) return prototype;
  const comma = prototype.lastIndexOf(', ', LONGEST_LINE - 1);
  const indent = ' '.repeat(prototype.indexOf('(') + 1);
  return `${prototype.slice(0, comma + 1)}\n${indent}${prototype.slice(comma + 2)}`;
}

function printOlderNames(): string {
  const old = UXHW_FUNCTIONS.flat().filter(({ isNew }) => !isNew);
  return PRECISIONS.map((precision) =>
    old
      .map((one) => nameIn(precision, one))
      .map((name) => `#define libUncertain${name.slice('UxHw'.length)} ${name}`)
      .join('\n'),
  ).join('\n\n');
}

/** Text of `ux-families.h`: `PARAMETRIC<number of parameters>(name in C, number of the kind)` for each family. */
export function familiesHeader(): string {
  const lines = FAMILIES.map(
    ({ kind, name, parameters }: DistributionFamily) =>
      `PARAMETRIC${parameters.length}(${name}, UX_PARAMETRIC_${kind.toUpperCase()})`,
  );
  return `// Generated from src/uxhw/families.ts. Do not edit.\n${lines.join('\n')}\n`;
}

/** The table in docs/distributions.md. */
export function tabulateFamilies(): string {
  const rows = FAMILIES.map((family: DistributionFamily) => {
    const { name, fortran, parameters, about } = family;
    const given = parameters.map((one) => `\`${one.name}\`${one.unit === '1' ? '' : ` [${one.unit}]`}`);
    return `| \`${name}\` | \`${fortran}\` | ${given.join(', ')} | ${about} | ${describeRefused(family)} |`;
  });
  return ['| C | Fortran | parameters | meaning | NaN if |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

function describeRefused({ parameters }: DistributionFamily): string {
  const refused = parameters.flatMap(({ name, least, above, below, notBelow }) => [
    ...(least === undefined ? [] : [`${name} < ${least}`]),
    ...(above === undefined ? [] : [`${name} ≤ ${above}`]),
    ...(below === undefined ? [] : [`${name} ≥ ${below}`]),
    ...(notBelow === undefined ? [] : [`${name} < ${notBelow}`]),
  ]);
  return refused.join(', ');
}
