// A request as text to paste into a shell, or into a program that uses fetch or axios.

import type { Exchange } from './request-log.ts';

/** Data needed to repeat a request; the URL is absolute. */
export type CopiedRequest = Pick<Exchange, 'method' | 'url' | 'headers'> & Partial<Pick<Exchange, 'body'>>;

/** Command line that calls curl in a POSIX shell. */
export function asCurl({ method, url, headers, body }: CopiedRequest): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(url)}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoteForShell(`${name}: ${value}`)}`);
  // Uses --data-raw because --data would read a file if the body begins with @.
  if (body !== undefined) lines.push(`--data-raw ${quoteForShell(body)}`);
  return lines.join(' \\\n  ');
}

/** A `fetch` call for use in a module. */
export function asFetch({ method, url, headers, body }: CopiedRequest): string {
  const options = [`  method: ${quote(method)},`, `  headers: ${writeHeaders(headers)},`];
  if (body !== undefined) options.push(`  body: ${writeBody(body, (json) => `JSON.stringify(${json})`)},`);
  return `const response = await fetch(${quote(url)}, {\n${options.join('\n')}\n});\nconsole.log(response.status, await response.text());\n`;
}

/** An axios call for use in a module. */
export function asAxios({ method, url, headers, body }: CopiedRequest): string {
  const options = [
    `  method: ${quote(method)},`,
    `  url: ${quote(url)},`,
    `  headers: ${writeHeaders(headers)},`,
  ];
  if (body !== undefined) options.push(`  data: ${writeBody(body, (json) => json)},`);
  return `import axios from 'axios';\n\nconst response = await axios({\n${options.join('\n')}\n});\nconsole.log(response.status, response.data);\n`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function writeHeaders(headers: Readonly<Record<string, string>>): string {
  return indent(JSON.stringify(headers, undefined, 2));
}

/** JSON as a readable object literal; any other text as a string. */
function writeBody(body: string, wrap: (json: string) => string): string {
  try {
    return wrap(indent(JSON.stringify(JSON.parse(body), undefined, 2)));
  } catch {
    return quote(body);
  }
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
