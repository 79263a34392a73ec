// Roles of strings and numbers: values that differ between services but mean the same, such as identifiers.
import { SIGNED_BASE } from './recording.ts';
import { PLACEHOLDER } from './secrets.ts';

const ID = /\b(?:[a-z]{3}_)?[0-9a-f]{32}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const DURATION = / \d+(?:\.\d+)? (m?s\b)/g;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const PAGE = /^(?:continuation|nextcontinuation|next|start)(?:key|token)$/i;
/** Fields with measured numbers: times, sizes and usage. */
const MEASURED =
  /^(?:DynamicInstructions|ProcessorTime|.*InMilliseconds(?:Count)?|BuildSizeInBytes|responseTime|size|etag)$/;
/** Objects whose numbers describe an account's usage. */
const USE = 'ResourceUsage';

/**
 * Epoch seconds of the years 2001 to 5138, read as milliseconds, would fall in 1970 to 1973, so a current time
 * reveals its unit.
 */
const unitOf = (value: number): 'seconds' | 'milliseconds' | undefined => {
  if (value >= 1e9 && value < 1e11) return 'seconds';
  return value >= 1e11 && value < 1e14 ? 'milliseconds' : undefined;
};

/** The unit of a time; undefined for any other value. */
export function timeUnitOf(value: unknown, name: string): string | undefined {
  if (!/(?:At|Timestamp|Until|Time|last_modified|timestamp)$/.test(name)) return undefined;
  if (typeof value === 'number') return unitOf(value);
  return typeof value === 'string' && ISO_TIME.test(value) ? 'ISO 8601' : undefined;
}

/** Tests whether a number is a measurement, of which only the type is compared. */
export function isMeasured(path: readonly string[]): boolean {
  return MEASURED.test(path.at(-1) ?? '') || path.includes(USE);
}

/** An identifier's prefix, which indicates its kind, such as `tsk_`. */
const prefixOf = (id: string) => (id[3] === '_' ? id.slice(0, 4) : '');

/** A string without the parts that differ from run to run: identifiers, and durations in sentences. */
function formOf(text: string): string {
  return text.replaceAll(ID, prefixOf).replaceAll(DURATION, ' $1');
}

/** Pairs names in a recording (identifiers, URLs and pages) with their counterparts in the new responses. */
export class Bindings {
  readonly #names = new Map<string, string>();
  /** Recorded identifiers, keyed by new identifiers. */
  readonly #recorded = new Map<string, string>();
  /** Tests whether an identifier is shared by all services, as core identifiers are. */
  readonly #isDefault: (id: string) => boolean;

  constructor(isDefault: (id: string) => boolean) {
    this.#isDefault = isDefault;
  }

  /** Replaces the recorded names in a request with the new names. */
  translate(text: string): string {
    const whole = this.#names.get(text);
    if (whole !== undefined) return whole;
    return text.replaceAll(ID, (id) => this.#names.get(id) ?? id);
  }

  /** Identifiers in a string that did not occur in any response, so that another service cannot recognise them. */
  unknownIn(text: string): string[] {
    const ids: string[] = text.match(ID) ?? [];
    return ids.filter((id) => !this.#names.has(id) && !this.#isDefault(id));
  }

  /** The new name for a recorded name. */
  get(recorded: string): string | undefined {
    return this.#names.get(recorded);
  }

  /** Maps one name to another, unless it is already mapped. */
  #bind(recorded: string, answered: string): void {
    if (!this.#names.has(recorded)) this.#names.set(recorded, answered);
  }

  /** Pairs two identifiers; returns false if either already belongs to another pair. */
  #bindIdentifier(recorded: string, answered: string): boolean {
    const [known, other] = [this.#names.get(recorded), this.#recorded.get(answered)];
    if (known !== undefined || other !== undefined) return known === answered && other === recorded;
    this.#names.set(recorded, answered);
    this.#recorded.set(answered, recorded);
    return true;
  }

  /**
   * Compares two strings by the roles of their segments.
   * @param name name of the field that contains both strings
   * @returns undefined if they mean the same; otherwise the kind of difference
   */
  maybeDifference(recorded: string, answered: string, name: string): 'value' | 'identifier' | undefined {
    if (PLACEHOLDER.test(recorded)) {
      this.#bind(recorded, answered);
      return answered === '' ? 'value' : undefined;
    }
    if (recorded.startsWith(SIGNED_BASE)) {
      if (!URL.canParse(answered)) return 'value';
      this.#bind(recorded, answered);
      return undefined;
    }
    if (PAGE.test(name)) {
      this.#bind(recorded, answered);
      return undefined;
    }
    if (formOf(recorded) !== formOf(answered)) return 'value';
    const others: string[] = answered.match(ID) ?? [];
    const isSame = [...recorded.matchAll(ID)].every(([id], i) => this.#bindIdentifier(id, others[i]!));
    return isSame ? undefined : 'identifier';
  }
}
