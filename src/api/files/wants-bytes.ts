// What a request for a file wants: clients of the service expect a description of it as JSON, and say so by `Accept` or by
// not caring; others name the types that they take, and mean the bytes.

/** Whether an `Accept` names types, and JSON is not among them. */
export function wantsBytes(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').flatMap((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((word) => word.trim().toLowerCase());
    return type === '' || parameters.includes('q=0') ? [] : [type];
  });
  const takesJson = types.some((type) => type === 'application/json' || type.endsWith('+json'));
  return !takesJson && types.some((type) => type !== '*/*' && type !== 'application/*');
}
