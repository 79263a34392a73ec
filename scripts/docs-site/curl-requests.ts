// Parses the curl requests in documents, which the site's pages send to their own service.
import { splitShellWords } from '../../src/toolchain/sources/shell-words.ts';

export interface WrittenRequest {
  /** Text as written in the document, including trailing comments. */
  readonly text: string;
  readonly method: string;
  /** Path relative to the base URL, including the query. */
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
}

/** The requests in a block of shell lines, in order; lines before the first request are ignored. */
export function readCurlRequests(block: string): WrittenRequest[] {
  const parts = block.split(/^(?=curl )/m).filter((part) => part.startsWith('curl '));
  return parts.map((part) => {
    const text = part.trimEnd();
    return { text, ...readCommand(text) };
  });
}

function readCommand(text: string): Omit<WrittenRequest, 'text'> {
  const command = text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')[0]!
    .replace(/\s#\s.*$/, '');
  const words = splitShellWords(command).slice(1);
  let path = '';
  let method: string | undefined;
  let type: string | undefined;
  let body: string | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '-X') method = words[++i];
    else if (word === '-d') body = words[++i];
    else if (word === '-H') type = /^Content-Type: (.*)$/.exec(words[++i] ?? '')?.[1] ?? type;
    else if (word.startsWith('$BASE/')) path = word.slice('$BASE'.length);
    else if (word !== '-s')
      throw new Error(`a live request contains "${word}", which is not supported: ${command}`);
  }
  if (path === '') throw new Error(`a live request does not go to $BASE/…: ${command}`);
  method ??= body === undefined ? 'GET' : 'POST';
  return { method, path, ...(type && { type }), ...(body !== undefined && { body }) };
}
