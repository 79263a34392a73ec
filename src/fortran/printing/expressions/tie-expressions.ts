// Printers of each kind of expression: the other end of the knot in expressions.ts.
import { arrayValue, fill, materialise } from '../arrays/array.ts';
import { constructArray } from '../arrays/array-constructor.ts';
import { callArray, callSubroutine, callValue } from '../calls/call.ts';
import { addressOfProcedure, cellOfProcedure, nameOfProcedure } from '../calls/procedure.ts';
import { printConstant, printConstantStructure, startupOfConstant } from '../declarations/data.ts';
import { keepingLengths } from '../declarations/length-checks.ts';
import { lvalue } from '../designators/designator.ts';
import { referenceTo } from '../designators/reference.ts';
import { characterLength, dynamicType } from '../intrinsics/inquiry.ts';
import { transformArray } from '../intrinsics/transform.ts';
import type { Expressions } from '../writer/emitter.ts';
import { assignToArray, copyOf } from './assign-array.ts';
import { chars, scalar } from './scalar.ts';

/** The printing of expressions, for a `Printer`. */
export const EXPRESSIONS: Expressions = {
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
  referenceTo,
  printConstant,
  printConstantStructure,
  startupOfConstant,
  assignToArray,
  copyOf,
  keepingLengths,
  fill,
  nameOfProcedure,
  addressOfProcedure,
  cellOfProcedure,
};
