// Errors of config.mk, always with file and line.
import { HazeError } from '../../errors/haze-error.ts';

/** Place in config.mk; lines count from 1. */
export interface MakePlace {
  readonly file: string;
  readonly line: number;
}

/** An error `config-mk` at a place. */
export function configMkError(place: MakePlace, message: string): HazeError {
  return new HazeError('config-mk', `${place.file}:${place.line}: ${message}`, { data: { ...place } });
}

/** Supported contents of config.mk, for messages about unsupported contents. */
export const SUPPORTED =
  'config.mk may contain assignments (=, :=, ::=, +=, ?=), references, $(wildcard …), ifeq, ifneq, ifdef, ifndef, else, endif and comments';
