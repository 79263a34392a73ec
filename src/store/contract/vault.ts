// Secrets that must be recoverable in plain text (repository tokens, the secret that signs URLs) are stored sealed:
// AES-GCM under a key that is stored separately from records and blobs, in its own file or as a CryptoKey that no
// script can read. A copy of the records and blobs alone, such as an export, does not reveal the secrets.

import { HazeError } from '../../errors/haze-error.ts';
import { loadOnce } from '../../errors/load-once.ts';
import { platformRandom } from './random-bytes.ts';

/** Seals strings, and opens strings that it has sealed. */
export interface Vault {
  /** @param place location where the sealed string is stored; the string can be opened only with the same location */
  seal(text: string, place: string): Promise<string>;
  /** @throws HazeError `sealed-elsewhere` if the string is from another vault or another location */
  open(sealed: string, place: string): Promise<string>;
}

const NONCE_BYTES = 12;
/** Number of opened secrets to cache, because every request opens the same few. */
const MOST_KEPT = 64;
const PREFIX = 'v1:';

/** The algorithm for a vault's key. */
export const VAULT_KEY = { name: 'AES-GCM', length: 256 } as const;

/** Permitted uses of the key. */
export const VAULT_USES: KeyUsage[] = ['encrypt', 'decrypt'];

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function sealedElsewhere(cause: unknown): HazeError {
  return new HazeError(
    'sealed-elsewhere',
    'This secret was sealed with a key that is not available here: the data was copied or imported without the key. Enter the secret again.',
    { cause },
  );
}

/** Creates a vault that loads its key on first use. */
export function createVault(loadKey: () => Promise<CryptoKey>): Vault {
  const key = loadOnce(loadKey);
  const kept = new Map<string, string>();
  const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
    name: VAULT_KEY.name,
    iv,
    additionalData: new TextEncoder().encode(place),
  });
  return {
    seal: async (text, place) => {
      const nonce = Uint8Array.from(platformRandom(NONCE_BYTES));
      const plain = new TextEncoder().encode(text);
      const sealed = await crypto.subtle.encrypt(algorithm(nonce, place), await key(), plain);
      return PREFIX + toText(nonce) + toText(new Uint8Array(sealed));
    },
    open: async (sealed, place) => {
      const name = `${place} ${sealed}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const loaded = await key();
      let text: string;
      try {
        if (!sealed.startsWith(PREFIX)) throw new RangeError('an unknown form');
        // The nonce's 12 bytes are encoded as 16 characters, without padding.
        const nonce = toBytes(sealed.slice(PREFIX.length, PREFIX.length + 16));
        const bytes = toBytes(sealed.slice(PREFIX.length + 16));
        text = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(nonce, place), loaded, bytes));
      } catch (error) {
        throw sealedElsewhere(error);
      }
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(name, text);
      return text;
    },
  };
}

/** Creates a vault with a new key that lasts only as long as its process. */
export function createPassingVault(): Vault {
  if (!crypto.subtle) return createTable();
  return createVault(() => crypto.subtle.generateKey(VAULT_KEY, false, VAULT_USES));
}

/** A vault for pages without WebCrypto: a sealed string is a number, and the original string never leaves memory. */
function createTable(): Vault {
  const texts = new Map<string, string>();
  return {
    seal: async (text, place) => {
      const sealed = `${PREFIX}${texts.size}`;
      texts.set(`${place} ${sealed}`, text);
      return sealed;
    },
    open: async (sealed, place) => {
      const text = texts.get(`${place} ${sealed}`);
      if (text === undefined) throw sealedElsewhere(undefined);
      return text;
    },
  };
}
