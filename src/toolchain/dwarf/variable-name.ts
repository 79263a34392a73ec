// Variable name at the start of an expression (see variable-expressions.ts).

const NAME = /^\s*([A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)/;

/** Name of the variable at the start of an expression, in either spelling. */
export function nameInExpression(text: string): string | undefined {
  return NAME.exec(text)?.[1];
}
