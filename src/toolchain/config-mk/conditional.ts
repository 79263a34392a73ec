// Conditionals of a makefile: ifeq, ifneq, ifdef, ifndef. Reference: GNU make manual, "Syntax of Conditionals".
import { configMkError } from './config-mk-error.ts';
import { type Expansion, expandText } from './expand.ts';

const CONDITIONAL = /^(ifeq|ifneq|ifdef|ifndef)(?:[ \t]+(?![ \t])(.*))?$/s;

/** True if a line begins a conditional. */
export function isConditional(text: string): boolean {
  return CONDITIONAL.test(text);
}

/**
 * Evaluates a condition. `text` is the line from its keyword onwards.
 * @throws HazeError `config-mk` if the condition is malformed
 */
export function evaluateCondition(text: string, expansion: Expansion): boolean {
  const [, keyword, argument = ''] = CONDITIONAL.exec(text)!;
  if (keyword === 'ifdef' || keyword === 'ifndef') {
    const name = expandText(argument, expansion).trim();
    if (argument === '' || /[ \t]/.test(name)) {
      throw configMkError(
        expansion.place,
        `${keyword} needs the name of one variable, as in "${keyword} DEBUG".`,
      );
    }
    const defined = (expansion.variables.get(name)?.value ?? '') !== '';
    return defined === (keyword === 'ifdef');
  }
  const operands = maybeParenthesised(argument) ?? maybeQuoted(argument);
  if (operands === undefined) {
    throw configMkError(
      expansion.place,
      `${keyword} needs two values, as in "${keyword} ($(A),b)" or "${keyword} '$(A)' 'b'".`,
    );
  }
  const [left, right] = operands.map((operand) => expandText(operand, expansion));
  return (left === right) === (keyword === 'ifeq');
}

// Parses (a,b). The first comma outside nested parentheses separates the arguments, and the first unmatched closing
// parenthesis terminates them. Spaces around the comma are dropped.
function maybeParenthesised(argument: string): [string, string] | undefined {
  if (!argument.startsWith('(')) return undefined;
  const comma = maybeOutside(argument, 1, ',');
  const end = comma === undefined ? undefined : maybeOutside(argument, comma + 1, ')');
  if (comma === undefined || end === undefined) return undefined;
  return [
    argument.slice(1, comma).replace(/(?<![ \t])[ \t]+$/, ''),
    argument.slice(comma + 1, end).replace(/^[ \t]+/, ''),
  ];
}

function maybeOutside(text: string, start: number, wanted: string): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === wanted && depth <= 0) return at;
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
  }
  return undefined;
}

function maybeQuoted(argument: string): [string, string] | undefined {
  const match = /^(?:"([^"]*)"|'([^']*)')[ \t]*(?:"([^"]*)"|'([^']*)')/.exec(argument);
  if (match === null) return undefined;
  return [match[1] ?? match[2]!, match[3] ?? match[4]!];
}
