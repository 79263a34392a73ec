// A program as the content of a link to the playground; a project if other files are built together with it.
import { nameShown } from '../../client/program/name-shown.ts';
import type { ProgramRequest } from '../../client/program/program-messages.ts';
import { toDataFile } from '../../docs/finding/data-file.ts';
import type { Opened } from './open-in-playground.ts';

/**
 * The link's content, without the seed: a link is JSON, which has no bigint, and the playground chooses its own seed.
 */
export function describeLink(request: ProgramRequest, title: string): Opened {
  const { source, language, core, arguments: words, stdin, files = {}, data = {} } = request;
  const bytes = (content: string | Uint8Array) =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const dataFiles = Object.entries(data).map(([path, content]) => toDataFile(path, bytes(content)));
  const inputs = { title, language, core, arguments: words, stdin, files: dataFiles };
  const beside = Object.entries(files);
  if (beside.length === 0) return { ...inputs, source };
  const current = nameShown(request);
  const all = [...beside, [current, source] as const].map(([path, text]) => ({ path, text }));
  return { project: { name: title, current, files: all }, inputs };
}
