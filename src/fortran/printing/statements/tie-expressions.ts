// Connects the printers for statements and for each kind of expression by implementing the interface in expressions.ts.
import { arrayValue, fill, materialise } from '../arrays/array.ts';
import { constructArray } from '../arrays/array-constructor.ts';
import { callArray, callSubroutine, callValue } from '../calls/call.ts';
import { printConstant, printConstantStructure, startupOfConstant } from '../declarations/data.ts';
import { keepingLengths } from '../declarations/length-checks.ts';
import { lvalue } from '../designators/designator.ts';
import { assignToArray, copyOf } from '../expressions/assign-array.ts';
import { chars, scalar } from '../expressions/scalar.ts';
import { characterLength, dynamicType } from '../intrinsics/inquiry.ts';
import { transformArray } from '../intrinsics/transform.ts';
import type { Expressions } from '../writer/emitter.ts';
import { emitStatements } from './statement.ts';

/** Expression printers for a `Printer`. */
export const EXPRESSIONS: Expressions = {
  statements: emitStatements,
  scalar,
  chars,
  lvalue,
  arrayValue,
  materialise,
  transformArray,
  constructArray,
  callValue,
  callArray,
  callSubroutine,
  characterLength,
  dynamicType,
  printConstant,
  printConstantStructure,
  startupOfConstant,
  assignToArray,
  copyOf,
  keepingLengths,
  fill,
};
