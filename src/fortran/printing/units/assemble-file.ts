// Assembles a program's C file from all printed parts, in the order that C requires.

import { MAX_RANK } from '../../program/symbols/ranks.ts';
import { memoryOfCommons } from '../declarations/data.ts';
import { printTypes } from '../declarations/types.ts';
import { printSourceNames } from '../writer/check.ts';
import { type Memory, type Printer, QUIET_CLEAR } from '../writer/emitter.ts';

/** The parts of a C file, in order. */
export interface CFile {
  /** Text before everything else. */
  readonly head: readonly string[];
  /** The names of the source files, once per program. */
  readonly sourceNames: string;
  /** Small functions that are not part of the program. */
  readonly helpers: readonly string[];
  /** Types, and declarations of the functions and tables that belong to types. */
  readonly types: readonly string[];
  readonly commons: readonly Memory[];
  readonly prototypes: readonly string[];
  readonly memory: readonly Memory[];
  /** The lines of each function. */
  readonly functions: readonly (readonly string[])[];
}

// These functions work byte by byte, because the compiler would otherwise turn them into calls to library functions,
// whose stores would be reported as assignments.
const QUIET_FUNCTIONS = [
  `static void ${QUIET_CLEAR}(void *p, size_t n) { for (char *c = p; n > 0; n--) *c++ = 0; }`,
];

// If the main program is in another language, all values must already be set when it starts.
const START_WITHOUT_MAIN = [
  '__attribute__((constructor)) static void START_(void) {',
  'INITIALISE_();',
  'atexit(f_finish);',
  '}',
];

/** Prints the parts that depend on the whole program and arranges everything in order. */
export function assembleFile(printer: Printer): CFile {
  const { program } = printer;
  if (program.types.some((t) => t.defined)) printTypes(printer);
  const initialise = [
    'static void INITIALISE_(void) {',
    ...[...printer.constantInitialisers, ...printer.initialisers, ...printer.dataInitialisers].map(
      (f) => `${f}();`,
    ),
    '}',
  ];
  return {
    head: [
      ...(program.hasLongDescriptors ? [`#define F_MAX_RANK ${MAX_RANK}`] : []),
      ...(program.options.unsigned ? ['#define F_HAS_UNSIGNED'] : []),
      '#include <fortran-runtime.h>',
    ],
    sourceNames: printSourceNames(program.diagnostics.files),
    helpers: program.options.listVariables ? QUIET_FUNCTIONS : [],
    types: printer.types,
    commons: memoryOfCommons(program),
    prototypes: [...printer.prototypes, 'static void INITIALISE_(void);'],
    memory: printer.memory,
    functions: [...printer.functions, initialise, ...(printer.hasMain ? [] : [START_WITHOUT_MAIN])],
  };
}

/** Joins the parts into a single C file. */
export function joinFile(file: CFile): string {
  return [
    ...file.head,
    file.sourceNames,
    ...file.helpers,
    ...file.types,
    ...file.commons.flatMap(linesOfMemory),
    ...file.prototypes,
    ...file.memory.flatMap(linesOfMemory),
    ...file.functions.flat(),
    '',
  ].join('\n');
}

/** A variable with its value and any lines that belong to it. */
export function linesOfMemory({ declaration, value, frame }: Memory): string[] {
  return [
    ...(frame?.before ?? []),
    `${declaration}${value === undefined ? '' : ` = ${value}`};`,
    ...(frame?.macros.values() ?? []),
  ];
}
