// Describes every distribution function that a program can call, in C and in Fortran, with its signature, a sentence
// and its parameters. The descriptions are generated from the rows in families.ts and functions.ts and the text in
// function-words.ts, for the editor and docs/uxhw.md.
import { type DistributionFamily, FAMILIES, type FamilyParameter } from './families.ts';
import { FORTRAN_ONLY, type FortranCall, FUNCTION_WORDS } from './function-words.ts';
import { nameIn, type Precision, prototypeIn, UXHW_FUNCTIONS, type UxhwFunction } from './functions.ts';

export interface DescribedFunction {
  readonly name: string;
  /** Declaration: `double UxHwDoubleMixture(double d1, double d2, double p)`. */
  readonly signature: string;
  /** A sentence, with names in backticks. */
  readonly about: string;
  readonly parameters: readonly DescribedParameter[];
  /** The family of the created distribution. */
  readonly family?: DistributionFamily;
}

export interface DescribedParameter {
  /** Text of the parameter in the signature, such as `double d1`. */
  readonly text: string;
  readonly about: string;
}

const ROWS: readonly DistributionFamily[] = FAMILIES;
const STEM = 'UxHwDouble'.length;
const FAMILY_OF: ReadonlyMap<string, DistributionFamily> = new Map(ROWS.map((row) => [row.name, row]));

/** The part of a function's name after `UxHwDouble`. */
function stemOf(one: UxhwFunction): string {
  return nameIn('double', one).slice(STEM);
}

/** All functions in C, the `double` functions first. */
export function describeInC(): readonly DescribedFunction[] {
  return (['double', 'float'] as const).flatMap((precision) =>
    UXHW_FUNCTIONS.flat().map((one) => describePrototype(precision, one)),
  );
}

function describePrototype(precision: Precision, one: UxhwFunction): DescribedFunction {
  const signature = prototypeIn(precision, one);
  const family = FAMILY_OF.get(stemOf(one));
  const parameters = listParameters(signature).map((text) => {
    const name = nameOfParameter(text);
    return { text, about: aboutParameter(stemOf(one), name) };
  });
  return {
    name: nameIn(precision, one),
    signature,
    about: aboutOf(one).replace('WeightedT', precision === 'double' ? 'WeightedDouble' : 'WeightedFloat'),
    parameters,
    ...(family && { family }),
  };
}

/** Result or effect of a function. */
function aboutOf(one: UxhwFunction): string {
  const family = FAMILY_OF.get(stemOf(one));
  return family ? family.about : FUNCTION_WORDS[stemOf(one)]!.about;
}

function aboutParameter(stem: string, name: string): string {
  const family = FAMILY_OF.get(stem);
  if (!family) return FUNCTION_WORDS[stem]!.parameters[name]!;
  return describeFamilyParameter(family.parameters.find((one) => one.name === name)!);
}

const UNITS: Readonly<Record<FamilyParameter['unit'], string>> = {
  x: 'in the unit of the value',
  '1': 'without a unit',
  'ln x': 'of the logarithm of the value',
};

function describeFamilyParameter(parameter: FamilyParameter): string {
  const { name, called, unit, least, above, below, notBelow } = parameter;
  const bounds = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(above === undefined ? [] : [`greater than ${above}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
    ...(notBelow === undefined ? [] : [`not below \`${notBelow}\``]),
  ];
  return [called ?? `\`${name}\``, UNITS[unit], ...bounds].join(', ');
}

/** Lists the parameters of a prototype. Commas inside parentheses do not separate parameters. */
function listParameters(signature: string): string[] {
  const inside = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
  const parts = inside.match(/(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== 'void');
}

/**
 * Extracts the parameter's name from its text: `n` from `size_t n`, `likelihood` from `double (*likelihood)(double)`.
 */
function nameOfParameter(text: string): string {
  return (/\(\*(\w+)\)/.exec(text) ?? /(?<!\w)(\w+)$/.exec(text))![1]!;
}

/** All generic functions in the module `uxhw`, plus the functions that only have a C name. */
export function describeInFortran(): readonly DescribedFunction[] {
  const rows = UXHW_FUNCTIONS.flat();
  return [...rows.flatMap(describeGeneric), ...FORTRAN_ONLY.map((one) => describeCall(one, one.about))];
}

function describeGeneric(one: UxhwFunction): readonly DescribedFunction[] {
  const { fortran } = one;
  const stem = stemOf(one);
  if (fortran === 'none') return [];
  if ('own' in fortran)
    return (FUNCTION_WORDS[stem]!.fortran ?? []).map((call) => describeCall(call, aboutInFortran(one)));
  const family = FAMILY_OF.get(stem);
  const names = listParameters(one.prototype).map(nameOfParameter);
  const parameters = fortran[1].split(' ').map((text, i) => ({
    text: text.replace('(*)', '(:)'),
    about: aboutParameter(stem, names[i]!),
  }));
  const renamed = new Map(names.map((name, i) => [name, parameters[i]!.text.replace('(:)', '')]));
  const rename = (text: string) =>
    text.replaceAll(/`(\w+)`/g, (_, name: string) => `\`${renamed.get(name) ?? name}\``);
  return [
    {
      name: fortran[0],
      signature: `real(K) function ${fortran[0]}(${parameters.map(({ text }) => text).join(', ')})`,
      about: rename(aboutOf(one)),
      parameters: parameters.map(({ text, about }) => ({ text, about: rename(about) })),
      ...(family && { family }),
    },
  ];
}

/** Description for Fortran, without features that exist only in C. */
function aboutInFortran(one: UxhwFunction): string {
  return FUNCTION_WORDS[stemOf(one)]!.aboutInFortran ?? aboutOf(one);
}

function describeCall({ call, gives, parameters }: FortranCall, about: string): DescribedFunction {
  const name = call.slice(0, call.indexOf('('));
  return {
    name,
    signature: `${gives === undefined ? 'subroutine' : `${gives} function`} ${call}`,
    about,
    parameters: listParameters(call).map((text) => ({ text, about: parameters[text]! })),
  };
}

/** The table in docs/uxhw.md for a group of functions. */
export function tabulateFunctions(group: readonly UxhwFunction[]): string {
  const rows = group.map((one) => {
    const names = listParameters(one.prototype).map(nameOfParameter);
    return `| \`${stemOf(one)}(${names.join(', ')})\` | ${aboutOf(one)} |`;
  });
  return ['| function | result or effect |', '|---|---|', ...rows, ''].join('\n');
}

/** The header's comments on functions that do not create a parametric distribution. */
export function commentOnFunctions(longest: number): string {
  const lines = UXHW_FUNCTIONS.slice(1)
    .flat()
    .flatMap((one) => {
      const names = listParameters(one.prototype).map(nameOfParameter);
      const words = aboutOf(one).replaceAll('`', '').split(' ');
      return [
        `//   ${stemOf(one)}(${names.join(', ')})`,
        ...wrapWords(words, longest - 8).map((line) => `//       ${line}`),
      ];
    });
  return lines.join('\n');
}

function wrapWords(words: readonly string[], longest: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= longest)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
