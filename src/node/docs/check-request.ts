// Validates requests to `openDocs` before a build starts: tools in JavaScript and other languages send untyped data.

import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { HazeError, usageError } from '../../errors/haze-error.ts';
import { DOCUMENT_SUFFIXES } from './read-document.ts';
import type { PageRequest } from './render-page.ts';

/** @throws HazeError `usage`, naming the field */
export function checkPageRequest(request: PageRequest): void {
  const { file, programs, lang, folder } = requireObject('A page', request);
  requireText('file', file);
  if (lang !== undefined) requireText('lang', lang);
  if (folder !== undefined) requireText('folder', folder);
  if (!Array.isArray(programs)) throw usage('"programs" must be a list');
  for (const [index, program] of programs.entries()) {
    const place = `programs[${index}]`;
    const { language, attributes, text, line, output } = requireObject(place, program);
    requireText(`${place}.language`, language);
    requireText(`${place}.attributes`, attributes);
    requireText(`${place}.text`, text);
    if (output !== undefined) requireText(`${place}.output`, output);
    if (!Number.isInteger(line)) throw usage(`"${place}.line" must be a 1-based line number`);
  }
}

/** @throws HazeError `usage`, `file-not-found` */
export function checkFiles(files: readonly string[]): void {
  if (!Array.isArray(files)) throw usage('checkDocuments needs a list of files');
  for (const file of files) {
    requireText('a file', file);
    if (!DOCUMENT_SUFFIXES.includes(extname(file).toLowerCase())) {
      throw usage(`${file} is not a readable document: ${DOCUMENT_SUFFIXES.join(', ')}`);
    }
    if (!existsSync(file)) throw new HazeError('file-not-found', `There is no file "${file}".`);
  }
}

function requireObject<Value extends object>(what: string, value: Value): Value {
  if (typeof value === 'object' && value !== null) return value;
  throw usage(`${what} must be an object, not ${String(value)}`);
}

function requireText(field: string, value: unknown): void {
  if (typeof value !== 'string') throw usage(`"${field}" must be a string, not ${String(value)}`);
}

function usage(sentence: string): HazeError {
  return usageError(`${sentence}.`);
}
