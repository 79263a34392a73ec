// Validates messages between a page and its frames. Either side may be hostile, so only messages in the agreed format
// are accepted.

import { maybeContents, maybeTexts } from '../../client/program/program-messages.ts';
import { isObject } from '../../errors/is-object.ts';
import {
  type FromFrame,
  PROGRAM_ATTRIBUTES,
  PROGRAM_EVENTS,
  type ProgramAttributes,
  type ProgramEventName,
  THEME_PROPERTIES,
  type ToFrame,
} from './frame-messages.ts';

type Data = Readonly<Record<string, unknown>>;

/** Tests whether a CSS value matches the grammar of a property. */
export type SupportsValue = (property: string, value: string) => boolean;

/** A message for a frame; undefined for anything else. */
export function maybeToFrame(data: unknown): ToFrame | undefined {
  if (!isObject(data)) return undefined;
  switch (data.haze) {
    case 'show': {
      const { source, problem } = data;
      if (typeof source !== 'string' || typeof problem !== 'string') return undefined;
      const attributes = readAttributes(data.attributes);
      const module = data.hasModule === true ? { hasModule: true } : {};
      return { haze: 'show', source, problem, attributes, ...module, ...readFiles(data) };
    }
    case 'module': {
      const { module } = data;
      return { haze: 'module', ...(module instanceof Uint8Array && { module }) };
    }
    case 'change': {
      const { source, problem } = data;
      return {
        haze: 'change',
        attributes: readAttributes(data.attributes),
        ...(typeof source === 'string' && { source }),
        ...(typeof problem === 'string' && { problem }),
        ...(typeof data.hasModule === 'boolean' && { hasModule: data.hasModule }),
        ...readFiles(data),
      };
    }
    case 'theme': {
      const { colorScheme, properties } = data;
      if (typeof colorScheme !== 'string' || !isObject(properties)) return undefined;
      return { haze: 'theme', colorScheme, properties: readTexts(properties, Object.keys(THEME_PROPERTIES)) };
    }
    case 'run':
    case 'stop':
    case 'serve':
      return { haze: data.haze };
    default:
      return undefined;
  }
}

/** A message from a frame; undefined for anything else. */
export function maybeFromFrame(data: unknown): FromFrame | undefined {
  if (!isObject(data)) return undefined;
  switch (data.haze) {
    case 'ready':
    case 'want-module':
    case 'want-runner':
    case 'no-runner':
      return { haze: data.haze };
    case 'size':
      return Number.isFinite(data.heightPx) ? { haze: 'size', heightPx: data.heightPx as number } : undefined;
    case 'event': {
      const { name, detail } = data;
      if (!isEventName(name) || !isObject(detail)) return undefined;
      return name === 'haze-change' && typeof detail.source !== 'string'
        ? undefined
        : { haze: 'event', name, detail };
    }
    default:
      return undefined;
  }
}

/**
 * Validated value of a frame's custom property: a colour, a radius, or font names; '' for anything else. A `url(…)`
 * would make the frame fetch a URL that the page chooses, and `var(…)` can hide a `url(…)`.
 */
export function checkThemeValue(name: string, value: string, supports: SupportsValue): string {
  const property = THEME_PROPERTIES[name];
  const isOpaque = /\\|\/\*|\b(?:url|src|var|env|attr|if|image|image-set)\(/i.test(value);
  return property !== undefined && !isOpaque && supports(property, value) ? value : '';
}

function isEventName(name: unknown): name is ProgramEventName {
  return PROGRAM_EVENTS.some((known) => known === name);
}

function readAttributes(data: unknown): ProgramAttributes {
  const attributes = isObject(data) ? data : {};
  return Object.fromEntries(
    PROGRAM_ATTRIBUTES.map((name) => {
      const value = attributes[name];
      return [name, typeof value === 'string' ? value : null];
    }),
  ) as ProgramAttributes;
}

function readFiles(message: Data): Pick<Extract<ToFrame, { haze: 'show' }>, 'files' | 'data'> {
  const files = maybeTexts(message.files);
  const data = maybeContents(message.data);
  return { ...(files && { files }), ...(data && { data }) };
}

function readTexts(data: Data, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = data[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}
