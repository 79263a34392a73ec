// The variable name at the start of an expression of variable-expressions.ts.

const NAME = /^\s*([A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)/;

/** The variable's name at the start of an expression, in either spelling. */
export function nameInExpression(text: string): string | undefined {
  return NAME.exec(text)?.[1];
}
