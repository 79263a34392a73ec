// -fdec-structure: a period before a component name, as in `x.y`, means `x%y`. It becomes `%` wherever it cannot be
// part of an operator: `.and.` and similar operators stay, as does every operator that the source defines.
import type { RawStatement } from './reader.ts';

const INTRINSIC = 'eq ne lt le gt ge and or xor not eqv neqv true false'.split(' ');
const DEFINED = /operator\s*\(\s*\.\s*([a-z]+)\s*\.\s*\)/g;
const OPERATOR = /\.\s*([a-z]+)\s*\./y;
const MEMBER = /\.\s*[a-z_$]/y;
/** Text that precedes a component: a name, or the parentheses of an element. */
const BASE = /(?:(?<![a-z0-9_$])[a-z_$][a-z0-9_$]*|[)\]])[ \t]*$/;

/** The statements, with `%` in place of periods before components. */
export function readMemberPeriods(statements: readonly RawStatement[]): RawStatement[] {
  const operators = new Set(INTRINSIC);
  for (const { text } of statements) for (const [, name] of text.matchAll(DEFINED)) operators.add(name!);
  return statements.map((statement) =>
    statement.text.includes('.') ? { ...statement, text: withMembers(statement.text, operators) } : statement,
  );
}

function withMembers(text: string, operators: ReadonlySet<string>): string {
  let done = '';
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '.') {
      OPERATOR.lastIndex = i;
      const operator = OPERATOR.exec(text);
      if (operator && operators.has(operator[1]!)) {
        done += operator[0];
        i += operator[0].length - 1;
        continue;
      }
      MEMBER.lastIndex = i;
      if (MEMBER.test(text) && BASE.test(done)) {
        done += '%';
        continue;
      }
    }
    done += c;
  }
  return done;
}
