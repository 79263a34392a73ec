// Chooses between a file's bytes and its description as JSON. Clients of the service expect JSON, and send an
// `Accept` header for JSON or for any type. Other clients list the types that they accept, and expect the bytes.

/** Tests whether an `Accept` header lists types but not JSON. */
export function wantsBytes(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').flatMap((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((word) => word.trim().toLowerCase());
    return type === '' || parameters.includes('q=0') ? [] : [type];
  });
  const takesJson = types.some((type) => type === 'application/json' || type.endsWith('+json'));
  return !takesJson && types.some((type) => type !== '*/*' && type !== 'application/*');
}
