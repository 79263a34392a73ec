// An injected failure: which requests it matches, the response to them, and the fraction of them that fail.
import { badValue } from '../options/option.ts';

export interface Fault {
  /** The string that `parseFault` parsed. */
  readonly text: string;
  /** Method in upper case, or `*` for any method. */
  readonly method: string;
  /** Path segments: `*` matches any one segment, `**` any number of segments. */
  readonly path: readonly string[];
  /** The response's status; `drop` closes the connection without a response. */
  readonly answer: number | 'drop';
  /** Fraction of the matching requests that fail, from 0 to 1. */
  readonly share: number;
}

const EXAMPLE = "such as 'POST /builds 503 10%'";

/**
 * Parses `METHOD PATH STATUS [PERCENT]`, such as `POST /builds 503 10%`.
 * @throws HazeError `bad-value`, stating which part is wrong
 */
export function parseFault(text: string): Fault {
  const [method = '', path = '', status = '', percent = '100%', ...rest] = text.trim().split(/\s+/);
  if (status === '' || rest.length > 0) {
    throw badValue(`takes a method, a path, a status and optionally a percentage, ${EXAMPLE}`);
  }
  if (!/^([A-Za-z]+|\*)$/.test(method)) {
    throw badValue(`must begin with a method or *, not "${method}", ${EXAMPLE}`);
  }
  if (!path.startsWith('/')) throw badValue(`needs a path that begins with /, not "${path}"`);
  return {
    text: text.trim(),
    method: method.toUpperCase(),
    path: partsOf(path),
    answer: parseAnswer(status),
    share: parseShare(percent),
  };
}

function parseAnswer(status: string): Fault['answer'] {
  if (status === 'drop') return 'drop';
  const value = Number(status);
  if (/^\d{3}$/.test(status) && value >= 400 && value <= 599) return value;
  throw badValue(`needs a status from 400 to 599, or "drop" to end the connection, not "${status}"`);
}

function parseShare(percent: string): number {
  const value = Number(percent.slice(0, -1));
  if (/^\d+(\.\d+)?%$/.test(percent) && value <= 100) return value / 100;
  throw badValue(`must end with a percentage from 0% to 100%, not "${percent}"`);
}

/**
 * Tests whether a fault matches a request. The fault's path is compared with the end of the request's path: `/builds`
 * also matches `/sourcecode/builds`.
 */
export function isMeant(fault: Fault, method: string, pathname: string): boolean {
  if (fault.method !== '*' && fault.method !== method.toUpperCase()) return false;
  const parts = partsOf(pathname);
  return parts.some((_, start) => matches(fault.path, parts.slice(start))) || matches(fault.path, parts);
}

function matches([first, ...others]: readonly string[], parts: readonly string[]): boolean {
  if (first === undefined) return parts.length === 0;
  if (first === '**') {
    return parts.some((_, start) => matches(others, parts.slice(start))) || matches(others, []);
  }
  const [part, ...rest] = parts;
  return part !== undefined && (first === '*' || first === part) && matches(others, rest);
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
