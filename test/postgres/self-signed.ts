// A self-signed certificate for localhost, in DER according to RFC 5280. It is built by hand, because Node can create
// keys and signatures but not certificates.
import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for a TLS server; clients use `cert` as its authority. */
export interface Credentials {
  readonly key: string;
  readonly cert: string;
}

/** ASN.1 tags. */
const TAG = { integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, time: 23, sequence: 48, set: 49 };
const NAME_TAG = { dns: 0x82, address: 0x87 };
const OID = {
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
  subjectAltName: [0x55, 0x1d, 0x11],
};
const VERSION_3 = [2];
const VALID_FROM = '200101000000Z';
const VALID_UNTIL = '491231235959Z';

/** The tag of an explicit field in a structure. */
const field = (number: number) => 0xa0 + number;

function der(tag: number, ...parts: (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** Creates the certificate for a server on this machine. */
export function makeSelfSigned(): Credentials {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(TAG.sequence, der(TAG.oid, OID.ecdsaWithSha256));
  const commonName = der(TAG.sequence, der(TAG.oid, OID.commonName), der(TAG.utf8, Buffer.from('localhost')));
  const name = der(TAG.sequence, der(TAG.set, commonName));
  const validity = [VALID_FROM, VALID_UNTIL].map((time) => der(TAG.time, Buffer.from(time)));
  const names = der(
    TAG.sequence,
    der(NAME_TAG.dns, Buffer.from('localhost')),
    der(NAME_TAG.address, [127, 0, 0, 1]),
  );
  const alternative = der(TAG.sequence, der(TAG.oid, OID.subjectAltName), der(TAG.octets, names));
  const body = der(
    TAG.sequence,
    der(field(0), der(TAG.integer, VERSION_3)),
    der(TAG.integer, [1]),
    algorithm,
    name,
    der(TAG.sequence, ...validity),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(field(3), der(TAG.sequence, alternative)),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = der(TAG.sequence, body, algorithm, der(TAG.bits, [0], signature));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
