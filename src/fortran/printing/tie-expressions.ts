// Who prints which kind of expression: the other end of the knot in expressions.ts.
import { arrayValue, fill, materialise } from './emit-array.ts';
import { constructArray } from './emit-array-constructor.ts';
import { assignToArray, copyOf } from './emit-assign-array.ts';
import { callArray, callSubroutine, callValue } from './emit-call.ts';
import { printConstant, printConstantStructure, startupOfConstant } from './emit-data.ts';
import { lvalue } from './emit-designator.ts';
import { declareDummies } from './emit-dummy.ts';
import { characterLength, dynamicType } from './emit-inquiry.ts';
import { keepingLengths } from './emit-length-checks.ts';
import { addressOfProcedure, cellOfProcedure, nameOfProcedure } from './emit-procedure.ts';
import { referenceTo } from './emit-reference.ts';
import { chars, scalar } from './emit-scalar.ts';
import { transformArray } from './emit-transform.ts';
import type { Expressions } from './emitter.ts';
import { rawOf } from './raw-values.ts';

/** The printing of expressions, for a `Printer`. */
export const EXPRESSIONS: Expressions = {
  scalar,
  chars,
  rawOf,
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
  referenceTo,
  printConstant,
  printConstantStructure,
  startupOfConstant,
  assignToArray,
  copyOf,
  keepingLengths,
  fill,
  declareDummies,
  nameOfProcedure,
  addressOfProcedure,
  cellOfProcedure,
};
