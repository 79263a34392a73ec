// Choice between a file's bytes and its description as JSON. Clients of the service expect JSON, and send `Accept` for
// JSON or for anything. Other clients list the types that they take, and expect the bytes.

/** Tests whether an `Accept` has types without JSON. */
export function wantsBytes(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').flatMap((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((word) => word.trim().toLowerCase());
    return type === '' || parameters.includes('q=0') ? [] : [type];
  });
  const takesJson = types.some((type) => type === 'application/json' || type.endsWith('+json'));
  return !takesJson && types.some((type) => type !== '*/*' && type !== 'application/*');
}
