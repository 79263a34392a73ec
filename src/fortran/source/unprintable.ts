// Errors for typed trees that cannot be expressed in C. The analysis should reject all such trees, so an error of this
// kind is a bug in the compiler, not in the program; the message states where it occurred. REASONS explains why no
// program reaches each location, and src/fortran/unprintable.test.ts tries programs that come close.

import { type Position, refuse } from './diagnostics.ts';

/** The reason why no tree reaches a given location in the printing code. */
export const REASONS = {
  'an array in place of a scalar': 'analysis compares the rank of each operand, control value and argument',
  'the characters of a value of another type':
    'analysis checks the type of each specifier, argument and operand',
  'the held component of each element': 'analyseReference rejects such a component of an array',
  'a variable that is printed before it is shared': 'internal procedures are printed before their host',
  'EQUIVALENCE without memory': 'printing declares all groups of a scope before its statements',
  'elements of unknown rank':
    'analysis allows a dummy of assumed rank only as an argument, and in SELECT RANK',
  'a constant without bounds': 'a PARAMETER array takes its bounds from its value, or is rejected',
  'the cell of a value':
    'ASSOCIATED, ALLOCATED, => and ALLOCATE take only pointers and allocatable variables',
  'the descriptor of a value':
    'ASSOCIATED, ALLOCATED, => and ALLOCATE take only pointers and allocatable variables',
  'a value as a procedure': 'match-arguments and pointer-assignment compare procedures with procedures',
  'this intrinsic as an argument': 'only names in the table of specific names can be arguments',
  'a result without its length':
    'CHARACTER(*) of a called function comes from its definition or a declaration',
  'the result of a function with ENTRY':
    'attributes.ts requires results of one kind, with constant or written sizes',
  'an array without array operands': 'a node has the rank of one of its operands',
  'a constant structure without value': 'a PARAMETER without a value is rejected where it is declared',
  'constant characters without value': 'a PARAMETER without a value or a constant length is rejected',
  'a type without definition': 'checkDefined rejects types that nothing defines',
  'a component without bounds': 'bounds of components are constants or type parameters',
  'a component without length': 'lengths of components are constants or type parameters',
  'a sized component without length': 'lengths of components are constants or type parameters',
  'an intrinsic function of arrays': "printing/ prints a row that has no C, based on the row's name",
  'an intrinsic subroutine': "printing/ prints a row that has no C, based on the row's name",
  'an intrinsic function of scalars': "printing/ prints a row that has no C, based on the row's name",
  'a limit that is not a constant': 'limits of other kinds are folded to constants',
  'PRESENT of a value': 'PRESENT takes only the name of an optional dummy',
  'an intrinsic function of characters': 'a row whose result is characters has its own C',
  'a reduction': 'isReduction is true only for rows with steps, or for places, which have printers',
} as const;

/** A location in the printing code that no program reaches. */
export type Unreached = keyof typeof REASONS;

/** Stops printing with an error; `name` is the object or function that cannot be expressed in C. */
export function unprintable(at: Position, place: Unreached, name?: string): never {
  const what = name === undefined ? place : `${place} (${name})`;
  refuse(
    at,
    `Internal: there is no C for ${what}. This is a bug in the compiler: please report it with the source.`,
  );
}
